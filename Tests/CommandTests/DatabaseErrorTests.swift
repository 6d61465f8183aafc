import Foundation
import Testing

@Suite(.offPool) struct DatabaseErrorTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    @Test(
        "A reading command on a path that does not exist is an error and makes nothing",
        arguments: [["fox"], ["stats"], ["check"], ["list"], ["mark", "read", "1"], ["reindex"]])
    func missing(_ words: [String]) throws {
        let outcome = try program.run(["--db", "none.db"] + words)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("feedsearch: there is no database none.db"))
        #expect(!FileManager.default.fileExists(atPath: program.path("none.db")))
    }

    @Test("A file that is no database of ours is refused and left as it is")
    func foreign() throws {
        let text = try program.file("text.db", "This is no database at all, only a text of some length.")
        let other = program.path("other.db")
        _ = try program.shell(
            "python3 -c \"import sqlite3; c = sqlite3.connect('other.db'); c.execute('create table t (a)'); c.commit()\""
        )
        for path in [text, other] where FileManager.default.fileExists(atPath: path) {
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            for words in [["fox"], ["optimize"], ["save", "a", "fox"]] {
                let outcome = try program.run(["--db", path] + words)
                #expect(outcome.status == 2)
                #expect(outcome.errors.contains("is not a feedsearch database"), "\(outcome.errors)")
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test("A folder is no database", arguments: [["fox"], ["optimize"], ["save", "a", "fox"]])
    func folder(_ words: [String]) throws {
        let outcome = try program.run(["--db", "."] + words)
        #expect(outcome.status == 2)
        #expect(outcome.errors == "feedsearch: . is a folder; --db takes the database file\n")
    }

    @Test("A database that cannot be made is one line that names it once")
    func cannotMake() throws {
        try program.file("plain", "a file where a folder would have to be")
        let outcome = try program.run(["--db", "plain/a.db", "save", "a", "fox"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "plain/a.db").count == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("Not a directory"), "\(outcome.errors)")
    }

    @Test("A database of a newer version is refused and left as it is")
    func newer() throws {
        let path = try program.seed()
        _ = try program.shell(
            "python3 -c \"import sqlite3; c = sqlite3.connect('a.db'); c.execute('pragma user_version = 999'); c.commit()\""
        )
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for words in [["fox"], ["optimize"]] {
            let outcome = try program.run(["--db", path] + words)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("was written by a newer feedsearch"), "\(outcome.errors)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A locked database waits 5 seconds, then says who might hold it; searching goes on")
    func locked() throws {
        let path = try program.seed()
        let hold =
            "python3 -c \"import sqlite3, time; c = sqlite3.connect('\(path)', isolation_level=None); c.execute('begin immediate'); print('held', flush=True); time.sleep(120)\""
        let outcome = try program.shell(
            """
            coproc HOLD { exec \(hold); }
            read line <&${HOLD[0]}
            feedsearch --db \(path) --count fox
            start=$(date +%s%N)
            feedsearch --db \(path) mark read 1
            echo "status $? after $(( ($(date +%s%N) - start) / 1000000 ))"
            kill -9 $HOLD_PID
            """)
        #expect(outcome.lines.first == "2")
        #expect(outcome.output.contains("status 2"))
        let waited = outcome.output.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        #expect((4_500...60_000).contains(waited), "\(outcome.output)")
        #expect(outcome.errors.contains("is locked: it is open in PID"), "\(outcome.errors)")
        #expect(outcome.errors.contains("python3"))
    }

    @Test("A database in a folder that cannot be written is searched, and not changed")
    func readOnlyFolder() throws {
        let path = try program.seed("folder-a.db")
        _ = try program.shell("mkdir closed && mv folder-a.db* closed/ && chmod 444 closed/* && chmod 555 closed")
        defer { _ = try? program.shell("chmod 755 closed") }
        _ = path
        let words = "--db closed/folder-a.db"
        // Root may write anywhere: drop to a plain user for this.
        let runner = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all " : ""
        if !runner.isEmpty {
            _ = try program.shell("chmod 755 .")
            if try program.shell("\(runner) feedsearch --version").status != 0 { return }
        }
        let found = try program.shell("\(runner) feedsearch \(words) --count fox")
        #expect(found.output == "2\n", "\(found.errors)")
        let changed = try program.shell("\(runner) feedsearch \(words) mark read 1")
        #expect(changed.status == 2)
        #expect(changed.errors.contains("not writable"), "\(changed.errors)")
    }
}
