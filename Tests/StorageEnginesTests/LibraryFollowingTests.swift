import LibraryStorage
import StorageTestSupport
import Testing

@testable import Articles
@testable import PostgresEngine
@testable import SQLiteEngine

/// A copy that follows its source, as when a library is moved while it is in use.
@Suite struct LibraryFollowingTests {
    private let contents = FilledLibrary()

    private func item(_ number: Int, _ text: String = "鲸鱼 whale") -> ArticleDraft { contents.item(number, text) }

    /// An unfinished copy, and the function that makes it usable.
    private func unfinished(
        _ target: TestLibrary, of source: (any CopyableStore)? = nil
    ) throws -> (store: any CopyableStore, putInPlace: () throws -> Void) {
        switch target.engine {
        case .sqlite:
            let file = try FileCopyTarget(for: target.address, trace: nil) { copy in
                try source.map { try LibraryCopy.isEarlierState(copy, of: $0) } ?? false
            }
            return (file.store, file.putInPlace)
        case .postgres:
            let store = try PostgresLibrary.open(LibraryAddress(target.address), access: .write, goesOnCopying: true)
            return (store, {})
        }
    }

    private func unseal(_ library: TestLibrary) throws {
        switch library.engine {
        case .sqlite: try SQLiteLibrary.unseal(path: library.address)
        case .postgres: try PostgresLibrary.unseal(LibraryAddress(library.address))
        }
    }

    @Test(
        "A copy that follows its source has all later changes, in its index too",
        arguments: StorageEngine.available, StorageEngine.available)
    func follows(_ from: StorageEngine, _ to: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(from), TestLibrary(to))
        let source = try sourceLibrary.open()
        try contents.fill(source)
        do {
            let reader = try #require(sourceLibrary.open(.read) as? any CopyableStore)
            let (store, putInPlace) = try unfinished(targetLibrary)
            let copy = LibraryCopy(from: reader, to: store, maxRows: 4)
            var token = try copy.prepare()
            #expect(try copy.catchUp(since: token) == token)

            let feed = try #require(source.feeds(subscribedOnly: false).first?.id)
            try source.edit(feed, FeedChanges(ownTitle: "Another"))
            try source.remove([1, 22], now: testTime + 41 * 86_400)
            #expect(try source.undo()?.numbers == [1, 22])
            try source.remove([2, 23], now: testTime + 42 * 86_400)
            try source.insert([item(3, "quite another"), item(50), item(51)])
            token = try copy.catchUp(since: token)
            try source.change(.tags(add: ["new"], remove: ["Später"]), of: [4])
            #expect(try source.unsave(search: "whale"))
            try source.save(search: "whale", query: "sea", now: testTime)
            try source.setClientState([9], of: "importer")
            try source.insert([item(52, "the last whale"), item(50, "an edited whale")])
            // A call that fails changes nothing.
            struct Late: Error {}
            #expect(throws: Late.self) { try copy.catchUp(since: token) { throw Late() } }
            _ = try copy.catchUp(since: token, isLast: true)
            try putInPlace()
        }
        let target = try targetLibrary.open()
        let (copied, wanted) = try (Set(target.dump()), Set(source.dump()))
        #expect(copied.subtracting(wanted) == [])
        #expect(wanted.subtracting(copied) == [])
        #expect(try contents.answers(target) == contents.answers(source))
        #expect(try target.check().problems == [])
        #expect(try target.hits("last whale") == ["g52"])
    }

    @Test("A sealed library can be read and not written, until the seal is removed", arguments: StorageEngine.all)
    func seal(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let (early, other) = try (library.open(), library.open())
        try early.insert([item(1)])
        let sealed = try #require(other as? any CopyableStore)
        struct Stopped: Error {}
        #expect(throws: Stopped.self) { try sealed.sealing { throw Stopped() } }
        try early.insert([item(2)])
        try sealed.sealing {}
        func isSealed(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return false
            } catch StorageError.sealed { return true } catch { return false }
        }
        #expect(isSealed { try early.insert([item(3)]) })
        #expect(isSealed { _ = try library.open() })
        #expect(try library.open(.read).storeStatistics().articles == 2)
        try unseal(library)
        try early.insert([item(4)])
        #expect(try library.open().storeStatistics().articles == 3)
    }

    @Test(
        "A complete copy of an earlier state is continued, and a copy that was changed since is not replaced",
        arguments: StorageEngine.available, StorageEngine.available)
    func earlier(_ from: StorageEngine, _ to: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(from), TestLibrary(to))
        let source = try sourceLibrary.open()
        try source.insert([item(1), item(2)])
        try source.copy(to: targetLibrary)
        try source.insert([item(3)])
        let reader = try #require(sourceLibrary.open(.read) as? any CopyableStore)
        do {
            let (store, putInPlace) = try unfinished(targetLibrary, of: reader)
            let copy = LibraryCopy(from: reader, to: store, replacesEarlierCopy: true)
            _ = try copy.catchUp(since: copy.prepare(), isLast: true)
            try putInPlace()
        }
        #expect(try targetLibrary.open().dump() == source.dump())
        try targetLibrary.open().insert([item(9)])
        #expect(throws: LibraryCopyError.self) {
            let (store, _) = try unfinished(targetLibrary, of: reader)
            _ = try LibraryCopy(from: reader, to: store, replacesEarlierCopy: true).prepare()
        }
        #expect(try targetLibrary.open().hits("number9") == ["g9"])
    }
}
