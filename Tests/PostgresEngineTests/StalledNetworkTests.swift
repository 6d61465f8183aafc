import Articles
import Database
import Glibc
import LibraryStorage
import Pipelines
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

/// A network that loses everything in the middle of a call, also a request to cancel it, and closes nothing.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct StalledNetworkTests {
    private let proxy: StallingProxy
    private let direct: PostgresAddress
    private let stalling: PostgresAddress

    init() throws {
        let server = try PostgresServer.shared.get()
        let name = try server.newDatabaseName()
        proxy = try StallingProxy(to: server.port)
        direct = try PostgresAddress(server.address(of: name))
        stalling = try PostgresAddress(
            "postgresql://tester@127.0.0.1:\(proxy.port)/\(name)?\(Self.patience)")
    }

    /// A statement of a batch that is sent as text each time.
    enum Statement {
        case begin, copy, commit

        var text: String {
            switch self {
            case .begin: "BEGIN"
            case .copy: "COPY"
            // With its end, which no isolation level has.
            case .commit: "COMMIT\0"
            }
        }
    }

    private func insert(_ numbers: Range<Int>, into store: PostgresStore) throws -> BatchInsertResult {
        try store.insert(numbers) { number in
            var draft = ArticleDraft()
            draft.feed = "https://stalled.example/"
            draft.guid = "\(number)"
            draft.title = "stalled \(number)"
            draft.body = Array("words".utf8)
            return draft
        }
    }

    /// Of an address: without a deadline a call waits for ten minutes, also where it only connects.
    private static let patience = "connect_timeout=600"
    /// A call takes at most that much longer than its deadline. A statement that was cancelled has another second to end; the
    /// rest is for a busy machine, and is a small part of `patience`.
    private static let slack = Duration.seconds(120)

    /// Runs `body`, which the network does not let through, until its deadline; again with twice the time where a busy machine
    /// did not get as far as the network lets it.
    private func expectDeadline(_ store: PostgresStore, _ time: Duration, _ body: () throws -> Void) {
        expectDeadline(time) { try store.until($0, body) }
    }

    private func expectDeadline(_ time: Duration, _ body: (Deadline) throws -> Void) {
        var time = time
        repeat {
            let start = ContinuousClock.now
            let error = #expect(throws: SearchError.self) { try body(.after(time)) }
            let passed = ContinuousClock.now - start
            #expect(error == .deadlineExceeded && passed >= time && passed < time + Self.slack, "\(passed)")
            time *= 2
        } while !proxy.isStalled && time < Self.slack
        #expect(proxy.isStalled)
    }

    @Test(
        "A search during which the network stalls ends at its deadline, and the next one works",
        arguments: [("BEGIN", false), ("feedsearch.index_state", true), ("feedsearch.article_text", false)])
    func search(stopping: String, isAnswerLost: Bool) throws {
        _ = try insert(0..<20, into: PostgresLibrary.open(direct, access: .write))
        let store = try PostgresLibrary.open(stalling, access: .read)
        let request = SearchRequest(query: try QueryParser.parse("stalled"), now: 1)
        proxy.stall(at: stopping, passingIt: isAnswerLost)
        expectDeadline(store, .milliseconds(300)) { _ = try store.search(request) }
        // While it lasts, another call cannot connect, and ends at its deadline too.
        expectDeadline(store, .milliseconds(100)) { _ = try store.search(request) }
        proxy.resume()
        #expect(try store.until(.after(Self.slack)) { try store.search(request).total } == 20)
    }

    @Test(
        "Requests of a service that need a new reader, or wait for one, end at their deadline while the server is silent"
    )
    func readers() async throws {
        let (port, close) = try PostgresServer.listenSilently()
        defer { close() }
        let silent = try PostgresAddress("postgresql://tester@127.0.0.1:\(port)/none?sslmode=disable&\(Self.patience)")
        let pool = StorePool(readers: 2) { try PostgresLibrary.open(silent, access: $0, until: $1) }
        let time = Duration.milliseconds(200)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    await #expect(throws: SearchError.deadlineExceeded) {
                        try await pool.read(until: .after(time)) { _ in Issue.record("it was opened") }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(ContinuousClock.now - start < time + Self.slack)
    }

    @Test("A request that is cancelled while it waits for a reader ends as cancelled")
    func cancelledWait() async throws {
        let (port, close) = try PostgresServer.listenSilently()
        defer { close() }
        let silent = try PostgresAddress("postgresql://tester@127.0.0.1:\(port)/none?sslmode=disable&\(Self.patience)")
        let pool = StorePool(readers: 1) { try PostgresLibrary.open(silent, access: $0, until: $1) }
        let requests = (0..<3).map { _ in Task { try await pool.read(until: .after(.seconds(60))) { _ in } } }
        for request in requests { request.cancel() }
        for request in requests {
            await #expect(throws: SearchError.cancelled) { try await request.value }
        }
    }

    @Test(
        "Opening a library ends at the deadline wherever the network stalls",
        arguments: ["pg_backend_pid", "schema_version"])
    func opening(stopping: String) throws {
        _ = try insert(0..<1, into: PostgresLibrary.open(direct, access: .write))
        proxy.stall(at: stopping, passingIt: true)
        expectDeadline(.milliseconds(300)) { _ = try PostgresLibrary.open(stalling, access: .read, until: $0) }
    }

    @Test(
        "A batch during which the network stalls ends at its deadline, keeps others waiting no longer, and is stored once",
        arguments: [(Statement.begin, true), (.copy, false), (.copy, true), (.commit, false), (.commit, true)])
    func write(stopping: Statement, isAnswerLost: Bool) throws {
        let other = try PostgresLibrary.open(direct, access: .write)
        let store = try PostgresLibrary.open(stalling, access: .write)
        // The first batch of a process takes longer.
        _ = try insert(30..<32, into: store)
        proxy.stall(at: stopping.text, passingIt: isAnswerLost)
        expectDeadline(store, .milliseconds(1_200)) { _ = try insert(0..<20, into: store) }
        // The server cannot end a COPY that waits for rows. It notices that its peer is gone (`keepalives`).
        if stopping == .copy, isAnswerLost { proxy.cut() }
        // The lock of the writers is free soon, and not only when the transaction has been idle for five minutes.
        _ = try other.until(.after(Self.slack)) { try insert(20..<30, into: other) }
        proxy.resume()
        let again = try store.until(.after(Self.slack)) { try insert(0..<20, into: store) }
        let isStored = stopping == .commit && isAnswerLost
        #expect(again.inserted == (isStored ? 0 : 20) && again.unchanged == (isStored ? 20 : 0))
        #expect(try store.storeStatistics().articles == 32 && store.check().problems == [])
    }

    @Test("A statement ends on the server at the deadline, also one that was set inside the transaction")
    func server() throws {
        let connection = try PostgresConnection(stalling)
        let watcher = try PostgresConnection(direct)
        proxy.stall(at: "pg_sleep", passingIt: true)
        #expect(throws: PostgresError.self) {
            try connection.transaction {
                _ = try connection.integer("SELECT 1")
                try connection.withDeadline(.after(.milliseconds(300))) {
                    // In one message: a statement with values is prepared first, and would not run.
                    try connection.execute("SELECT pg_sleep(3600)")
                }
            }
        }
        #expect(connection.isBroken)
        var isRunning = true
        let end = ContinuousClock.now + Self.slack
        while isRunning, .now < end {
            isRunning =
                try watcher.integer(
                    "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%' || $1 || '%'",
                    [.text("pg_" + "sleep(3600)")]) != 0
            if isRunning { usleep(50_000) }
        }
        #expect(!isRunning)
    }
}
