import Foundation
import Testing

/// A database may come from anywhere: one that was forged is refused or reported, and no command dies of it or hangs.
@Suite(.offPool) struct ForgedDatabaseTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    private func forge(_ sql: String) throws {
        let script = try program.file("forge.sql", sql)
        let outcome = try program.shell(
            "python3 -c \"import sqlite3; c = sqlite3.connect('a.db'); c.executescript(open('\(script)').read())\"")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "A trigger or a view in a file is refused by every command, with its name and in one line",
        arguments: [
            ("CREATE TRIGGER evil AFTER UPDATE ON article BEGIN DELETE FROM feed; END", "trigger evil"),
            (
                """
                DROP TABLE saved_search; CREATE VIEW saved_search AS
                WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t)
                SELECT x AS id, 'a' AS name, 'b' AS query, 1 AS created, NULL AS extra, NULL AS comment FROM t
                """, "view saved_search"
            ),
        ])
    func foreignObject(_ sql: String, _ name: String) throws {
        let path = try program.seed()
        try forge(sql)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for words in [
            ["fox"], ["check"], ["list"], ["saved"], ["mark", "read", "1"], ["reindex"], ["alerts"], ["stats"],
            ["backup", "b.db"],
        ] {
            let outcome = try program.run(["--db", path] + words)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("a \(name) that feedsearch did not create"), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        let restored = try program.run(["--db", "new.db", "restore", path])
        #expect(restored.status == 2)
        #expect(restored.errors.contains(name))
        #expect(!FileManager.default.fileExists(atPath: program.path("new.db")))
    }

    @Test(
        "A file whose version is negative ends every command in one line, and is not restored",
        arguments: [-1, -100_000])
    func negativeVersion(_ version: Int) throws {
        let path = try program.seed()
        let sound = try program.seed("sound.db")
        try forge("PRAGMA user_version = \(version)")
        for words in [
            ["fox"], ["check"], ["list"], ["ingest", "-"], ["mark", "read", "1"], ["reindex"], ["optimize"], ["stats"],
            ["serve", "--listen", "127.0.0.1:0", "--no-fetch"], ["backup", "b.db"],
        ] {
            let outcome = try program.run(["--db", path] + words)
            #expect(outcome.status == 2, "\(words)")
            #expect(outcome.errors.contains("its version is \(version)"), "\(words): \(outcome.errors)")
        }
        let before = try program.run(["--db", sound, "list"])
        let restored = try program.run(["--db", sound, "restore", "--yes", path])
        #expect(restored.status == 2, "\(restored.errors)")
        #expect(try program.run(["--db", sound, "list"]).output == before.output)
        #expect(try program.run(["--db", path, "restore", "--yes", sound]).status == 0)
        #expect(try program.run(["--db", path, "list"]).output == before.output)
    }

    @Test("The name of a foreign object reaches no terminal as it stands")
    func foreignName() throws {
        let path = try program.seed()
        try forge("CREATE TABLE \"\u{1B}[31m\(String(repeating: "x", count: 5_000))\" (a)")
        let outcome = try program.run(["--db", path, "fox"])
        #expect(outcome.status == 2)
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(outcome.errors.utf8.count < 1_000)
    }

    @Test("ingest acknowledges nothing that goes into a file which was moved, and says so")
    func movedWhileIngesting() throws {
        func line(_ id: Int) -> String {
            "{\"feed\":\"https://example.org/f\",\"id\":\"\(id)\",\"title\":\"t\",\"text\":\"x\"}"
        }
        let outcome = try program.shell(
            """
            coproc INGEST { exec feedsearch --db a.db ingest --format jsonl --acks --batch-size 1 - 2> errors; }
            pid=$INGEST_PID
            exec 3>&${INGEST[1]} 4<&${INGEST[0]}
            eval "exec ${INGEST[1]}>&-"
            echo '\(line(1))' >&3
            read -t 60 first <&4
            mv a.db b.db
            echo '\(line(2))' >&3
            exec 3>&-
            cat <&4 > rest
            wait $pid
            echo "status $?"
            echo "$first"
            cat rest
            """)
        #expect(outcome.lines.contains("status 2"), "\(outcome.output) \(outcome.errors)")
        #expect(outcome.lines.contains("{\"committed\":1}"), "\(outcome.output)")
        #expect(!outcome.output.contains("{\"committed\":2}"), "\(outcome.output)")
        let errors = try String(contentsOfFile: program.path("errors"), encoding: .utf8)
        #expect(errors.contains("a.db was moved, deleted or replaced"), "\(errors)")
    }

    @Test("An article whose extra members are no JSON object leaves them out of its line")
    func brokenExtra() throws {
        let path = try program.seed()
        for extra in ["{\"a\":1}}{", "{nonsense}", "{\"a\":\n[1,\n2]}"] {
            try forge("UPDATE article_text SET extra = '\(extra)' WHERE n = 1")
            let outcome = try program.run(["--db", path, "list", "--jsonl"])
            #expect(outcome.lines.count == 4)
            for line in outcome.lines {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            }
        }
    }
}
