import Foundation
import Testing

@testable import Alerting

/// The APIs of services on loopback: see Support/services.py.
final class ServiceServer: Sendable {
    let folder: URL
    let origin: String
    private let process = Process()
    private let input = Pipe()

    struct Request: Decodable {
        var service: String
        var status: Int
        var why: String?
        var path: String
        var id: String
        var body: String
        var extra: String?
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("services-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/services.py").standardized
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", script.path, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        let port = try #require(Int(String(decoding: line, as: UTF8.self)), "the services did not start")
        origin = "http://127.0.0.1:\(port)"
    }

    deinit {
        try? input.fileHandleForWriting.close()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The statuses of the next requests that have the service's form.
    func answer(_ statuses: [Int]) throws {
        let text = statuses.map(String.init).joined(separator: "\n")
        try Data(text.utf8).write(to: folder.appendingPathComponent("answers"))
    }

    func requests() throws -> [Request] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8) else {
            return []
        }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// The channel of a preset at this server, and its secret.
    func channel(_ preset: String) -> (channel: String, secret: String) {
        switch preset {
        case "telegram": ("telegram:\(origin)/-1001", "123:AbC_d-E")
        case "matrix": ("matrix:\(origin)/!room:example.org", "syt_secret")
        case "slack": ("slack:\(origin)", "\(origin)/services/T0/B0/XyZ")
        case "discord": ("discord:\(origin)", "\(origin)/api/webhooks/1/tok-en")
        case "mattermost": ("mattermost:\(origin)", "\(origin)/hooks/k3y")
        case "ntfy": ("ntfy:\(origin)/tea", "tk_secret")
        case "gotify": ("gotify:\(origin)", "A-app.token")
        case "pushover":
            ("pushover:\(origin)/uQiRzpo4DXghDmr9QzzfQu27cmVRsG", "azGDORePK8gMaC0QOYAMyEEuzJnyUi")
        case "apprise": ("apprise:\(origin)", "my-key")
        default: ("teams:\(origin)", "\(origin)/workflows/1/invoke?sig=s3c")
        }
    }
}
