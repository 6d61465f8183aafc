import Foundation
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// A client of `/v1/live` or `/v1/events`.
final class EventFollower: HTTPBodySink {
    struct Event {
        var id: String?
        var name: String?
        var data: [String: Any]
    }

    private let bytes = Locked<[UInt8]>([])
    private let isOver = Locked(false)

    /// - Parameter beforeReading: is run when the request has been answered, before anything of the stream is read.
    static func start(
        _ fixture: ServiceFixture, _ target: String, headers: HTTPHeaders, beforeReading: () async throws -> Void = {}
    ) async throws -> EventFollower {
        try await start(fixture.service, target, headers: headers, beforeReading: beforeReading)
    }

    static func start(
        _ service: Service, _ target: String, headers: HTTPHeaders, beforeReading: () async throws -> Void = {}
    ) async throws -> EventFollower {
        let response = await service.respond(to: try HTTPRequest(.get, target, headers: headers))
        try #require(response.status == 200)
        guard case .stream(let write) = response.body else { throw CancellationError() }
        try await beforeReading()
        let follower = EventFollower()
        Task {
            try? await write(HTTPBodyWriter(sink: follower))
            follower.isOver.withLock { $0 = true }
        }
        return follower
    }

    func write(_ bytes: [UInt8], isFlushing: Bool) { self.bytes.withLock { $0 += bytes } }

    var hasEnded: Bool { isOver.withLock { $0 } }
    var byteCount: Int { bytes.withLock { $0.count } }

    var events: [Event] {
        let text = String(decoding: bytes.withLock { $0 }, as: UTF8.self)
        return text.components(separatedBy: "\n\n").compactMap { block in
            var event = Event(data: [:])
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard parts.count == 2 else { continue }
                switch parts[0] {
                case "id": event.id = parts[1]
                case "event": event.name = parts[1]
                case "data":
                    event.data = (try? JSONSerialization.jsonObject(with: Data(parts[1].utf8))) as? [String: Any] ?? [:]
                default: break
                }
            }
            return event.name == nil ? nil : event
        }
    }

    func data(_ name: String) -> [[String: Any]] { events.filter { $0.name == name }.map(\.data) }

    /// Whether a condition comes to hold. Looks are counted, not seconds: where other tests hold the pool, the service waits
    /// as long as this does.
    static func until(_ condition: () throws -> Bool) async throws -> Bool {
        for _ in 0..<6_000 {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
