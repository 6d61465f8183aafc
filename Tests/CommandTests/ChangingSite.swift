import Foundation
import Testing

/// A site on loopback whose feeds a test writes and rewrites: see Support/changing_server.py.
final class ChangingSite: Sendable {
    let port: Int
    let folder: URL
    private let process = Process()
    private let input = Pipe()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Support/changing_server.py")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", script.path, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        port = try #require(Int(String(decoding: line, as: UTF8.self)), "the server did not start")
    }

    deinit {
        try? input.fileHandleForWriting.close()
        // Not SIGTERM: the child has inherited a signal mask that blocks it.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Path and status of every request so far.
    func log() throws -> [String] {
        let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(".log").path) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The headers of every request so far, names in small letters, and its `path`.
    func heads() throws -> [[String: String]] {
        let path = folder.appendingPathComponent(".heads").path
        guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
        return try bytes.split(separator: 10).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: String])
        }
    }

    /// Writes a feed of items with these titles; a title is its item's guid up to the first space.
    func feed(_ name: String, _ titles: [String]) throws {
        let items = titles.map { title in
            let id = title.split(separator: " ")[0]
            return "<item><guid isPermaLink=\"false\">\(id)</guid><title>\(title)</title>"
                + "<description>body of \(title)</description></item>"
        }
        let text = "<rss version=\"2.0\"><channel><title>News of \(name)</title>\(items.joined())</channel></rss>"
        try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
}
