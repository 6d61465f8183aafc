import Foundation
import Testing

/// Samples/ and queries/ as the tests see them.
enum SampleArchive {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardized

    static var path: String { root.appendingPathComponent("Samples").path }

    static func queries(_ name: String) -> URL { root.appendingPathComponent("queries/" + name) }

    /// The files of a folder of queries/, by name.
    static func queryFiles(_ folder: String, ending: String) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: root.appendingPathComponent("queries/" + folder), includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
    }

    /// The lines of a file; comments and empty lines are left out.
    static func lines(_ file: URL) -> [Substring] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    /// A program with the archive in its database.
    static func imported() throws -> BuiltProgram {
        let program = try BuiltProgram()
        try #require(try program.run(["import", path]).status == 0)
        try #require(try program.run(["ingest", path + "/articles.jsonl"]).status == 0)
        return program
    }

    /// An answer of `search --jsonl`, as far as these tests look at it.
    struct Answer: Decodable, Sendable {
        struct Hit: Decodable, Sendable {
            var id: String
        }
        struct Mistake: Decodable, Sendable {
            var message: String
        }
        var id: String
        var hits: [Hit]
        var error: Mistake?
    }

    /// Asks all requests in one batch.
    static func ask(_ program: BuiltProgram, _ requests: [[String: Any]]) throws -> [Answer] {
        let lines = try requests.map {
            // The default of 2 s is too short for a machine with other work.
            let request = $0.merging(["timeout_ms": 60_000]) { given, _ in given }
            return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        }
        let outcome = try program.run(["search", "--jsonl"], input: lines.joined(separator: "\n") + "\n")
        return try outcome.lines.map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
    }
}
