import Dispatch
import FeedLibrary
import Foundation
import Messages
import System
import Testing

@testable import AssistantProtocol

@Suite struct AssistantSessionTests {
    private static let start =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#

    private static func search(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"search","arguments":{"query":"fox"}}}"#
    }

    /// The ids and errors of the messages that a session sends for these lines.
    private func answers(
        _ fixture: AssistantFixture, _ lines: [String], after: @Sendable () -> Void = {}
    ) async -> [String] {
        let sent = Locked<[String]>([])
        let session = AssistantSession(server: fixture.server, caller: AssistantFixture.caller()) { bytes in
            let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            let code = (object?["error"] as? [String: Any])?["code"].map { " \($0)" } ?? ""
            sent.withLock { $0.append("\(object?["id"] ?? "-")" + code) }
        }
        for line in lines { session.receive(Array(line.utf8)) }
        after()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                session.finish()
                continuation.resume()
            }
        }
        return sent.withLock { $0.sorted() }
    }

    @Test("A stream is answered in the revision of its handshake, and each request once")
    func handshake() async throws {
        let fixture = try AssistantFixture()
        #expect(await answers(fixture, [Self.search(1)]) == ["1 -32602"])
        let lines = [Self.start] + (1...40).map(Self.search)
        #expect(await answers(fixture, lines).count == 41)
    }

    @Test("A cancelled request is not answered; unknown and malformed cancellations are ignored")
    func cancellation() async throws {
        let fixture = try AssistantFixture()
        let gate = DispatchSemaphore(value: 0)
        let (started, begin) = AsyncStream<Void>.makeStream()
        // Both readers are busy, so that the requests wait until they are cancelled.
        let busy = (0..<2).map { _ in
            Task {
                try await fixture.library.read(in: .english) { _ in
                    begin.yield()
                    gate.wait()
                }
            }
        }
        var waiting = started.makeAsyncIterator()
        for _ in 0..<2 { await waiting.next() }
        func cancel(_ id: String) -> String {
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
        }
        let lines = [
            Self.start, Self.search(1), Self.search(2), cancel("1"), cancel("99"), cancel("{}"), cancel("\"1\""),
            #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        ]
        let answers = await answers(fixture, lines) {
            gate.signal()
            gate.signal()
        }
        for task in busy { try await task.value }
        #expect(answers == ["0", "2"])
    }
}
