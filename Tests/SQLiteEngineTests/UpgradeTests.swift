import Database
import Dispatch
import Foundation
import LibraryStorage
import QueryLanguage
import SQLite
import Synchronization
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine
@testable import SearchRanking

/// What stands between a file of an earlier program and this one.
@Suite struct UpgradeTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }
    private static let text = String(repeating: "long ", count: 50)

    init() throws { folder = try TemporaryFolder() }

    /// Writes a file of an earlier version whose articles have no index entries, as an upgrade that was cut off left it.
    private func write(version: Int64, articles: Int) throws {
        let connection = try Connection(path: path, mode: .create)
        try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
        try connection.transaction { try SQLiteSchema.upgrade(connection, to: version) }
        try connection.execute(
            "INSERT INTO feed (id, url, subscribed, added, articles, unread) VALUES (1, 'f', 1, 1, \(articles), \(articles))"
        )
        try connection.transaction {
            for n in 1...articles {
                try connection.execute(
                    """
                    INSERT INTO article (n, feed, sort_date, received, hash, guid) VALUES (\(n), 1, 5, 5, 0, 'g\(n)');
                    INSERT INTO article_text (n, title, body) VALUES (\(n), 'Zebra 斑马\(n)', 'stripe\(n) \(Self.text)');
                    """)
            }
        }
    }

    private func search(_ store: SQLiteStore, _ query: String) throws -> SearchAnswer {
        try store.search(SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000))
    }

    private func version() throws -> Int64? {
        try Connection(path: path, mode: .readOnly).integer("PRAGMA user_version")
    }

    @Test("Writers that create or upgrade a file at the same time all go on", arguments: [0, 4, 8])
    func race(from version: Int64) throws {
        for round in 0..<6 {
            let path = folder.file("\(version)-\(round).db")
            if version > 0 {
                let connection = try Connection(path: path, mode: .create)
                try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
                try connection.transaction { try SQLiteSchema.upgrade(connection, to: version) }
            }
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                do {
                    try SQLiteStore(path: path, access: .write).insert([draft("\(index)", "raced", "text")])
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            let store = try SQLiteStore(path: path, access: .write)
            #expect(try store.hits("raced").count == 4)
            #expect(try store.check().problems == [])
        }
    }

    /// The first version whose index is as the newest has it.
    private static let versionOfIndex: Int64 = 10

    @Test("A file of any version with another index opens with its articles found", arguments: 1..<versionOfIndex)
    func earlier(_ earlier: Int64) throws {
        try write(version: earlier, articles: 3)
        // Opening ends early on a machine that is busy.
        let store = try SQLiteStore(path: path, access: .write, backfill: .seconds(120))
        #expect(try store.hits("zebra").sorted() == ["g1", "g2", "g3"])
        #expect(try store.indexingProgress() == nil)
        #expect(try store.check().problems == [])
    }

    @Test("What an earlier version removed can be brought back")
    func earlierRemoval() throws {
        try write(version: Self.versionOfIndex, articles: 1)
        try Connection(path: path, mode: .readWrite).execute(
            """
            INSERT INTO removal (at, reason) VALUES (5, 'deleted'), (6, 'retention');
            INSERT INTO removed_article (n, removal, feed, sort_date, received, read, starred, flags, hash, guid, title, body,
                tags) VALUES (7, 1, 1, 5, 5, 0, 1, 0, 0, 'g7', 'Okapi', 'striped', '[]');
            """)
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.actions().map(\.kind) == [.deleted])
        #expect(try store.undo()?.numbers == [7])
        #expect(try store.hits("okapi") == ["g7"])
    }

    @Test(
        "A file whose version was set back by two upgrades at once opens again",
        arguments: 1..<SQLiteSchema.newestVersion)
    func versionSetBack(_ earlier: Int64) throws {
        do { try SQLiteStore(path: path, access: .write).insert([draft("1", "kept", "text")]) }
        try Connection(path: path, mode: .readWrite).execute("PRAGMA user_version = \(earlier)")
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.hits("kept") == ["1"])
        try store.finishBackfill()
        #expect(try store.check().problems == [])
        #expect(try version() == SQLiteSchema.newestVersion)
    }

    @Test("Until an upgrade's index is complete, searches find what is indexed and say how much that is")
    func unfinished() throws {
        try write(version: 3, articles: 60)
        let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
        let reader = try SQLiteStore(path: path, access: .read)
        #expect(try search(reader, "zebra").indexing == IndexingProgress(done: 0, total: 60))
        var done = 0
        while try !store.continueBackfill(for: .milliseconds(1)) {
            let answer = try search(reader, "zebra")
            // Other tasks go on after it.
            guard let progress = answer.indexing else { continue }
            #expect(answer.total == progress.done && progress.total == 60 && progress.done >= done)
            done = progress.done
        }
        let answer = try search(reader, "zebra")
        #expect(answer.indexing == nil && answer.total == 60)
        #expect(try store.check().problems == [])
    }

    @Test("Articles that wait for the index can be changed, removed and brought back")
    func changedWhileWaiting() throws {
        try write(version: 8, articles: 40)
        do {
            let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
            try store.insert([
                draft("g7", "Quagga", "changed", feed: "f"), draft("new", "Okapi", "after the upgrade", feed: "f"),
            ])
            try store.remove([3, 9], now: 1)
            _ = try store.undo()
            try store.remove([20], now: 3)
            #expect(try store.hits("okapi") == ["new"])
            #expect(try store.indexingProgress() != nil)
        }
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.hits("zebra", limit: 100).count == 38)
        #expect(try store.hits("quagga") == ["g7"])
        #expect(try store.hits("stripe9") == ["g9"])
        #expect(try store.check().problems == [])
    }

    /// The last version without a table of lengths.
    private static let versionWithoutLengths: Int64 = 14

    @Test(
        "An upgrade stores the lengths of articles that are stored, and searches rank alike before, meanwhile and after"
    )
    func lengths() throws {
        do {
            // Articles of four blocks.
            let store = try SQLiteStore(path: path, access: .write)
            try store.insert(
                (0..<3_100).map { n in
                    draft("\(n)", "Zebra \(n)", (0..<n * 7 % 40).map { "stripe\($0 % 3)" }.joined(separator: " "))
                })
            try store.remove([9], now: 1)
        }
        func ranked() throws -> [String] {
            try SQLiteStore(path: path, access: .read).hits("zebra stripe1 OR stripe2", limit: 300)
        }
        func rows() throws -> [[UInt8]] {
            let rows = try Connection(path: path, mode: .readOnly).prepare(
                "SELECT block, lengths FROM article_length ORDER BY block")
            var out: [[UInt8]] = []
            while try rows.step() { out.append([UInt8(rows.integer(0))] + rows.bytes(1)) }
            return out
        }
        let (expected, written) = try (ranked(), rows())
        #expect(written.count == 4 && written.allSatisfy { Int64($0.count) == 1 + FactsBlock.lengthByteCount })
        // A reader meets a row that is missing, cut off or too long.
        let other = try Connection(path: path, mode: .readWrite)
        for change in [
            "DELETE FROM article_length WHERE block = 1", "UPDATE article_length SET lengths = x'0102' WHERE block = 2",
            "UPDATE article_length SET lengths = lengths || x'0102' WHERE block = 0",
            "UPDATE article_length SET lengths = 'text' WHERE block = 0",
        ] {
            try other.execute(change)
            #expect(try ranked() == expected)
        }
        #expect(
            try SQLiteStore(path: path, access: .read).check().problems.contains { $0.contains("lengths of 2 blocks") })
        // As an earlier version has it.
        try other.execute(
            "DROP TABLE article_length; DELETE FROM backfill; PRAGMA user_version = \(Self.versionWithoutLengths)")
        do {
            let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
            #expect(try rows() == [] && ranked() == expected)
            while try !store.continueBackfill(for: .milliseconds(1)) { #expect(try ranked() == expected) }
            #expect(try store.check().problems == [])
        }
        #expect(try rows() == written && ranked() == expected)
    }

    @Test("Where the facts of the last articles are malformed, an upgrade ends all the same, and check reports them")
    func malformedFacts() throws {
        do {
            let store = try SQLiteStore(path: path, access: .write)
            try store.insert((0..<5).map { draft("\($0)", "Zebra", "stripe") })
        }
        try Connection(path: path, mode: .readWrite).execute(
            """
            DROP TABLE article_length; DELETE FROM backfill; UPDATE article_facts SET facts = x'00';
            PRAGMA user_version = \(Self.versionWithoutLengths)
            """)
        let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
        var parts = 0
        while try !store.continueBackfill(for: .milliseconds(20)), parts < 100 { parts += 1 }
        #expect(parts < 100)
        #expect(try store.hits("zebra").count == 5)
        #expect(try !store.check().problems.isEmpty)
    }

    /// The last version whose texts are as they came, and that keeps all units of an article.
    private static let versionOfPlainTexts: Int64 = 12

    /// Of the file and of what stands beside it.
    private func bytes() -> Int {
        ["", "-wal"].reduce(0) { sum, end in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + end)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    @Test("An upgrade compresses what is stored in the room that it has, and frees a third of it")
    func smallerInPlace() throws {
        try write(version: Self.versionOfPlainTexts, articles: 1_500)
        let text = (0..<300).map { "word\($0 * 7 % 90) 检索文章\($0 % 50)。" }.joined(separator: " ")
        do {
            let earlier = try Connection(path: path, mode: .readWrite)
            try earlier.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
            let update = try earlier.prepare("UPDATE article_text SET body = body || ' ' || ? WHERE n = ?")
            let insert = try earlier.prepare("INSERT INTO article_forward (n, fold, units) VALUES (?, 0, ?)")
            try earlier.transaction {
                for n: Int64 in 1...1_500 {
                    let own = text.replacing("word", with: "w\(n * n % 997)x")
                    update.reset()
                    try update.bind([.text(own), .integer(n)])
                    try update.run()
                    let stored = IndexedText(
                        body: Array("stripe\(n) \(Self.text) \(own)".utf8), title: "Zebra 斑马\(n)", author: nil,
                        language: nil)
                    insert.bind(n, at: 1)
                    insert.bind(units: ForwardUnits.codes(of: stored).span, at: 2)
                    try insert.run()
                }
                try earlier.execute("DELETE FROM backfill")
            }
            try earlier.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = bytes()
        var most = before
        do {
            let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
            while try !store.continueBackfill(for: .milliseconds(5)) { most = max(most, bytes()) }
            #expect(try store.connection.integer("SELECT count(*) FROM article_text WHERE typeof(body) = 'text'") == 0)
            let pages = try #require(try store.connection.integer("PRAGMA page_count"))
            let free = try #require(try store.connection.integer("PRAGMA freelist_count"))
            #expect(free * 3 >= pages, "\(free) of \(pages) pages")
            let article = try #require(try store.article(1_500, withTexts: true))
            #expect(article.body.hasPrefix("stripe1500 ") && article.body.contains("w\(1_500 * 1_500 % 997)x"))
        }
        #expect(bytes() <= before + before / 20)
        #expect(most <= before + before / 2, "\(most) in place of \(before)")
    }

    @Test("A process that runs while the program is upgraded writes nothing more")
    func newerMeanwhile() throws {
        let store = try SQLiteStore(path: path, access: .write)
        try Connection(path: path, mode: .readWrite).execute("PRAGMA user_version = 999")
        #expect {
            try store.insert([draft("1", "late", "text")])
        } throws: {
            if case StorageError.newer(_, 999, _) = $0 { true } else { false }
        }
        #expect(try Connection(path: path, mode: .readOnly).integer("SELECT count(*) FROM article") == 0)
    }
}
