import Foundation
import Testing

/// Runs a server of Support in Python, with a folder of its own, until the object is released.
final class ScriptServer: Sendable {
    let folder: URL
    /// The line that the server writes when it has started.
    let start: Data
    private let process = Process()
    private let input = Pipe()

    init(_ script: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(script)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Support/\(script)")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", file.path, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        start = line
    }

    deinit {
        try? input.fileHandleForWriting.close()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The address of a server that writes its port when it has started.
    func origin() throws -> String {
        let port = try #require(Int(String(decoding: start, as: UTF8.self)), "the server did not start")
        return "http://127.0.0.1:\(port)"
    }

    /// Sets the status codes of the next responses.
    func answer(_ statuses: [Int]) throws {
        let text = statuses.map(String.init).joined(separator: "\n")
        try Data(text.utf8).write(to: folder.appendingPathComponent("answers"))
    }
}
