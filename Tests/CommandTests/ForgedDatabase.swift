import Foundation
import Testing

/// A database that is changed behind the program's back, as one that comes from somebody else may have been.
struct ForgedDatabase {
    let program: BuiltProgram
    let name = "a.db"

    init() throws {
        program = try BuiltProgram()
        _ = try ingest("nothing")
    }

    func run(_ words: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Outcome {
        try program.run(["--db", name] + words, environment: environment)
    }

    @discardableResult
    func ingest(_ title: String) throws -> BuiltProgram.Outcome {
        let line =
            "{\"feed\":\"https://example.org/feed\",\"id\":\"\(UUID().uuidString)\",\"title\":\"\(title)\",\"text\":\"x\"}"
        try program.file("new.jsonl", line + "\n")
        return try run("ingest", "new.jsonl")
    }

    /// Runs SQL on the file, past the program.
    func forge(_ sql: String) throws {
        try program.file("forge.sql", sql)
        let script = "import sqlite3; c = sqlite3.connect('\(name)'); c.executescript(open('forge.sql').read())"
        let outcome = try program.shell("python3 -c \"\(script)\"")
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// A saved search "tea" that alerts by this channel, which nobody has typed.
    func alert(by channel: String, secret: String? = nil) throws {
        #expect(try run("save", "tea", "tea", "--notify", "terminal").status == 0)
        let secret = secret.map { "'\($0)'" } ?? "NULL"
        try forge("UPDATE alert_rule SET channel = '\(channel)', secret = \(secret);")
    }

    /// A subscription that nobody has typed, with one option.
    func subscribe(_ url: String, _ option: String, _ value: String, trusted: String? = nil) throws {
        let trusted = trusted.map { "'\($0)'" } ?? "NULL"
        try forge(
            """
            INSERT INTO feed (url, subscribed, added) VALUES ('\(url)', 1, 0);
            INSERT INTO feed_fetch (feed, trusted_origin) SELECT id, \(trusted) FROM feed WHERE url = '\(url)';
            INSERT INTO feed_option (feed, \(option)) SELECT id, '\(value)' FROM feed WHERE url = '\(url)';
            """)
    }

    func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: program.path(file)) }

    /// What waits for a confirmation: kind and value of each.
    func waiting(_ environment: [String: String] = [:]) throws -> [String] {
        try run("alerts", "confirm", "--json", environment: environment).lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String] ?? [:]
            return "\(object["kind"] ?? "") \(object["value"] ?? "")"
        }
    }
}
