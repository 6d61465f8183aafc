import Articles
import Formats
import Foundation
import Testing

@testable import Alerting

/// Runs Support/push.py, a push service with two browsers on loopback.
final class PushServer: Sendable {
    var folder: URL { server.folder }
    let origin: String
    private let keys: [[String]]
    private let server: ScriptServer

    private struct Start: Decodable {
        var port: Int
        var keys: [[String]]
    }

    struct Message: Decodable {
        struct Content: Decodable {
            var id, title, body, url: String
        }
        var browser: Int
        var status: Int
        var why: String?
        var topic: String?
        var contact: String?
        var key: String?
        var message: Content?
    }

    init() throws {
        server = try ScriptServer("push.py")
        let start = try JSONDecoder().decode(Start.self, from: server.start)
        origin = "http://127.0.0.1:\(start.port)"
        keys = start.keys
    }

    /// Sets the status codes of the responses to the next valid messages.
    func answer(_ statuses: [Int]) throws { try server.answer(statuses) }

    func set(now: Int64) throws { try Data(String(now).utf8).write(to: folder.appendingPathComponent("now")) }

    func messages() throws -> [Message] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8) else {
            return []
        }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Message.self, from: Data($0.utf8)) }
    }

    func subscription(_ browser: Int, _ identity: P256Key) throws -> PushSubscription {
        try #require(
            PushSubscription(
                endpoint: "\(origin)/send/\(browser)", publicKey: keys[browser][0], authentication: keys[browser][1],
                identity: identity))
    }
}
