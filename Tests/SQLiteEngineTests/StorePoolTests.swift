import LibraryStorage
import Pipelines
import QueryLanguage
import Synchronization
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

/// `make tsan` runs these under the thread sanitizer.
@Suite struct StorePoolTests {
    private let folder: TemporaryFolder
    private let path: String
    private static let words = ["alpha", "alpine", "beta", "gamma", "delta", "全文", "搜索", "engine", "the"]
    /// Tries each way to part a row of letters before it gives up.
    private static let catastrophic = "re:([a-z]+)*!"

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.db")
        let store = try SQLiteStore(path: path, access: .write)
        try store.insert((0..<1_200).map { Self.article($0) })
        try store.insert([draft("long", "letters", String(repeating: "abcdefgh", count: 8))])
    }

    private static func article(_ number: Int) -> ArticleDraft {
        let text = (0..<30).map { words[(number &* 7 &+ $0 &* $0 &* (number % 11 + 1)) % words.count] }
        return draft("\(number)", "\(text[0]) \(number)", text.joined(separator: " "))
    }

    private static func request(_ text: String) throws -> SearchRequest {
        SearchRequest(query: try QueryParser.parse(text), now: 1_700_000_000)
    }

    /// Searches for a costly pattern until the deadline of the store. The budget of steps may end one search before.
    private static func searchUntilStopped(_ store: any ArticleStore) throws {
        let request = try Self.request("letters \(Self.catastrophic)")
        while true {
            do { _ = try store.search(request) } catch StorageError.costlyPattern { continue }
        }
    }

    @Test("Eight readers, a writer and 200 cancelled searches get along in one process, within one budget of memory")
    func together() async throws {
        let budget = 2 << 20
        let caches = IndexCaches(maxBytes: budget)
        let pool = StorePool(readers: 8) { [path] in try SQLiteStore(path: path, access: $0, caches: caches) }
        let queries = [
            "alpha", "alp* beta", "搜索", "NEAR(alpha gamma, 4)", "delta -engine", "\"the alpha\"", "is:unread beta",
        ]
        let answers = Tally()
        let cancelled = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<20 {
                    try await pool.write { store in
                        var next = round * 10
                        let end = next + 10
                        try store.insert(
                            BatchInsertRequest { draft in
                                guard next < end else { return false }
                                draft = Self.article(10_000 + next)
                                next += 1
                                return true
                            }, now: 1_700_000_000)
                        try store.change(.read(round % 2 == 0), of: [1, 2, 3])
                    }
                }
            }
            for number in 0..<200 {
                group.addTask {
                    let text = queries[number % queries.count]
                    let total = try await pool.read { store in
                        let request = try Self.request(text)
                        _ = store.warmUp()
                        _ = try store.facets(for: request)
                        return try store.search(request).total
                    }
                    if total > 0 { answers.add() }
                }
                group.addTask {
                    let search = Task { try await pool.read { try Self.searchUntilStopped($0) } }
                    try await Task.sleep(for: .milliseconds(number % 7))
                    search.cancel()
                    if case .failure(let error) = await search.result, error as? SearchError == .cancelled {
                        cancelled.add()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(answers.count == 200)
        #expect(cancelled.count == 200)
        #expect(caches.byteCount <= budget + 1 << 20)
        #expect(try await pool.read { try $0.search(try Self.request("beta")).total } > 0)
    }

    @Test("A search that is cancelled says so, one past its deadline says that, and the reader answers the next")
    func errors() async throws {
        let pool = SQLiteLibrary.pool(path: path, readers: 1)
        let search = Task { try await pool.read { try Self.searchUntilStopped($0) } }
        search.cancel()
        await #expect(throws: SearchError.cancelled) { try await search.value }
        await #expect(throws: SearchError.deadlineExceeded) {
            try await pool.read(until: .after(.milliseconds(20))) { try Self.searchUntilStopped($0) }
        }
        #expect(try await pool.read { try $0.search(try Self.request("alpha")).total } > 0)
    }

    @Test("Waiting for a reader ends at the deadline of the request that waits, and the others keep their places")
    func waiting() async throws {
        let pool = SQLiteLibrary.pool(path: path, readers: 1)
        let search = Task { try await pool.read { try Self.searchUntilStopped($0) } }
        // The one reader is taken until the search is cancelled.
        while !pool.isBusy { await Task.yield() }
        let later = Task { try await pool.read { try $0.search(try Self.request("alpha")).total } }
        await #expect(throws: SearchError.deadlineExceeded) {
            try await pool.read(until: .after(.milliseconds(20))) { _ in Issue.record("it had a reader") }
        }
        search.cancel()
        await #expect(throws: SearchError.cancelled) { try await search.value }
        #expect(try await later.value > 0)
    }

    @Test("What is kept in memory survives a commit that leaves the index as it is, and not one that changes it")
    func survival() throws {
        let caches = IndexCaches(maxBytes: 8 << 20)
        let reader = try SQLiteStore(path: path, access: .read, caches: caches)
        while reader.warmUp() {}
        let kept = caches.byteCount
        #expect(kept > 0)
        let writer = try SQLiteStore(path: path, access: .write)
        try writer.change(.starred(true), of: [5])
        _ = try reader.search(Self.request("alpha"))
        #expect(caches.byteCount >= kept)
        try writer.insert([draft("new", "alpha", "alpha")])
        // A word that no article has needs nothing of a cache.
        _ = try reader.search(Self.request("absentword"))
        #expect(caches.byteCount < kept)
        let total = try reader.search(Self.request("alpha")).total
        #expect(try total == writer.search(Self.request("alpha")).total)
    }

    @Test("After a pause the pool gives back what it keeps of the index, and answers as before")
    func pause() async throws {
        let caches = IndexCaches(maxBytes: 64 << 20)
        let pool = StorePool(readers: 1, idleTime: 0.2) { [path] access in
            try SQLiteStore(path: path, access: access, caches: caches)
        }
        // Looked at before the read ends: the pause may be over by the time its value is here.
        let (total, kept) = try await pool.read {
            (try $0.search(try Self.request("alpha")).total, caches.byteCount)
        }
        #expect(kept > 0)
        var looks = 0
        while caches.byteCount > 0, looks < 200 {
            looks += 1
            // A poll does not lengthen the pause.
            _ = try await pool.read(isPoll: true) { try $0.historyToken() }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(caches.byteCount == 0)
        #expect(try await pool.read { try $0.search(try Self.request("alpha")).total } == total)
    }

    @Test("All calls of one read see one state of the store")
    func oneState() async throws {
        let pool = SQLiteLibrary.pool(path: path, readers: 2)
        try await pool.write { _ = try $0.feeds() }
        let seen = try await pool.read { [path] store in
            let before = try store.newestID()
            try SQLiteStore(path: path, access: .write).insert([draft("later", "later", "later")])
            return (before, try store.newestID(), try store.search(try Self.request("later")).total)
        }
        #expect(seen.0 == seen.1 && seen.2 == 0)
        #expect(try await pool.read { try $0.search(try Self.request("later")).total } == 1)
    }
}

private final class Tally: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
