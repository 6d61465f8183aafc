import Accounts
import Articles
import FeedLibrary
import Glibc
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Libraries of a host that move while a service serves them.
@Suite(.fewAtOnce) struct LibraryMoveTests {
    private struct Stopped: Error {}

    /// Runs `body`, which waits for requests, outside of the cooperative pool, whose threads answer them.
    private static func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let isStarted = BackgroundThread.start { continuation.resume(with: Swift.Result { try body() }) }
            precondition(isStarted, "no thread can be started")
        }
    }

    /// Stores an article through the service.
    private func write(_ id: String, _ fixture: HostFixture, _ token: String) async throws -> Int {
        let line = #"{"feed":"https://example.org/f","id":"\#(id)","title":"heron \#(id)","text":"text"}"#
        let answer = try await fixture.ask(
            .post, "/v1/ingest", token: token, body: line + "\n", type: "application/x-ndjson")
        return String(decoding: answer.bytes, as: UTF8.self).contains("\"error\"") ? 0 : answer.status
    }

    private func titles(_ fixture: HostFixture, _ token: String) async throws -> Set<String> {
        let answer = try await fixture.ask(.get, "/v1/search?q=heron&limit=100", token: token)
        let hits = try #require(answer.object["hits"] as? [[String: Any]])
        let titles = hits.compactMap { $0["title"] as? String }
        #expect(titles.count == Set(titles).count)
        return Set(titles)
    }

    private func place(_ fixture: HostFixture) throws -> String {
        let entry = try #require(try fixture.accounts.hostedLibrary(named: "anna"))
        return try fixture.place.location(of: entry.address)
    }

    @Test(
        "A move that ends after any step leaves the library in one place, writable, and is continued by the next call",
        arguments: LibraryMove.Step.allCases)
    func interrupted(_ step: LibraryMove.Step) async throws {
        let fixture = try HostFixture()
        try fixture.add("anna")
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        #expect(try await write("1", fixture, token) == 200)
        let former = try place(fixture)
        let target = fixture.folder + "/elsewhere/anna.db"
        let (folder, accounts) = (fixture.place, fixture.accounts)
        func move(stoppingAt stop: LibraryMove.Step?) async throws -> LibraryMove.Outcome {
            try await Task.detached {
                try LibraryMove(folder, accounts) { if $0 == stop { throw Stopped() } }.run("anna", to: target)
            }.value
        }
        await #expect(throws: Stopped.self) { try await move(stoppingAt: step) }
        #expect(try place(fixture) == (step == .switched ? target : former))
        #expect(try await write("2", fixture, token) == 200)
        #expect(try await titles(fixture, token) == ["heron 1", "heron 2"])

        let outcome = try await move(stoppingAt: nil)
        #expect(outcome == (step == .switched ? .unchanged(at: target) : .moved(from: former, to: target)))
        #expect(try place(fixture) == target)
        #expect(FileSystem.kind(former) == nil)
        #expect(try await write("3", fixture, token) == 200)
        #expect(try await titles(fixture, token) == ["heron 1", "heron 2", "heron 3"])
        #expect(try Library(path: target, for: .reading).store.check().problems == [])
    }

    @Test("Requests during the last step wait and are answered from the new place")
    func waiting() async throws {
        let fixture = try HostFixture()
        try fixture.add("anna")
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        #expect(try await write("1", fixture, token) == 200)
        let target = fixture.folder + "/elsewhere/anna.db"
        let (folder, accounts) = (fixture.place, fixture.accounts)
        let statuses = Locked<[Int]>([])
        let isSealed = Locked(false)
        async let outcome = Task.detached {
            try LibraryMove(folder, accounts) { step in
                if step != .sealed { return }
                isSealed.withLock { $0 = true }
                // The write arrives while the library is sealed.
                let end = ContinuousClock.now + .milliseconds(700)
                while ContinuousClock.now < end { usleep(5_000) }
            }.run("anna", to: target)
        }.value
        while !isSealed.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        for id in ["2", "3"] {
            let status = try await write(id, fixture, token)
            statuses.withLock { $0.append(status) }
        }
        _ = try await outcome
        #expect(statuses.withLock { $0 } == [200, 200])
        #expect(try place(fixture) == target)
        #expect(try await titles(fixture, token) == ["heron 1", "heron 2", "heron 3"])
    }

    @Test("A move that stops for long at its last step fails, and the library goes on at its former place")
    func late() async throws {
        let fixture = try HostFixture()
        try fixture.add("anna")
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        #expect(try await write("1", fixture, token) == 200)
        let former = try place(fixture)
        let target = fixture.folder + "/elsewhere/anna.db"
        let (folder, accounts) = (fixture.place, fixture.accounts)
        let isSealed = Locked(false)
        let isWritten = Locked(false)
        let move = Task {
            try await Self.onThread {
                try LibraryMove(folder, accounts) { step in
                    if step != .sealed { return }
                    isSealed.withLock { $0 = true }
                    while !isWritten.withLock({ $0 }) { usleep(5_000) }
                }.run("anna", to: target)
            }
        }
        while !isSealed.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await write("2", fixture, token) == 200)
        isWritten.withLock { $0 = true }
        await #expect(throws: AccountError.self) { _ = try await move.value }
        #expect(try place(fixture) == former)
        #expect(try await titles(fixture, token) == ["heron 1", "heron 2"])
        // The next call continues with the copy that is there.
        let outcome = try await Task.detached { try LibraryMove(folder, accounts).run("anna", to: target) }.value
        #expect(outcome == .moved(from: former, to: target))
        #expect(try await titles(fixture, token) == ["heron 1", "heron 2"])
    }
}
