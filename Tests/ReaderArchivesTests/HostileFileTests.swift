import Foundation
import SQLite
import Testing

@testable import ReaderArchives

@Suite struct HostileFileTests {
    @Test func `No bytes make the readers of texts fail otherwise than by their errors`() {
        var seed: UInt64 = 88_172_645_463_325_252
        func random() -> UInt64 {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return seed
        }
        let words = [
            "{", "}", "[", "]", "\"", "\\", ",", ":", "\n", "\r", "<a href=", "<h1>", "</a>", ">", "\"items\"",
            "\"url\"",
            "https://a.example/", "url,time_added,title\n", "URL,Title,Selection,Folder\n", "[{\"url\":", "1e999",
            "-9223372036854775808", "\u{FEFF}", "&#x110000;", "query:", "#", "~", "\"published\":", "{\"entries\":[{",
        ].map { Array($0.utf8) }
        for _ in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<(random() % 40) {
                if random() % 8 == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: random()))
                } else {
                    bytes += words[Int(random() % UInt64(words.count))]
                }
            }
            for format in ReaderArchive.Format.allCases { _ = try? read(format, bytes: bytes) }
            _ = ReaderArchive.recognize(name: "urls", head: bytes, path: nil)
        }
    }

    @Test func `Numbers beyond all dates are no dates`() throws {
        let found = try read(
            .googleReaderJSON,
            """
            {"items":[{"id":"a","published":9223372036854775807},{"id":"b","published":-9223372036854775808},
            {"id":"c","published":1e300},{"id":"d","timestampUsec":"-1"},{"id":"e","published":0}]}
            """)
        #expect(found.articles.map(\.published) == [nil, nil, nil, nil, nil])
    }

    @Test func `Deep nesting and long records are answered`() throws {
        let deep = "[" + String(repeating: "[", count: 200_000) + "{}"
        #expect(try read(.wallabagJSON, deep).report.isCutShort)
        let long = "title,url,time_added\n\"" + String(repeating: "x", count: 3 << 20) + "\",https://a.example/1,1\n"
        let found = try read(.pocketCSV, long + "b,https://a.example/2,2\n")
        #expect(found.articles.map(\.title) == ["b"])
        #expect(found.report.refused.map(\.reason) == [.tooLarge])
    }

    @Test func `Views, virtual tables and computed columns are refused, not run`() throws {
        let columns = "1 AS id, 'g' AS guid, 'f' AS feedurl"
        for sql in [
            "CREATE VIEW rss_item AS SELECT \(columns)",
            "CREATE VIRTUAL TABLE rss_item USING fts5(id, guid, feedurl)",
            "CREATE TABLE rss_item (id, guid, feedurl, title AS (hex(zeroblob(100000000))))",
        ] {
            try withDatabase(sql) { path in
                #expect(throws: ReaderArchiveError.notATable("rss_item")) { try read(.newsboatCache, path: path) }
            }
        }
        try withDatabase(
            "CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid CHECK (length(zeroblob(1000000000)) > 0), feedurl)"
        ) { path in
            let found = try read(.newsboatCache, path: path)
            #expect(found.report.articles == 0)
        }
    }

    @Test func `A view that says it is a table is refused`() throws {
        try withFolder { folder in
            let path = folder + "/x.db"
            try makeDatabase(
                path, "CREATE TABLE t (x); CREATE VIEW rss_item AS SELECT 1 AS id, 2 AS guid, 3 AS feedurl")
            let forging = try Connection(path: path, mode: .readWrite)
            forging.setDefensive(false)
            try forging.execute(
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'table', rootpage = 2 WHERE type = 'view'"
            )
            #expect(throws: ReaderArchiveError.self) { try read(.newsboatCache, path: path) }
        }
    }

    @Test func `A truncated or altered database is refused or read, and never changed`() throws {
        let rows = (0..<300).map {
            "('g\($0)', 't', '', '', 'https://a.example/f', 1, '\(String(repeating: "x", count: 200))', 0, '', 0, '')"
        }
        let sql = newsboatTables + "\(newsboatItem) VALUES " + rows.joined(separator: ",")
        try withDatabase(sql) { path in
            let whole = try bytes(of: path)
            #expect(try read(.newsboatCache, path: path).report.articles == 300)
            #expect(try bytes(of: path) == whole)
            for count in stride(from: 0, to: whole.count, by: 1_777) {
                try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: path))
                #expect(throws: ReaderArchiveError.self) { try read(.newsboatCache, path: path) }
                _ = ReaderArchive.recognize(name: "cache.db", head: Array(whole.prefix(count)), path: path)
            }
            for offset in stride(from: 16, to: whole.count, by: 401) {
                var altered = whole
                altered[offset] ^= 0xFF
                try Data(altered).write(to: URL(fileURLWithPath: path))
                _ = try? read(.newsboatCache, path: path)
            }
        }
    }

    @Test func `What a log holds is read, and an unfinished transaction refused`() throws {
        try withFolder { folder in
            let path = folder + "/cache.db"
            let writer = try Connection(path: path, mode: .create)
            try writer.execute("PRAGMA journal_mode = WAL;" + newsboatTables)
            try writer.execute(
                "\(newsboatItem) VALUES ('g', 't', '', '', 'https://a.example/f', 1, '', 0, '', 0, '')")
            #expect(try read(.newsboatCache, path: path).articles.map(\.guid) == ["g"])
            let copy = folder + "/copy.db"
            try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try Data(try bytes(of: path)).write(to: URL(fileURLWithPath: copy))
            #expect(try read(.newsboatCache, path: copy).articles.map(\.guid) == ["g"])
            let other = folder + "/other.db"
            try makeDatabase(other, newsboatTables)
            try Data([1]).write(to: URL(fileURLWithPath: other + "-journal"))
            #expect(throws: ReaderArchiveError.unfinished(path: other)) { try read(.newsboatCache, path: other) }
            #expect(throws: ReaderArchiveError.self) { try read(.newsboatCache, path: folder) }
            #expect(throws: ReaderArchiveError.self) { try read(.newsboatCache, path: folder + "/none") }
            #expect(throws: ReaderArchiveError.needsFile) { try read(.liferea, "x") }
        }
    }

    @Test func `Twenty thousand rows are handed over one by one, and a callback ends the reading`() throws {
        struct Enough: Error {}
        let sql =
            newsboatTables + """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                \(newsboatItem) SELECT 'g' || i, 't', '', '', 'https://a.example/f', i, 'text', 0, '', 0, '' FROM n;
                """
        try withDatabase(sql) { path in
            var count = 0
            let report = try ReaderArchive.read(
                .newsboatCache, path: path, onSubscription: { _ in }, onArticle: { _ in count += 1 })
            #expect(count == 20_000 && report.articles == 20_000)
            count = 0
            #expect(throws: Enough.self) {
                _ = try ReaderArchive.read(
                    .newsboatCache, path: path, onSubscription: { _ in },
                    onArticle: { _ in
                        count += 1
                        if count == 5 { throw Enough() }
                    })
            }
            #expect(count == 5)
        }
    }

    @Test func `Nodes that hold each other end`() throws {
        let sql =
            lifereaTables + """
                INSERT INTO node (node_id, parent_id, title) VALUES ('a', 'b', 'A'), ('b', 'a', 'B');
                INSERT INTO subscription (node_id, source) VALUES ('a', 'https://a.example/f');
                """
        try withDatabase(sql) { path in
            let found = try read(.liferea, path: path)
            #expect(found.subscriptions.map(\.folders.first?.count) == [ArchiveSink.deepestFolder])
        }
    }

    @Test func `Pages that are entered twice are found before they are read`() throws {
        let sql =
            newsboatTables + """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                \(newsboatItem) SELECT 'g' || i, 't', '', '', 'https://a.example/f', i, 'text', 0, '', 0, '' FROM n;
                """
        try withDatabase(sql) { path in
            let root = try Connection(path: path, mode: .readOnly).integer(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'rss_item'")
            var forged = try bytes(of: path)
            // An interior page of a table: cells begin with the number of a child, the header ends with the last one's.
            let page = Int((root ?? 0) - 1) * 4_096
            #expect(forged[page] == 5)
            let cells = Int(forged[page + 3]) << 8 | Int(forged[page + 4])
            for cell in 0..<cells {
                let start = page + 12 + 2 * cell
                let offset = page + (Int(forged[start]) << 8 | Int(forged[start + 1]))
                for byte in 0..<4 { forged[offset + byte] = forged[page + 8 + byte] }
            }
            try Data(forged).write(to: URL(fileURLWithPath: path))
            do {
                _ = try read(.newsboatCache, path: path)
                Issue.record("it was read")
            } catch ReaderArchiveError.damaged(let table, _) {
                #expect(table == "rss_item")
            }
        }
    }

    @Test func `A table without its key joins nothing, and says so`() throws {
        let sql = """
            CREATE TABLE articles (articleID TEXT PRIMARY KEY, feedID TEXT, uniqueID TEXT, title TEXT, contentHTML TEXT,
              contentText TEXT, url TEXT, externalURL TEXT, summary TEXT, datePublished DATE);
            CREATE TABLE statuses (articleID TEXT, read BOOL, starred BOOL, dateArrived DATE);
            INSERT INTO articles (articleID, feedID, uniqueID) VALUES ('1', 'https://a.example/f', 'u');
            INSERT INTO statuses VALUES ('1', 1, 1, 1), ('1', 0, 0, 0);
            """
        try withDatabase(sql) { path in
            let found = try read(.netNewsWire, path: path)
            #expect(found.articles == [MovedArticle(feed: "https://a.example/f", guid: "u")])
            #expect(found.report.missingColumns == ["statuses.articleID as a key"])
        }
    }

    @Test func `Texts that are too long are cut or refused, and repeated labels dropped`() throws {
        let long = String(repeating: "é", count: 5_000)
        let found = try read(
            .wallabagJSON,
            """
            [{"url": "https://a.example/1", "title": "\(long)", "tags": ["x", " x ", "", "y"], "is_archived": 0},
             {"url": "https://a.example/\(long)", "is_archived": 0}]
            """)
        #expect(found.articles.map(\.title.utf8.count) == [4_096])
        #expect(found.articles.map(\.tags) == [["x", "y"]])
        #expect(found.report.refusedCount == 1)
    }

    @Test func `A file is read as its bytes are`() throws {
        try withFolder { folder in
            let path = folder + "/urls"
            try Data("https://a.example/feed x\r\nhttps://b.example/feed".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try read(.newsboatURLs, path: path).subscriptions.count == 2)
            #expect(throws: ReaderArchiveError.self) { try read(.newsboatURLs, path: path + "2") }
        }
    }
}
