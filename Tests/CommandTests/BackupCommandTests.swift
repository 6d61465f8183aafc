import Articles
import Foundation
import SQLiteEngine
import Testing

/// `backup` and `restore`: what they replace is replaced by something sound, or stays.
@Suite(.offPool) struct BackupCommandTests {
    private let program: BuiltProgram
    private let path: String

    init() throws {
        program = try BuiltProgram()
        path = try program.seed()
        // Nothing in the log, so that the file alone is the database.
        _ = try program.run(["--db", path, "optimize"])
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", path] + words) }
    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: program.path(name))) }
    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: program.path(name)) }

    /// Ids in the database, which has to be sound.
    private func ids(_ name: String) throws -> [String] {
        let check = try program.run(["--db", name, "check"])
        #expect(check.status == 0, "\(name): \(check.output)\(check.errors)")
        return try program.run(["--db", name, "list"]).lines.sorted()
    }

    private enum Damage: String, CaseIterable {
        case bit, noise, page, truncated, header, empty

        func apply(to bytes: inout Data, at offset: Int) {
            let page = offset / 8_192 * 8_192
            switch self {
            case .bit: bytes[offset] ^= 0x10
            case .noise: for index in offset..<min(offset + 64, bytes.count) { bytes[index] = UInt8(index * 7 & 0xFF) }
            case .page: for index in page..<(page + 8_192) { bytes[index] = 0 }
            case .truncated: bytes = bytes.prefix(offset)
            case .header: for index in 0..<64 { bytes[index] = 0x5A }
            case .empty: bytes = Data()
            }
        }
    }

    @Test(
        "A damaged database is refused and what stands at the target stays, or the copy is sound",
        arguments: Damage.allCases)
    private func damage(_ damage: Damage) throws {
        let good = try bytes("a.db")
        for site in damage == .header || damage == .empty ? [0] : [3, 7] {
            var damaged = good
            damage.apply(to: &damaged, at: good.count / 10 * site + 100)
            for verb in ["backup", "restore"] {
                try program.file("damaged.db", damaged)
                try program.file("target.db", good)
                let source = verb == "backup" ? "damaged.db" : "target.db"
                let operand = verb == "backup" ? "target.db" : "damaged.db"
                let outcome = try program.run(["--db", source, verb, operand, "--yes"])
                if outcome.status == 0 {
                    _ = try ids("target.db")
                } else {
                    #expect(outcome.status == 2, "\(damage) \(site) \(outcome.errors)")
                    #expect(outcome.errors.hasPrefix("feedsearch: damaged.db is "), "\(outcome.errors)")
                    #expect(try bytes("target.db") == good)
                    #expect(!exists("target.db.part") && !exists("target.db.damaged"))
                }
            }
        }
    }

    @Test("A database that cannot be opened is replaced by a restore, and kept under another name")
    func unreadableTarget() throws {
        #expect(try run("backup", "copy.db").status == 0)
        var damaged = try bytes("a.db")
        Damage.header.apply(to: &damaged, at: 0)
        try program.file("a.db", damaged)
        let outcome = try run("restore", "copy.db", "--yes")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("a.db.damaged"))
        #expect(try bytes("a.db.damaged") == damaged)
        #expect(try ids("a.db").count == 4)
    }

    @Test("What another database left beside the target is not mixed into it", arguments: ["backup", "restore"])
    func staleSideFiles(_ verb: String) throws {
        #expect(try run("backup", "copy.db").status == 0)
        let many = (0..<300).map { (id: "x\($0)", title: "other", body: String(repeating: "other text ", count: 40)) }
        let other = try SQLiteLibrary.open(path: try program.seed("other.db"), access: .write)
        _ = try program.seed("other.db", extra: many)
        let log = try bytes("other.db-wal")
        #expect(log.count > 100_000)
        withExtendedLifetime(other) {}
        try program.file("target.db", try bytes("a.db"))
        try program.file("target.db-wal", log)
        let words =
            verb == "backup"
            ? ["--db", path, "backup", "target.db", "--yes"] : ["--db", "target.db", "restore", "copy.db", "--yes"]
        let outcome = try program.run(words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ids("target.db") == ["a1", "a2", "a3", "a4"])

        // The journal of a transaction that a killed process left half done.
        _ = try program.shell(
            """
            cp other.db third.db
            python3 - <<'END'
            import os, shutil, sqlite3
            c = sqlite3.connect('third.db', isolation_level=None)
            c.execute('pragma journal_mode = truncate')
            c.execute('pragma cache_size = 5')
            c.execute('begin immediate')
            c.execute("update article_text set body = body || 'half'")
            shutil.copy('third.db-journal', 'target.db-journal')
            os._exit(9)
            END
            """)
        #expect(try bytes("target.db-journal").count > 1_000)
        let second = try program.run(words)
        #expect(second.status == 0, "\(second.errors)")
        #expect(try ids("target.db") == ["a1", "a2", "a3", "a4"])
    }

    @Test("A killed backup or restore leaves the old or the new database", arguments: ["backup", "restore"])
    func killed(_ verb: String) throws {
        let old = try ids("a.db")
        _ = try program.seed("new.db", extra: [(id: "b1", title: "new", body: "one more")])
        let new = try ids("new.db")
        for milliseconds in [20, 60, 100, 140, 180, 240] {
            try program.file("target.db", try bytes("a.db"))
            let words = verb == "backup" ? "--db new.db backup target.db" : "--db target.db restore new.db"
            _ = try program.shell(
                "feedsearch \(words) --yes & sleep 0.\(String(milliseconds + 1_000).dropFirst()); kill -9 $!; wait")
            let found = try ids("target.db")
            #expect(found == old || found == new, "\(milliseconds)")
        }
    }

    @Test("A database that another process has open is not replaced: after 5 seconds a message names that process")
    func lockedTarget() throws {
        #expect(try run("backup", "copy.db").status == 0)
        let hold =
            "python3 -c \"import sqlite3, time; c = sqlite3.connect('\(path)'); c.execute('select count(*) from feed').fetchall(); print('held', flush=True); time.sleep(120)\""
        let outcome = try program.shell(
            """
            coproc HOLD { exec \(hold); }
            read line <&${HOLD[0]}
            timeout 100 feedsearch --db \(path) restore copy.db --yes
            echo "status $?"
            timeout 100 feedsearch --db copy.db backup \(path) --yes
            echo "status $?"
            kill -9 $HOLD_PID
            """)
        #expect(outcome.lines == ["status 2", "status 2"])
        #expect(
            outcome.errors.components(separatedBy: "a.db is locked: it is open in PID").count == 3, "\(outcome.errors)")
        #expect(try ids("a.db").count == 4)
    }

    @Test(
        "The database itself, under whatever name, and the files beside it are no target",
        arguments: ["a.db", "./a.db", "hard.db", "soft.db", "a.db-wal", "shadow"])
    func sameFile(_ target: String) throws {
        try FileManager.default.linkItem(atPath: path, toPath: program.path("hard.db"))
        try FileManager.default.createSymbolicLink(atPath: program.path("soft.db"), withDestinationPath: path)
        // Its copy would be written under the name that the database has here.
        try FileManager.default.linkItem(atPath: path, toPath: program.path("shadow.part"))
        try program.file("a.db-wal", "")
        let before = try bytes("a.db")
        let outcome = try run("backup", target, "--yes")
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains("is the database \(path) itself, or a file that belongs to it"), "\(outcome.errors)"
        )
        #expect(try bytes("a.db") == before && exists("shadow.part"))
    }

    @Test("A full disk is the target's, and what stands there stays", arguments: ["backup", "restore"])
    func full(_ verb: String) throws {
        #expect(try run("backup", "copy.db").status == 0)
        let before = try bytes("copy.db")
        let words = verb == "backup" ? "--db a.db backup copy.db --yes" : "--db copy.db restore a.db --yes"
        let outcome = try program.shell("ulimit -f 64; feedsearch \(words)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("feedsearch: cannot write copy.db: File too large"), "\(outcome.errors)")
        #expect(try bytes("copy.db") == before)
        #expect(!exists("copy.db.part"))
        // A disk of its own, where one can be made.
        let small = try program.shell(
            """
            mkdir small && exec unshare -rm bash -c 'mount -t tmpfs -o size=100k tmpfs small 2>/dev/null || exit 77
            cp=small/copy.db; [ \(verb) = backup ] && set -- --db a.db backup $cp || set -- --db $cp restore a.db
            feedsearch "$@"; status=$?; ls small; exit $status'
            """)
        if small.status == 77 || small.errors.contains("unshare") { return }
        #expect(small.status == 2 && small.output.isEmpty)
        #expect(small.errors.contains("the disk that holds small/copy.db is full"), "\(small.errors)")
    }

    @Test("A pipe in the place of a database or of settings is refused, not waited for")
    func pipes() throws {
        _ = try program.shell("mkfifo pipe; cp a.db b.db; mkfifo b.db-journal")
        let cases = [
            "--db pipe list", "--db pipe save a fox", "--db pipe backup c.db", "--db a.db backup pipe --yes",
            "--db a.db restore pipe --yes", "--db pipe restore a.db --yes", "--db b.db list", "--config pipe list",
        ]
        for words in cases {
            let outcome = try program.shell("timeout 100 feedsearch \(words)")
            #expect(outcome.status == 2, "\(words)")
            #expect(outcome.errors.contains("pipe"), "\(words): \(outcome.errors)")
        }
        let piped = try program.shell("feedsearch --db a.db --config <(sleep 1; echo limit = 1) fox")
        #expect(piped.errors.contains("1 of 2"), "\(piped.errors)")
    }

    @Test(
        "An empty file is no database for any command that needs one",
        arguments: ["list", "check", "reindex", "optimize", "backup c.db"])
    func emptyFile(_ words: String) throws {
        try program.file("empty.db", "")
        let outcome = try program.shell("feedsearch --db empty.db \(words)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("feedsearch: empty.db is an empty file"), "\(outcome.errors)")
        #expect(try bytes("empty.db").isEmpty)
    }

    @Test("check of a damaged database is a message and status 2")
    func checkOfDamaged() throws {
        var damaged = try bytes("a.db")
        for page in 1..<(damaged.count / 8_192) { Damage.noise.apply(to: &damaged, at: page * 8_192) }
        try program.file("a.db", damaged)
        let outcome = try run("check")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("feedsearch: "), "\(outcome.errors)")
    }
}
