import Foundation
import Testing

/// The file of confirmations: outside of the database, this user's alone, whole at every moment.
@Suite(.offPool) struct ConfirmationFileTests {
    private let forged: ForgedDatabase

    init() throws { forged = try ForgedDatabase() }

    private var file: String { forged.program.path(".local/state/feedsearch/confirmed") }

    @Test("It holds hashes alone, readable by its owner only, where XDG_STATE_HOME or the home directory says")
    func place() throws {
        #expect(try forged.run("save", "tea", "tea", "--notify", "command:tee out").status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).wholeMatch(of: /([0-9a-f]{64}\n){2}/) != nil)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let elsewhere = ["XDG_STATE_HOME": forged.program.path("state")]
        #expect(try forged.waiting(elsewhere) == ["command command:tee out"])
        #expect(try forged.run("alerts", "confirm", "--yes", environment: elsewhere).status == 0)
        #expect(forged.exists("state/feedsearch/confirmed"))
    }

    @Test("Where it cannot be written the message says so, nothing is saved, and nothing takes effect")
    func unwritable() throws {
        try forged.program.file("state", "no folder")
        let environment = ["XDG_STATE_HOME": forged.program.path("state")]
        let saved = try forged.run("save", "tea", "tea", "--notify", "command:tee out", environment: environment)
        #expect(saved.status == 2 && saved.errors.contains("cannot be recorded"), "\(saved)")
        #expect(saved.errors.split(separator: "\n").count == 1)
        #expect(try forged.run("saved").output.isEmpty)
        try forged.alert(by: "command:tee out")
        let confirmed = try forged.run("alerts", "confirm", "--yes", environment: environment)
        #expect(confirmed.status == 2 && confirmed.errors.contains("cannot be recorded"), "\(confirmed)")
        try forged.ingest("green tea")
        #expect(!forged.exists("out"))
        // What needs no confirmation goes on as ever.
        #expect(try forged.run("save", "x", "x", "--notify", "terminal", environment: environment).status == 0)
    }

    @Test("A file that others may write confirms nothing, and that is said")
    func foreign() throws {
        #expect(try forged.run("save", "tea", "tea", "--notify", "command:tee out").status == 0)
        _ = try forged.program.shell("chmod 666 .local/state/feedsearch/confirmed")
        let ingested = try forged.ingest("green tea")
        #expect(!forged.exists("out"))
        #expect(ingested.errors.contains("chmod 600"), "\(ingested)")
        #expect(try forged.run("alerts", "confirm", "--yes").status == 2)
        _ = try forged.program.shell("chmod 600 .local/state/feedsearch/confirmed")
        #expect(try forged.run("alerts", "run").status == 0 && forged.exists("out"))
    }

    @Test("Processes that confirm at the same time lose nothing of each other")
    func together() throws {
        let outcome = try forged.program.shell(
            """
            for i in 1 2 3 4 5 6 7 8; do
                feedsearch --db $i.db --quiet save s$i tea --notify command:true & jobs="$jobs $!"
            done
            for job in $jobs; do wait $job || exit 1; done
            for i in 1 2 3 4 5 6 7 8; do feedsearch --db $i.db alerts confirm --json; done
            """)
        #expect(outcome.output.isEmpty, "\(outcome)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 16)
    }
}
