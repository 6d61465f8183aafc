import Foundation
import Testing

/// Takes webhooks and mails on loopback: see Support/receiver.py.
final class Receiver: Sendable {
    let httpPort: Int
    let smtpPort: Int
    /// Offers STARTTLS.
    let startTLSPort: Int
    /// TLS from the first byte on.
    let tlsPort: Int
    /// At 127.0.0.2: asks for a password, and offers no TLS.
    let passwordPort: Int
    let folder: URL
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let process = Process()
    private let input = Pipe()

    struct Request: Decodable {
        var path: String
        var id: String
        var signed: Bool?
        var status: Int
        var articles: [Int]
        var headers: [String]
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("receiver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Support/receiver.py")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", script.path, folder.path, Self.secret]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        let ports = String(decoding: line, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        try #require(ports.count == 5, "the receiver did not start")
        httpPort = ports[0]
        smtpPort = ports[1]
        startTLSPort = ports[2]
        tlsPort = ports[3]
        passwordPort = ports[4]
    }

    deinit {
        try? input.fileHandleForWriting.close()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(httpPort)\(path)" }

    func requests() throws -> [Request] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8) else {
            return []
        }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// Of the receiver's TLS, for 127.0.0.1.
    var certificate: String { folder.appendingPathComponent("cert.pem").path }

    /// How many mails were taken.
    func mailCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasPrefix("mail-") }
    }

    /// Passwords that were given to a mail server.
    func passwords() -> [String] {
        let text = try? String(contentsOf: folder.appendingPathComponent("passwords"), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    /// The mail of a number, from 1 on, envelope first.
    func mail(_ number: Int) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent("mail-\(number)")), as: UTF8.self)
    }
}
