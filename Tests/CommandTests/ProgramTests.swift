import Testing

@Suite(.offPool) struct ProgramTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    @Test("--version and --help answer on standard output with 0")
    func versionAndHelp() throws {
        let version = try program.run(["--version"])
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("feedsearch "))
        let help = try program.run(["-h"])
        #expect(help.status == 0)
        #expect(help.output.contains("--db PATH"))
        #expect(help.errors.isEmpty)
    }

    @Test("Messages are Chinese for a Chinese locale")
    func chinese() throws {
        let outcome = try program.run(["--nosuchflag"], environment: ["LANG": "zh_CN.UTF-8"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("没有 --nosuchflag 这个选项"))
    }

    @Test("A mistake is one line on standard error and 2")
    func mistake() throws {
        let outcome = try program.run(["--vresion"])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "feedsearch: there is no flag --vresion; did you mean --version?\n")
    }

    @Test("A closed pipe ends the program quietly with 0")
    func closedPipe() throws {
        let outcome = try program.shell(
            "for i in $(seq 5); do feedsearch generate man; done | head -n 1; echo ${PIPESTATUS[0]}")
        #expect(outcome.lines.last == "0")
        #expect(outcome.errors.isEmpty)
        let early = try program.shell("(sleep 0.2; feedsearch --help; echo $? >&2) | true")
        #expect(early.errors == "0\n")
    }

    @Test("A full disk behind standard output is an error")
    func fullOutput() throws {
        let outcome = try program.shell("feedsearch --help > /dev/full")
        #expect(outcome.status == 2)
        #expect(outcome.errors == "feedsearch: cannot write the output: the disk is full\n")
    }

    @Test("A configuration file that is named must be there; a bad line in it is a warning with its place")
    func configuration() throws {
        let missing = try program.run(["--config", "nowhere", "generate", "man"])
        #expect(missing.status == 2)
        #expect(missing.errors == "feedsearch: cannot read nowhere: no such file or folder\n")
        let path = try program.file("config", "colour = always\n")
        let outcome = try program.run(["generate", "man"], environment: ["FEEDSEARCH_CONFIG": path])
        #expect(outcome.status == 0)
        #expect(
            outcome.errors
                == "feedsearch: \(path):1: there is no setting 'colour'; did you mean 'color'? The line is ignored\n")
    }

    @Test(
        "Completion scripts are accepted by their shells where those are installed", arguments: ["bash", "zsh", "fish"])
    func completionScripts(_ shell: String) throws {
        if try program.shell("command -v \(shell)").status != 0 { return }
        let outcome = try program.shell("feedsearch generate \(shell) > script && \(shell) -n script")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }
}
