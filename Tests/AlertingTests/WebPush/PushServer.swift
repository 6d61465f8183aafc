import Articles
import Formats
import Foundation
import Testing

@testable import Alerting

/// Runs Support/push.py, a push service with two browsers on loopback.
final class PushServer: Sendable {
    let folder: URL
    let origin: String
    private let keys: [[String]]
    private let process = Process()
    private let input = Pipe()

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
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("push-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/push.py").standardized
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", script.path, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        let start = try JSONDecoder().decode(Start.self, from: line)
        origin = "http://127.0.0.1:\(start.port)"
        keys = start.keys
    }

    deinit {
        try? input.fileHandleForWriting.close()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sets the status codes of the responses to the next valid messages.
    func answer(_ statuses: [Int]) throws {
        let text = statuses.map(String.init).joined(separator: "\n")
        try Data(text.utf8).write(to: folder.appendingPathComponent("answers"))
    }

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
