import Articles
import Database
import LibraryStorage
import Pipelines
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct LibraryCatalogueTests {
    private let server: PostgresAddress
    private let connection: PostgresConnection
    private var catalogue: LibraryCatalogue { LibraryCatalogue(connection) }

    init() throws {
        server = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        connection = try PostgresConnection(server)
    }

    private func name(_ text: String) throws -> LibraryName { try #require(LibraryName(text)) }

    private func open(_ text: String, _ access: StoreAccess = .write, mayCreate: Bool = true) throws -> PostgresStore {
        try PostgresLibrary.open(
            LibraryAddress(server: server, name: name(text)), access: access, mayCreate: mayCreate)
    }

    private func insert(_ guids: [String], into store: PostgresStore) throws {
        let drafts = guids.map { guid in
            var draft = ArticleDraft()
            draft.feed = "https://example.org/feed"
            draft.guid = guid
            draft.title = "Title \(guid)"
            draft.body = Array("text of \(guid)".utf8)
            return draft
        }
        _ = try TwoStores.insert([drafts.map { .article($0) }], into: store)
    }

    /// Whether the library was refused as missing.
    private func isMissing(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return false
        } catch StorageError.noSuchLibrary {
            return true
        }
    }

    private func isBeingRemoved(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return false
        } catch StorageError.libraryBeingRemoved {
            return true
        }
    }

    @Test("A removal that was interrupted keeps the library's identity until its last transaction")
    func identityOfRemoved() throws {
        let store = try open("main")
        try catalogue.create(name("work"))
        let number = try open("work").place.library
        try connection.run(
            "UPDATE feedsearch.library SET is_being_removed = true WHERE number = $1", [.integer(number)])
        var hadIdentity = true
        try catalogue.remove(name("work")) { _ in
            let count = try? connection.integer(
                "SELECT count(*) FROM feedsearch.library_identity WHERE library = $1", [.integer(number)])
            if count != 1 { hadIdentity = false }
        }
        #expect(hadIdentity)
        #expect(
            try connection.integer(
                "SELECT count(*) FROM feedsearch.library_identity WHERE library = $1", [.integer(number)]) == 0)
        withExtendedLifetime(store) {}
    }

    @Test("Reading a library that is being removed names the removal, not damage")
    func readWhileRemoved() throws {
        _ = try open("main")
        try catalogue.create(name("work"))
        let store = try open("work")
        try insert(["1"], into: store)
        try connection.run("UPDATE feedsearch.library SET is_being_removed = true WHERE name = 'work'")
        try connection.run("DELETE FROM feedsearch.index_state WHERE library = $1", [.integer(store.place.library)])
        #expect(try isBeingRemoved { _ = try store.search(SearchRequest(query: QueryParser.parse("text"), now: 1)) })
    }

    @Test("Forged counts of articles do not end the list of libraries", arguments: [Int64.max, -.max])
    func forgedCounts(_ count: Int64) throws {
        for name in ["main", "work"] {
            if name != "main" { try catalogue.create(self.name(name)) }
            try insert(["1"], into: open(name))
        }
        try connection.run("UPDATE feedsearch.feed SET articles = $1", [.integer(count)])
        #expect(try catalogue.entries().count == 2)
    }

    private func leastProgram() throws -> Int { try PostgresSchema.version(connection).leastProgram }

    // MARK: -

    @Test("Writing creates the library main alone, and each library has its own numbers")
    func creation() throws {
        #expect(try catalogue.entries() == [])
        #expect(try isMissing { _ = try open("work") })
        #expect(try isMissing { _ = try open("work", .read) })
        // Nothing was created, not even tables.
        #expect(try PostgresSchema.version(connection).steps == 0)
        let main = try open("main")
        #expect(main.place == LibrarySlot(library: 1))
        try catalogue.create(name("work"))
        #expect(throws: StorageError.self) { try catalogue.create(name("work")) }
        let work = try open("work")
        #expect(work.place == LibrarySlot(library: 2))
        try insert(["a", "b"], into: main)
        try insert(["c"], into: work)
        #expect(try main.newestID() == 2 && work.newestID() == 1)
        let entries = try catalogue.entries()
        #expect(entries.map(\.name.text) == ["main", "work"] && entries.map(\.articles) == [2, 1])
        #expect(entries[0].bytes > entries[1].bytes && entries[1].bytes > 0)
        #expect(try main.storeStatistics().bytes + work.storeStatistics().bytes <= entries[0].bytes * 2)
    }

    @Test("A library that is renamed keeps its number, its identity and the programs that have it open")
    func renaming() throws {
        let main = try open("main")
        try catalogue.create(name("work"))
        let work = try open("work")
        try insert(["a"], into: work)
        let identity = try PostgresLibrary.find(LibraryAddress(server: server, name: name("work")), until: .never)
        try catalogue.rename(name("work"), to: name("job"))
        try insert(["b"], into: work)
        #expect(try open("job", .read).newestID() == 2)
        #expect(try isMissing { _ = try open("work", .read) })
        let renamed = try PostgresLibrary.find(LibraryAddress(server: server, name: name("job")), until: .never)
        #expect(renamed?.identity == identity?.identity && renamed?.place == work.place)
        #expect(throws: StorageError.self) { try catalogue.rename(name("job"), to: .main) }
        #expect(try isMissing { try catalogue.rename(name("none"), to: name("other")) })

        // The name is free now, and means another library.
        try catalogue.rename(.main, to: name("former"))
        try insert(["a"], into: main)
        #expect(try open("main").place == LibrarySlot(library: 3))
        #expect(try open("former", .read).newestID() == 1)
    }

    @Test("Earlier programs, which know number 1 alone, are refused once it is not the library main")
    func earlierPrograms() throws {
        try PostgresSchema.upgrade(connection, to: PostgresSchema.severalLibraries - 1)
        try PostgresPages.create(connection, LibrarySlot(library: 1))
        try PostgresPages.create(connection, LibrarySlot(library: 7))
        let main = try open("main")
        #expect(main.place == LibrarySlot(library: 1))
        try catalogue.create(name("work"))
        #expect(try catalogue.entries().map(\.name.text) == ["library-7", "main", "work"])
        #expect(try open("work").place == LibrarySlot(library: 8))
        let earlier = try leastProgram()
        #expect(earlier < PostgresSchema.severalLibraries)
        let identities = try connection.query("SELECT id FROM feedsearch.library_identity").map { $0.text(0) }
        #expect(Set(identities).count == 3 && identities.allSatisfy { $0.utf8.count == 32 })
        try catalogue.rename(.main, to: name("former"))
        #expect(try leastProgram() == PostgresSchema.severalLibraries)
    }

    @Test(
        "In an upgraded database without a library, earlier programs are refused once another one than main is created")
    func emptyUpgraded() throws {
        try PostgresSchema.upgrade(connection, to: PostgresSchema.severalLibraries - 1)
        #expect(try isMissing { _ = try open("work") })
        // Was not upgraded for that.
        #expect(try PostgresSchema.version(connection).steps == PostgresSchema.severalLibraries - 1)
        try catalogue.create(name("work"))
        #expect(try leastProgram() == PostgresSchema.severalLibraries)
    }

    @Test("Main is created once by writers that begin at once, and not by a program that may not create it")
    func mainAtOnce() throws {
        try catalogue.create(name("work"))
        #expect(try isMissing { _ = try open("main", mayCreate: false) })
        #expect(try isMissing { _ = try open("main", .read) })
        let stores = try (0..<3).map { _ in try open("main") }
        #expect(Set(stores.map(\.place)).count == 1)
    }

    // MARK: - Removing

    @Test("A library that is removed is closed to programs that have it open, and its number is not used again")
    func removal() throws {
        try catalogue.create(name("work"))
        let writer = try open("work")
        try insert((0..<40).map { "\($0)" }, into: writer)
        let reader = try open("work", .read)
        _ = try reader.changeToken()
        var counts: [Int] = []
        try catalogue.remove(name("work")) { counts.append($0) }
        #expect(counts == counts.sorted() && (counts.last ?? 0) > 100)
        #expect(try isMissing { try insert(["x"], into: writer) })
        #expect(try isMissing { _ = try reader.changeToken() })
        #expect(try isMissing { try catalogue.remove(name("work")) })
        #expect(try catalogue.entries() == [])
        try catalogue.create(name("work"))
        #expect(try open("work").place == LibrarySlot(library: 2))
        #expect(try open("work").newestID() == 0)
        #expect(try isMissing { try insert(["x"], into: writer) })
    }

    @Test("A removal that was interrupted leaves the library closed, and goes on")
    func interruptedRemoval() throws {
        struct Interruption: Error {}
        try catalogue.create(name("work"))
        let writer = try open("work")
        try insert((0..<40).map { "\($0)" }, into: writer)
        try catalogue.create(name("other"))
        try insert(["kept"], into: open("other"))
        // As a program that is killed after the first part.
        let second = try PostgresConnection(server)
        #expect(throws: StorageError.self) {
            try LibraryCatalogue.on(server) { catalogue in
                try catalogue.remove(name("work")) { _ in
                    _ = try? second.query(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                }
            }
        }
        let entries = try LibraryCatalogue.on(server) { try $0.entries() }
        #expect(entries.map(\.isBeingRemoved) == [false, true])
        #expect(try isBeingRemoved { _ = try open("work") })
        #expect(try isBeingRemoved { _ = try open("work", .read) })
        #expect(try isBeingRemoved { try LibraryCatalogue.on(server) { try $0.create(name("work")) } })
        #expect(try isBeingRemoved { try LibraryCatalogue.on(server) { try $0.rename(name("work"), to: name("x")) } })
        #expect(throws: StorageError.self) { try insert(["x"], into: writer) }
        try LibraryCatalogue.on(server) { try $0.remove(name("work")) }
        #expect(try LibraryCatalogue.on(server) { try $0.entries() }.map(\.name.text) == ["other"])
        #expect(try open("other").newestID() == 1 && open("other").check().problems == [])
        let left = try second.integer("SELECT count(*) FROM feedsearch.article WHERE library <> 2")
        #expect(left == 0)
    }

    @Test("An unfinished copy can be removed")
    func unfinishedCopy() throws {
        try catalogue.create(name("work"))
        let target = try PostgresLibrary.open(
            LibraryAddress(server: server, name: name("work")), access: .write, goesOnCopying: true)
        try target.beginCopy {}
        #expect(throws: StorageError.self) { try open("work") }
        try catalogue.remove(name("work"))
        #expect(try catalogue.entries() == [])
        try catalogue.create(name("work"))
        try insert(["a"], into: open("work"))
    }

    @Test("Where main was renamed, its address finds no folder of accounts of another library")
    func missingMain() throws {
        #expect(try PostgresLibrary.find(LibraryAddress(server: server), until: .never) == nil)
        _ = try open("main")
        #expect(try PostgresLibrary.find(LibraryAddress(server: server), until: .never)?.place.library == 1)
        try catalogue.rename(.main, to: name("former"))
        #expect(try isMissing { _ = try PostgresLibrary.find(LibraryAddress(server: server), until: .never) })
    }

    @Test("A removal takes parts in the order of keys, whatever their types, and leaves what others have")
    func parts() throws {
        try catalogue.create(name("work"))
        try catalogue.create(name("other"))
        for library in [1, 2] {
            try connection.execute(
                """
                WITH words AS (SELECT 'w' || i * 7919 % 7001 || ' 鲸鱼' AS word FROM generate_series(0, 6999) AS i),
                titles AS (
                    INSERT INTO feedsearch.title_word (library, slot, initials, word, titles)
                    SELECT \(library), 0, left(word, 2), word, 1 FROM words
                )
                INSERT INTO feedsearch.frequent_word (library, slot, first, words)
                SELECT \(library), 0, convert_to(word, 'UTF8'), '' FROM words
                """)
        }
        var parts = 0
        try catalogue.remove(name("work")) { _ in parts += 1 }
        #expect(parts >= 4)
        for table in ["title_word", "frequent_word"] {
            let counts = try connection.query("SELECT library, count(*) FROM feedsearch.\(table) GROUP BY 1")
            #expect(counts.map { [$0.integer(0), $0.integer(1)] } == [[2, 7_000]])
        }
    }
}
