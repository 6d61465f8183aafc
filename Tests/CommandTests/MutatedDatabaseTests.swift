import Foundation
import SQLite
import Testing

/// Databases in which single values were exchanged for hostile ones: every command ends, within its time and with a status of
/// its own, whatever it says.
@Suite(.offPool) struct MutatedDatabaseTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    private static let values: [SQLValue] = [
        .integer(.min), .integer(.max), .integer(-1), .integer(1 << 32), .integer(1 << 53), .null, .text("text"),
        .blob([]),
        .blob([UInt8](repeating: 0xFF, count: 9)), .blob([UInt8](repeating: 0xFF, count: 20_000)), .real(1e308),
        .real(-1e30), .text(String(repeating: "{\"a\":", count: 5_000)), .text(String(repeating: "9", count: 30)),
        .text("-9223372036854775808"),
    ]
    /// Exchanged in one database: more would hide each other.
    private static let valuesADatabase = 5
    /// `FEEDSEARCH_MUTATIONS=200` tries more of them.
    private static let databases = Int(ProcessInfo.processInfo.environment["FEEDSEARCH_MUTATIONS"] ?? "") ?? 12
    private static let seconds = 60

    private static let requests = """
        {"id":1,"query":"fox","facets":true,"count":true,"explain":true}
        {"id":2,"query":"全文搜索"}
        {"id":3,"query":"fox dog","sort":"newest","limit":2}
        {"id":4,"query":"搜"}
        {"id":5,"query":"\\"quick brown\\" OR re:q.*k"}
        {"id":6,"query":"fo* -cat","sort":"oldest","only":"ids","limit":2}
        {"id":7,"query":"zzz fox quick","match":"any"}
        {"id":8,"query":"tag:标签 date:2023..2024 search:s1"}
        """
    private static let reading = [
        "check", "search --jsonl < requests", "list --jsonl", "list", "show --all 2", "show --json 2", "similar 2",
        "complete fo",
        "complete 全", "stats", "feeds", "feeds --failing", "export", "alerts", "alerts log", "saved", "saved s1",
        "rule list",
    ]
    private static let writing = ["ingest more.jsonl", "alerts run", "undo", "mark read fox", "reindex", "optimize"]

    /// A database with something in every table.
    private func seed() throws -> String {
        let path = try program.seed("base.db")
        try program.file("requests", Self.requests)
        try program.file(
            "more.jsonl",
            "{\"feed\":\"https://example.net/feed\",\"id\":\"m\",\"title\":\"fox\",\"text\":\"quick fox\"}\n")
        try program.file(
            "new.jsonl",
            "{\"feed\":\"https://example.net/feed\",\"id\":\"n\",\"title\":\"new fox\",\"text\":\"quick fox\"}\n")
        for line in [
            "save s1 fox --notify feed:out.atom --digest 'daily 08:00'", "rule add fox --mark star", "ingest new.jsonl",
            "mark starred 2", "tag +mine 3", "delete 4",
        ] {
            let outcome = try program.shell("feedsearch --db base.db \(line)")
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
        let connection = try Connection(path: path, mode: .readWrite)
        connection.setDefensive(false)
        for sql in [
            "INSERT OR REPLACE INTO feed_fetch (feed, next_fetch, last_success, failures, newest) VALUES (1, 1, 1, 3, '17,16')",
            "INSERT OR REPLACE INTO feed_option (feed, interval, keep_count, keep_seconds) VALUES (1, 9, 9, 9)",
            "INSERT OR REPLACE INTO feed_icon VALUES (1, 'https://example.org/i', 'image/png', x'00', 1, 1)",
            "INSERT INTO alert VALUES (1, 2, 1, 1)", "INSERT INTO alert_forgotten VALUES (9, 1)",
            "INSERT INTO alert_delivery (uid, search, created, due) VALUES ('u', 1, 1, 1)",
            "INSERT OR REPLACE INTO alert_queue VALUES (1, 1, 1)",
            "INSERT OR REPLACE INTO alert_waiting VALUES (1, 1, 1, x'0102')",
            "INSERT INTO article_alias VALUES (1, 'old', 2)", "INSERT INTO first_import VALUES (9)",
        ] {
            try connection.execute(sql)
        }
        return path
    }

    private static func columns(_ path: String) throws -> [(table: String, column: String)] {
        let connection = try Connection(path: path, mode: .readOnly)
        let rows = try connection.prepare(
            """
            SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY t.name, c.cid
            """)
        var out: [(String, String)] = []
        while try rows.step() { out.append((rows.text(0), rows.text(1))) }
        return out
    }

    /// - Returns: what was exchanged; what a constraint forbids is left as it is.
    private static func mutate(_ path: String, _ random: inout SplitMix) throws -> [String] {
        let columns = try columns(path)
        let connection = try Connection(path: path, mode: .readWrite)
        connection.setDefensive(false)
        var out: [String] = []
        for _ in 0..<valuesADatabase {
            guard let (table, column) = columns.randomElement(using: &random),
                let index = values.indices.randomElement(using: &random)
            else { continue }
            // Every third row, or all of a few: one row alone may be one that nobody asks for.
            try? connection.run(
                "UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = ? WHERE random() % 3 = 0 OR (SELECT count(*) FROM \"\(table)\") < 3",
                [values[index]])
            out.append("\(table).\(column) value \(index)")
        }
        return out
    }

    @Test("Every command ends on a database with hostile values, within a minute and with a status of its own")
    func mutations() throws {
        let base = try seed()
        let sound = try program.run(["--db", base, "check"])
        for seed in 0..<UInt64(Self.databases) {
            var random = SplitMix(state: seed)
            _ = try program.shell("rm -f x.db*; cp base.db x.db")
            let changes = try Self.mutate(program.path("x.db"), &random)
            for line in Self.reading.shuffled(using: &random).prefix(8)
                + Self.writing.shuffled(using: &random).prefix(2)
            {
                let outcome = try program.shell("timeout \(Self.seconds) feedsearch --db x.db \(line)")
                #expect(
                    (0...2).contains(outcome.status), "\(line) after \(changes): \(outcome.status) \(outcome.errors)")
            }
        }
        #expect(sound.status == 0 || sound.status == 2)
    }

    /// All pairs with `FEEDSEARCH_TEST_LONG=1`.
    private static let isLong = ProcessInfo.processInfo.environment["FEEDSEARCH_TEST_LONG"] == "1"
    private static let pairsOfShortRun = 10
    /// Each of these ended a command once.
    private static let knownPairs: [(table: String, column: String, value: Int)] = [
        ("article_text", "n", 1), ("alert_delivery", "id", 0),
    ]

    @Test("Every command ends with a status of its own, whatever value a column has", .timeLimit(.minutes(600)))
    func everyColumn() throws {
        let base = try seed()
        var random = SplitMix(state: 1)
        var pairs = try Self.columns(base).flatMap { column in
            Self.values.indices.map { (table: column.table, column: column.column, value: $0) }
        }.shuffled(using: &random)
        if !Self.isLong { pairs = Self.knownPairs + pairs.prefix(Self.pairsOfShortRun) }
        for (table, column, value) in pairs {
            _ = try program.shell("rm -f x.db*; cp base.db x.db")
            do {
                let connection = try Connection(path: program.path("x.db"), mode: .readWrite)
                connection.setDefensive(false)
                try? connection.run("UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = ?", [Self.values[value]])
                if connection.totalChanges == 0 { continue }
            }
            for line in Self.reading + Self.writing {
                let outcome = try program.shell("timeout \(Self.seconds) feedsearch --db x.db \(line)")
                #expect(
                    (0...2).contains(outcome.status),
                    "\(line) after \(table).\(column) value \(value): \(outcome.status) \(outcome.errors)")
            }
        }
    }

    @Test("check reports numbers that no program gives", arguments: ["article_text SET n", "alert_delivery SET id"])
    func reportedNumbers(_ change: String) throws {
        let base = try seed()
        let value = change.hasPrefix("alert") ? Int64.min : .max
        try Connection(path: base, mode: .readWrite).execute(
            "PRAGMA foreign_keys = OFF; UPDATE OR IGNORE \(change) = \(value)")
        #expect(try program.run(["--db", base, "check"]).output.contains("numbers are not"))
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
