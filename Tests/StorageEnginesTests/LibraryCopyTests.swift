import Database
import LibraryStorage
import PostgreSQL
import QueryLanguage
import SQLite
import StorageTestSupport
import Testing

@testable import Articles
@testable import PostgresEngine
@testable import SQLiteEngine

/// A whole library, from any engine to any other.
@Suite struct LibraryCopyTests {
    private let contents = FilledLibrary()

    private func item(_ number: Int, _ text: String = "鲸鱼 whale") -> ArticleDraft { contents.item(number, text) }
    private func fill(_ store: any TestedStore) throws { try contents.fill(store) }
    private func answers(_ store: any TestedStore) throws -> [String] { try contents.answers(store) }

    /// Of an unfinished copy.
    private func count(_ table: String, in target: TestLibrary) throws -> Int64? {
        switch target.engine {
        case .sqlite:
            try Connection(path: target.address + ".copying", mode: .readOnly).integer("SELECT count(*) FROM \(table)")
        case .postgres:
            try PostgresConnection(PostgresAddress(target.address)).integer("SELECT count(*) FROM feedsearch.\(table)")
        }
    }

    /// Whether nobody can read or write a library by mistake of which only a part is there.
    private func isClosed(_ target: TestLibrary) -> Bool {
        [StoreAccess.read, .write].allSatisfy { access in
            // Whoever writes to a file that is not there makes it, as always.
            if target.engine == .sqlite, access == .write { return true }
            do {
                _ = try target.open(access)
                return false
            } catch StorageError.unfinishedCopy {
                return target.engine == .postgres
            } catch StorageError.notFound {
                return target.engine == .sqlite
            } catch { return false }
        }
    }

    /// Makes the HTML of an article unreadable.
    ///
    /// - Returns: brings it back.
    private func damage(_ article: Int64, in library: TestLibrary) throws -> () throws -> Void {
        let html = try #require(library.open(.read).article(ArticleID(article))?.html)
        switch library.engine {
        case .sqlite:
            let file = try Connection(path: library.address, mode: .readWrite)
            try file.run("UPDATE article_text SET html = x'00' WHERE n = ?", [.integer(article)])
            return { try file.run("UPDATE article_text SET html = ? WHERE n = ?", [.text(html), .integer(article)]) }
        case .postgres:
            let connection = try PostgresConnection(PostgresAddress(library.address))
            let sql = "UPDATE feedsearch.article_text SET html = $1, html_packed = $2 WHERE n = $3"
            try connection.run(sql, [.bytes([0]), .bool(true), .integer(article)])
            return { try connection.run(sql, [.bytes(Array(html.utf8)), .bool(false), .integer(article)]) }
        }
    }

    @Test(
        "A copy has all rows, gives the same answers, and goes on as the source does",
        arguments: StorageEngine.available, StorageEngine.available)
    func whole(_ from: StorageEngine, _ to: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(from), TestLibrary(to))
        let source = try sourceLibrary.open()
        try fill(source)
        let counts = try sourceLibrary.open(.read).copy(to: targetLibrary)
        let target = try targetLibrary.open()
        let before = try source.dump()
        #expect(try target.dump() == before)
        // What would be compared as nothing with nothing.
        let empty = counts.filter { $0.value == 0 }.keys.sorted()
        #expect(empty == ["first_import"], "\(empty)")
        #expect(counts.values.reduce(0, +) == before.count && counts["article"] == 28)
        #expect(try answers(target) == answers(source))
        #expect(try target.check().problems == [])

        for store in [source, target] {
            store.alertSettings.includesFirstImports = true
            #expect(try store.undo()?.numbers == [5, 21])
            // A guid that was removed, one that has another name now, a new one, an edited one.
            try store.insert([item(20), item(6), item(40), item(11, "changed whale")])
            try store.addRule("x", .read, now: testTime)
            try store.save(search: "late", query: "x", now: testTime)
            try store.remove([12], now: testTime + 50 * 86_400)
            try store.sortAlerts()
        }
        #expect(try source.savedSearches() == target.savedSearches())
        #expect(try source.rules() == target.rules())
        #expect(try target.dump() == source.dump())
        #expect(try answers(target) == answers(source))
        #expect(try source.article(32)?.guid == "g40" && target.article(32)?.guid == "g40")
        #expect(try target.check().problems == [])
    }

    @Test(
        "A copy that was cut short goes on, is closed to others meanwhile, and is what the source is in the end",
        arguments: StorageEngine.available, StorageEngine.available)
    func cutShort(_ from: StorageEngine, _ to: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(from), TestLibrary(to))
        let source = try sourceLibrary.open()
        try fill(source)
        // A reader that was there before sees no part of it either.
        let early = to == .postgres ? try targetLibrary.open() : nil
        let bringBack = try damage(7, in: sourceLibrary)
        #expect(throws: StorageError.self) { try sourceLibrary.open(.read).copy(to: targetLibrary) }
        try bringBack()
        #expect(try count("article", in: targetLibrary) == 28)
        #expect(try count("article_text", in: targetLibrary) == 4)
        #expect(isClosed(targetLibrary))
        if let early { #expect(throws: StorageError.self) { try early.insert([item(1)]) } }

        // Rows that go, come and change, keys that others get, and searches whose rows go with them.
        let feed = try #require(source.feeds(subscribedOnly: false).first?.id)
        try source.edit(feed, FeedChanges(ownTitle: "Another"))
        try source.remove([1, 22], now: testTime + 41 * 86_400)
        #expect(try source.undo()?.numbers == [1, 22])
        try source.remove([2, 23], now: testTime + 42 * 86_400)
        try source.insert([item(3, "quite another"), item(50), item(51)])
        try source.change(.tags(add: ["new"], remove: ["Später"]), of: [4])
        #expect(try source.unsave(search: "whale"))
        try source.save(search: "whale", query: "sea", now: testTime)
        try source.setClientState([9], of: "importer")
        let counts = try sourceLibrary.open(.read).copy(to: targetLibrary)
        #expect(counts["article"] == 28)
        let target = try targetLibrary.open()
        #expect(try target.dump() == source.dump())
        #expect(try answers(target) == answers(source))
        #expect(try target.check().problems == [])
        #expect(throws: LibraryCopyError.self) { try sourceLibrary.open(.read).copy(to: targetLibrary) }
    }

    @Test("A place that is not empty is refused and stays as it is", arguments: StorageEngine.all)
    func notEmpty(_ engine: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(engine))
        let (source, target) = try (sourceLibrary.open(), targetLibrary.open())
        try source.insert([item(1), item(2)])
        try target.save(search: "mine", query: "x", now: testTime)
        let before = try target.dump()
        #expect(throws: LibraryCopyError.notEmpty(table: "saved_search")) { try source.copy(to: targetLibrary) }
        #expect(try target.dump() == before)
        try target.insert([item(3)])
        #expect(try target.hits("number3") == ["g3"])
    }

    @Test("A file that gets content while a copy is made is not replaced")
    func contentMeanwhile() throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(.sqlite))
        let source = try sourceLibrary.open()
        try source.insert([item(1), item(2)])
        do {
            _ = try targetLibrary.open()
        }
        let file = try FileCopyTarget(for: targetLibrary.address, trace: nil)
        #expect(throws: StorageError.self) { try FileCopyTarget(for: targetLibrary.address, trace: nil) }
        _ = try LibraryCopy(from: #require(source as? any CopyableStore), to: file.store).run()
        do {
            try targetLibrary.open().insert([item(9)])
        }
        #expect(throws: LibraryCopyError.notEmpty(table: "feed")) { try file.putInPlace() }
        #expect(try targetLibrary.open().hits("number9") == ["g9"])
    }

    @Test(
        "A row that the target does not keep as it was is found, and nobody can use the copy",
        .enabled(if: StorageEngine.available.contains(.postgres)))
    func different() throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(.postgres))
        let source = try sourceLibrary.open()
        try source.insert([item(1)])
        let file = try Connection(path: sourceLibrary.address, mode: .readWrite)
        // The server keeps a place in 32 bits.
        try file.run("INSERT INTO hand_place VALUES (0, 1, 1, 1 << 40)")
        for _ in 0..<2 {
            #expect(throws: LibraryCopyError.differs(table: "hand_place", row: "0 1 1")) {
                try source.copy(to: targetLibrary)
            }
            #expect(isClosed(targetLibrary))
        }
        try file.run("UPDATE hand_place SET place = 7")
        try source.copy(to: targetLibrary)
        #expect(try targetLibrary.open().dump() == source.dump())
    }
}
