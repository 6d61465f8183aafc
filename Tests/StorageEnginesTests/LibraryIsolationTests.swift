import Database
import LibraryStorage
import PostgreSQL
import StorageTestSupport
import TestSupport
import Testing

@testable import Articles
@testable import PostgresEngine

/// Two libraries of one database, each with something in every table.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct LibraryIsolationTests {
    private let server: PostgresAddress
    private let connection: PostgresConnection
    /// All that is stored in either library has its word.
    private let contents = (alpha: FilledLibrary(tail: "alphaword"), beta: FilledLibrary(tail: "betaword"))

    init() throws {
        server = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        connection = try PostgresConnection(server)
    }

    private func create(_ name: String, _ contents: FilledLibrary) throws -> PostgresStore {
        let name = try #require(LibraryName(name))
        try LibraryCatalogue.on(server) { try $0.create(name) }
        let store = try open(name.text)
        try contents.fill(store)
        try store.refreshTitleWords()
        return store
    }

    private func open(_ name: String, _ access: StoreAccess = .write) throws -> PostgresStore {
        let name = try #require(LibraryName(name))
        return try PostgresLibrary.open(LibraryAddress(server: server, name: name), access: access)
    }

    // MARK: - Tables

    /// The tables of the schema, and whether they have a column `library`, from the server's catalogue.
    private func tables() throws -> [(name: String, hasLibrary: Bool)] {
        try connection.query(
            """
            SELECT t.table_name::text, EXISTS (
                SELECT 1 FROM information_schema.columns c
                WHERE c.table_schema = 'feedsearch' AND c.table_name = t.table_name AND c.column_name = 'library')
            FROM information_schema.tables t WHERE t.table_schema = 'feedsearch' ORDER BY 1
            """
        ).map { ($0.text(0), $0.bool(1)) }
    }

    /// The rows of a library, by table.
    private func rows(of library: Int64) throws -> [String: [String]] {
        var rows: [String: [String]] = [:]
        for table in try tables() where table.hasLibrary {
            rows[table.name] = try connection.query(
                "SELECT t::text FROM feedsearch.\(table.name) t WHERE library = $1 ORDER BY 1", [.integer(library)]
            ).map { $0.text(0) }
        }
        return rows
    }

    /// A value of each type, as SQL.
    private static let examples = [
        "int8": "1000000", "int4": "1000000", "int2": "1000", "text": "'x'", "bytea": "'x'", "bool": "false",
        "jsonb": "'{}'", "_int8": "'{}'",
    ]

    /// Inserts a row into each table in which the library has none.
    private func completeTables(of library: Int64) throws {
        for table in try tables() where table.hasLibrary && table.name != "schema_version" {
            let count = try connection.integer(
                "SELECT count(*) FROM feedsearch.\(table.name) WHERE library = $1", [.integer(library)])
            if count != 0 { continue }
            let columns = try connection.query(
                """
                SELECT column_name::text, udt_name::text FROM information_schema.columns
                WHERE table_schema = 'feedsearch' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
                """, [.text(table.name)])
            let values = try columns.map { column -> String in
                switch (column.text(0), column.text(1)) {
                case ("library", _): return String(library)
                case ("slot", _): return "0"
                case (_, let type): return try #require(Self.examples[type], "a column of \(table.name) is \(type)")
                }
            }
            let names = columns.map { $0.text(0) }.joined(separator: ", ")
            try connection.execute(
                "INSERT INTO feedsearch.\(table.name) (\(names)) VALUES (\(values.joined(separator: ", ")))")
        }
    }

    private func articles(of store: PostgresStore) throws -> [Int64] {
        try connection.query(
            "SELECT n FROM feedsearch.article WHERE library = $1", [.integer(store.place.library)]
        ).map { $0.integer(0) }
    }

    @Test("Each table has rows of libraries, but for the table of libraries")
    func columns() throws {
        try LibraryCatalogue.on(server) { try $0.create(.main) }
        #expect(try tables().filter { !$0.hasLibrary }.map(\.name) == ["library"])
    }

    // MARK: - Operations

    @Test("Whatever is done with a library, to the end of its removal, changes no row of another one")
    func rowsOfOthers() throws {
        let beta = try create("beta", contents.beta)
        try completeTables(of: beta.place.library)
        let before = try rows(of: beta.place.library)
        let empty = before.filter(\.value.isEmpty).map(\.key)
        #expect(empty == ["schema_version"], "nothing to compare in \(empty)")
        let alpha = try create("alpha", contents.alpha)
        let feed = try #require(alpha.feeds(subscribedOnly: false).first?.id)
        var keeping = FeedOptions()
        keeping.limits = ArticleLimits(count: 3)
        let copied = try TestLibrary(.sqlite)
        let operations: [(String, () throws -> Void)] = [
            ("undo", { _ = try alpha.undo() }),
            ("ingest", { _ = try alpha.insert([contents.alpha.item(40), contents.alpha.item(2, "changed")]) }),
            ("marks", { _ = try alpha.markAllRead(ReadScope()) }),
            ("tags", { _ = try alpha.change(.tags(add: ["betaword"], remove: []), of: [1, 2, 3]) }),
            ("rules", { _ = try alpha.runDelayedRules(now: testTime + 200) }),
            ("alerts", { try alpha.sortAlerts() }),
            (
                "lease",
                { withExtendedLifetime(try PostgresLibraryLock(.delivery, server, alpha.place, usesLease: true)) {} }
            ),
            ("saved searches", { _ = try alpha.unsave(search: "whale") }),
            ("retention", { _ = try alpha.removeOld(of: feed, keeping, now: testTime + 50 * 86_400) }),
            ("bin", { _ = try alpha.purgeBin(now: testTime + 400 * 86_400) }),
            ("reindex", { try alpha.reindex() }),
            ("optimize", { try alpha.optimize() }),
            ("unsubscribe", { try alpha.unsubscribe(feed) }),
            ("removal of all articles", { _ = try alpha.remove(articles(of: alpha), now: testTime) }),
            ("copy", { try open("alpha", .read).copy(to: copied) }),
            ("rename", { try rename("alpha", to: "gamma") }),
            ("complete tables", { try completeTables(of: alpha.place.library) }),
            ("removal", { try remove("gamma") }),
        ]
        for (name, operation) in operations {
            try operation()
            let after = try rows(of: beta.place.library)
            let changed = after.keys.filter { after[$0] != before[$0] }
            #expect(changed.isEmpty, "\(name) has changed rows of \(changed.sorted())")
        }
        #expect(try rows(of: alpha.place.library).values.allSatisfy(\.isEmpty))
    }

    @Test("What a library answers has nothing of another one, whatever is in that")
    func answersOfOthers() throws {
        let alone = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        let writer = try PostgresLibrary.open(alone, access: .write)
        try contents.beta.fill(writer)
        try writer.refreshTitleWords()
        let expected = try PostgresLibrary.open(alone, access: .read)
        let alpha = try create("alpha", contents.alpha)
        let beta = try create("beta", contents.beta)
        let reader = try open("beta", .read)

        func compare() throws {
            #expect(try contents.beta.answers(reader) == contents.beta.answers(expected))
            // The unique ids of articles that are sent are random.
            func rows(_ store: any TestedStore) throws -> [String] {
                try store.dump().map { $0.replacing(/snd_[0-9a-f]{32}/, with: "snd") }
            }
            let (rows, expectedRows) = (try rows(reader), try rows(expected))
            let different = Set(rows).symmetricDifference(expectedRows).sorted()
            #expect(different == [])
            #expect(rows == expectedRows)
            for query in ["alphaword", "alpha*", "number1 OR alphaword"] {
                let hits = try reader.hits(query)
                #expect(hits.allSatisfy { !$0.contains("alpha") } && hits.count <= 1, "\(query): \(hits)")
            }
            #expect(try reader.complete(prefix: "alph").isEmpty)
            #expect(try reader.complete(prefix: "betaw") == expected.complete(prefix: "betaw"))
            let shown: [Any] = try [
                reader.feeds(subscribedOnly: false), reader.savedSearches(), reader.rules(), reader.ownTags(),
                reader.overview(), reader.similar(to: 7) as Any, reader.changes(since: 0), reader.actions(),
                reader.list(ListRequest(.all([]))), reader.dump(),
            ]
            for value in shown { #expect(!"\(value)".contains("alpha")) }
            let statistics = try (reader.storeStatistics(), expected.storeStatistics())
            #expect(statistics.0.articles == statistics.1.articles && statistics.0.unread == statistics.1.unread)
            #expect(statistics.0.starred == statistics.1.starred && statistics.0.feeds == statistics.1.feeds)
            #expect(statistics.0.savedSearches == statistics.1.savedSearches)
            #expect(try reader.historyToken() == expected.historyToken())
            #expect(try beta.check().problems == [])
        }
        try compare()
        try alpha.insert((100...140).map { contents.alpha.item($0, "鲸鱼 whale betaword") })
        try alpha.optimize()
        let known = try reader.changeToken()
        try alpha.setClientState([1], of: "alphaword")
        #expect(try reader.changeToken() == known)
        try compare()
        try remove("alpha")
        try compare()
    }

    @Test("A library is copied to another one of the same database")
    func copies() throws {
        let alpha = try create("alpha", contents.alpha)
        let name = try #require(LibraryName("second"))
        try LibraryCatalogue.on(server) { try $0.create(name) }
        let target = LibraryAddress(server: server, name: name)
        let store = try PostgresLibrary.open(target, access: .write, goesOnCopying: true)
        _ = try LibraryCopy(from: open("alpha", .read), to: store, maxRows: 4).run()
        let second = try open("second")
        #expect(try second.dump() == alpha.dump())
        #expect(try contents.alpha.answers(second) == contents.alpha.answers(alpha))
        #expect(try second.check().problems == [] && alpha.check().problems == [])
    }

    private func rename(_ name: String, to newName: String) throws {
        let names = try (#require(LibraryName(name)), #require(LibraryName(newName)))
        try LibraryCatalogue.on(server) { try $0.rename(names.0, to: names.1) }
    }

    private func remove(_ name: String) throws {
        let name = try #require(LibraryName(name))
        try LibraryCatalogue.on(server) { try $0.remove(name) }
    }
}
