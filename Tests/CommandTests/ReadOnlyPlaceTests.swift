import Articles
import Foundation
import SQLiteEngine
import Testing

/// Databases in folders that cannot be written: read with all that has been committed, or refused.
@Suite(.offPool) struct ReadOnlyPlaceTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    /// Runs a command as a user who cannot write to `closed`, where the files are; nil where there is no such user.
    private func run(_ words: String) throws -> BuiltProgram.Outcome? {
        _ = try program.shell("chmod 755 .; chmod 444 closed/*; chmod 555 closed")
        defer { _ = try? program.shell("chmod 755 closed") }
        // Root may write anywhere: drop to a plain user for this.
        let runner = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all " : ""
        if try program.shell("\(runner)feedsearch --version").status != 0 { return nil }
        return try program.shell("\(runner)feedsearch \(words)")
    }

    private func copy(_ suffixes: [String]) throws {
        try FileManager.default.createDirectory(atPath: program.path("closed"), withIntermediateDirectories: true)
        for suffix in suffixes {
            try FileManager.default.copyItem(
                atPath: program.path("a.db" + suffix), toPath: program.path("closed/a.db" + suffix))
        }
    }

    @Test("What is committed in the log alone is read without the log's index")
    func log() throws {
        let store = try SQLiteLibrary.open(path: try program.seed(), access: .write)
        var draft = ArticleDraft()
        draft.feed = "https://example.org/late"
        draft.guid = "late"
        draft.body = Array("a late fox".utf8)
        var rest = [draft]
        let request = BatchInsertRequest { row in
            guard let next = rest.popLast() else { return false }
            row = next
            return true
        }
        try store.insert(request, now: 1_750_000_000)
        try copy(["", "-wal"])
        guard let found = try run("--db closed/a.db list fox") else { return }
        #expect(found.lines.sorted() == ["a2", "a3", "late"], "\(found.errors)")
        _ = try program.shell("mkdir -m 777 open")
        let backup = try run("--db closed/a.db backup open/copy.db")
        #expect(backup?.status == 0, "\(backup?.errors ?? "")")
        #expect(try program.run(["--db", "open/copy.db", "list"]).lines.count == 5)
        #expect(try program.run(["--db", "open/copy.db", "check"]).status == 0)
    }

    @Test("A transaction that a killed process left half done is named as the reason, with what to do")
    func journal() throws {
        _ = try program.seed()
        _ = try program.shell(
            """
            mkdir closed && python3 - <<'END'
            import os, shutil, sqlite3
            c = sqlite3.connect('a.db', isolation_level=None)
            c.execute('pragma journal_mode = truncate')
            c.execute('pragma cache_size = 2')
            c.execute('begin immediate')
            c.execute("update article_text set body = body || hex(zeroblob(50000))")
            for end in ('', '-journal'): shutil.copy('a.db' + end, 'closed/a.db' + end)
            os._exit(9)
            END
            """)
        for words in ["list", "backup copy.db"] {
            guard let outcome = try run("--db closed/a.db \(words)") else { return }
            #expect(outcome.status == 2 && outcome.output.isEmpty)
            #expect(
                outcome.errors.contains("left half-written")
                    && outcome.errors.contains("cp closed/a.db closed/a.db-journal"),
                "\(outcome.errors)")
        }
    }
}
