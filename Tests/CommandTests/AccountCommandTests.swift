import Accounts
import FeedLibrary
import Foundation
import Testing

/// `account` and `token`, as a person and a script use them, beside a process that has the accounts open as a server has.
@Suite(.offPool) struct AccountCommandTests {
    private let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    @discardableResult
    private func run(_ words: String..., environment: [String: String] = [:], input: String = "") throws
        -> BuiltProgram.Outcome
    {
        try program.run(["--db", "a.db"] + words, input: input, environment: environment)
    }

    private func add(_ name: String, _ password: String = "correct horse") throws {
        let outcome = try run("account", "add", name, environment: ["FEEDSEARCH_PASSWORD": password])
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    }

    private func server() throws -> AccountStore { try AccountStore(besideLibrary: program.path("a.db")) }

    private func isAccepted(_ credential: Credential, _ server: AccountStore) throws -> Bool {
        if case .accepted = try server.authenticate(credential, from: Visitor(.local)) { true } else { false }
    }

    private func signsIn(_ name: String, _ password: String, _ server: AccountStore) throws -> Bool {
        if case .accepted = try server.signIn(name: name, password: password, from: Visitor(.local)) {
            true
        } else {
            false
        }
    }

    @Test("Passwords come from the environment, a file or standard input; never from the command line")
    func passwordSources() throws {
        try add("anna", "from the environment")
        try program.file("secret", "from a file\r\n")
        let readable = try run("account", "add", "bob", "--password-file", "secret")
        #expect(readable.status == 0 && readable.errors.contains("other users can read secret"), "\(readable)")
        #expect(try run("account", "add", "carl", "--password-file", "-", input: "from stdin").status == 0)
        let server = try server()
        #expect(try signsIn("anna", "from the environment", server))
        #expect(try signsIn("bob", "from a file", server))
        #expect(try signsIn("carl", "from stdin", server))
        let typed = try run("account", "add", "dora", "hunter22")
        #expect(typed.status == 2 && typed.errors.contains("--password-file") && !typed.errors.contains("hunter22"))
        let none = try run("account", "add", "dora")
        #expect(none.status == 2 && none.errors.contains("FEEDSEARCH_PASSWORD"), "\(none)")
        for name in ["anna", "ANNA"] {
            let again = try run("account", "add", name, environment: ["FEEDSEARCH_PASSWORD": "x"])
            #expect(again.status == 2 && again.errors.contains("already"), "\(again)")
        }
        let short = try run("account", "password", "anna", environment: ["FEEDSEARCH_PASSWORD": "short"])
        #expect(short.status == 2 && short.errors.contains("short") && short.errors.contains("--force"), "\(short)")
        for weak in ["password", "Password1!", "12345678", "qwertyuiop", "barbara!", "Barbara7", "barbarabarbara"] {
            let outcome = try run("account", "add", "barbara", environment: ["FEEDSEARCH_PASSWORD": weak])
            #expect(outcome.status == 2 && outcome.errors.contains("hint: --force"), "\(weak) \(outcome)")
        }
        let forced = try run("account", "password", "anna", "--force", environment: ["FEEDSEARCH_PASSWORD": "short"])
        #expect(forced.status == 0 && forced.errors.contains("easy to guess"), "\(forced)")
        #expect(try signsIn("anna", "short", server))
        try program.file("latin1", Data([0xE9]))
        #expect(try run("account", "password", "anna", "--password-file", "latin1").status == 2)
        #expect(try run("account", "password", "anna", "--password-file", "missing").status == 2)
    }

    @Test("On a terminal the password is asked for twice and not shown")
    func terminal() throws {
        try program.file(
            "ask.sh", "feedsearch --db a.db account add anna; echo status $?; stty -a | grep -o ' .echo ' || stty -a")
        func type(_ first: String, _ second: String) throws -> String {
            // What is typed before the question is thrown away.
            try program.shell(
                """
                asked() { for i in $(seq 600); do grep -aqs "$1" screen && break; sleep 0.1; done; }
                rm -f screen
                (asked Password; echo '\(first)'; asked 'Repeat the password'; echo '\(second)'; asked status; sleep 0.3) |
                    script -qefc 'bash ask.sh' screen
                """
            ).output
        }
        let differing = try type("hidden words", "other words")
        #expect(differing.contains("do not match") && differing.contains("status 2"), "\(differing)")
        let same = try type("hidden words", "hidden words")
        #expect(same.contains("status 0") && !same.contains("hidden") && !same.contains(" -echo "), "\(same)")
        #expect(try signsIn("anna", "hidden words", server()))
    }

    @Test("A token is printed alone, works at once, and is refused as soon as another process has revoked it")
    func tokens() throws {
        let server = try server()
        let made = try run("token", "create", "script", "--scope", "write", "--expires", "90d")
        #expect(made.status == 0)
        let token = try #require(made.lines.first)
        #expect(made.output == token + "\n" && token.hasPrefix("fs_"))
        #expect(try isAccepted(.bearer(token), server))
        let list = try run("token", "list", "--json")
        #expect(list.lines.count == 1 && list.output.contains(#"{"token":"script","scope":"write","created":"20"#))
        #expect(try run("token", "list").output.hasPrefix("script\twrite\t20"))
        #expect(try run("token", "revoke", "script").status == 0)
        #expect(try !isAccepted(.bearer(token), server))
        #expect(try run("token", "revoke", "script").status == 2)
        #expect(try run("token", "list").output.isEmpty)
        for words in [
            ["create", "x"], ["create", "x", "--scope", "all"], ["create"], ["make", "1"], [],
            ["create", "x", "--scope", "read", "--expires", "tomorrow"], ["create", "a:b", "--scope", "read"],
        ] {
            let outcome = try program.run(["--db", "a.db", "token"] + words)
            #expect(outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1, "\(words) \(outcome)")
        }
    }

    @Test("An app password is printed alone and revoked by its label")
    func appPasswords() throws {
        try add("anna")
        let server = try server()
        let made = try run("account", "app-password", "anna", "--label", "my phone", "--fever")
        let password = try #require(made.lines.first)
        #expect(made.status == 0 && made.output == password + "\n")
        #expect(try isAccepted(.basic(name: "anna", password: password), server))
        let list = try run("account", "list", "--json")
        #expect(list.output.contains(#""app_passwords":[{"label":"my phone","fever":true,"created":"#), "\(list)")
        #expect(try run("account", "list").output.contains("my phone (Fever)"))
        #expect(try run("account", "app-password", "anna").errors.contains("--label"))
        #expect(try run("account", "app-password", "anna", "--label", "MY PHONE").status == 2)
        #expect(try run("account", "revoke-app", "anna", "my", "phone").status == 0)
        #expect(try !isAccepted(.appPassword(password), server))
        #expect(try run("account", "revoke-app", "anna", "--label", "my phone").status == 2)
    }

    @Test("A new password and sign-out end the sessions of a service that runs")
    func sessions() throws {
        try add("anna")
        let server = try server()
        func signIn() throws -> Credential? {
            let visitor = Visitor(PeerAddress("192.0.2.1"), userAgent: "Firefox")
            guard
                case .accepted(let session) = try server.signIn(name: "anna", password: "correct horse", from: visitor)
            else { return nil }
            return .session(session.cookie)
        }
        let first = try #require(try signIn())
        let listed = try run("account", "sessions", "anna", "--json")
        #expect(listed.output.contains(#""address":"192.0.2.1","user_agent":"Firefox""#), "\(listed)")
        #expect(try run("account", "sign-out", "anna").status == 0)
        #expect(try !isAccepted(first, server))
        let second = try #require(try signIn())
        #expect(
            try run("account", "password", "anna", environment: ["FEEDSEARCH_PASSWORD": "correct horse"]).status == 0)
        #expect(try !isAccepted(second, server))
        #expect(try run("account", "sessions").errors.contains("nobody"))
        let log = try run("account", "log", "--json")
        #expect(log.output.contains(#""kind":"password","outcome":"accepted","account":"anna""#), "\(log)")
        #expect(try run("account", "remove", "anna").status == 0)
        #expect(try !signsIn("anna", "correct horse", server))
    }

    @Test("Commands that only look make no files; nothing is made for a name that is not there")
    func looking() throws {
        for words in [["account", "list"], ["account", "sessions"], ["account", "log"], ["token", "list"]] {
            #expect(try program.run(["--db", "a.db"] + words).status == 0, "\(words)")
        }
        for words in [
            ["account", "remove", "x"], ["account", "password", "x"], ["account", "sign-out", "x"],
            ["account", "sessions", "x"], ["account", "app-password", "x", "--label", "y"], ["token", "revoke", "x"],
        ] {
            let outcome = try program.run(
                ["--db", "a.db"] + words, environment: ["FEEDSEARCH_PASSWORD": "long enough"])
            #expect(outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1, "\(words) \(outcome)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter { !$0.hasPrefix(".") } == []
        )
        #expect(try run("account").status == 2)
        #expect(try run("account", "lost").errors.contains("account --help"))
    }

    @Test("Nothing that is secret stands in a trace, a message or a file")
    func traces() throws {
        let added = try run("--verbose", "account", "add", "anna", environment: ["FEEDSEARCH_PASSWORD": "hidden words"])
        let made = try run("--verbose", "token", "create", "script", "--scope", "read")
        #expect(added.errors.contains("INSERT INTO account") && made.errors.contains("INSERT INTO token"), "\(added)")
        let token = try #require(made.lines.first)
        #expect(!added.errors.contains("hidden") && !made.errors.contains(token))
        let bytes = try Data(contentsOf: program.folder.appendingPathComponent("service.db"))
        #expect(bytes.range(of: Data("hidden".utf8)) == nil && bytes.range(of: Data(token.utf8)) == nil)
    }

    @Test("Commands at the same time lose nothing")
    func together() throws {
        let outcome = try program.shell(
            """
            export FEEDSEARCH_PASSWORD="long enough"
            for i in 1 2 3 4; do
                feedsearch --db a.db --quiet account add name$i & jobs="$jobs $!"
                feedsearch --db a.db --quiet token create token$i --scope read > token$i & jobs="$jobs $!"
            done
            for job in $jobs; do wait $job || exit 1; done
            """)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try run("account", "list").lines.count == 4)
        #expect(try run("token", "list").lines.count == 4)
        let server = try server()
        for index in 1...4 {
            let token = try String(contentsOfFile: program.path("token\(index)"), encoding: .utf8)
            #expect(try isAccepted(.bearer(String(token.dropLast())), server))
        }
    }

    @Test(
        "What is wrong with the files is one line, in both languages, and status 2",
        arguments: ["C.UTF-8", "zh_CN.UTF-8"])
    func trouble(_ locale: String) throws {
        try add("anna")
        func userError() throws -> String {
            let outcome = try run("account", "list", environment: ["LC_ALL": locale])
            #expect(outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
            return outcome.errors
        }
        let steps = [
            ("chmod 644 service.key", "chmod 600", "chmod 600 service.key"),
            ("chmod 640 service.db", "chmod 600", "chmod 600 service.db"),
            ("mv service.key kept", "service.key", "mv kept service.key"),
            ("cp -p service.key kept; head -c 32 /dev/urandom > service.key", "service.key", "mv kept service.key"),
            ("cp -p service.key kept; head -c 31 kept > service.key", "32", "mv kept service.key"),
            ("cp -p service.db kept; truncate -s 5000 service.db", "service.db", "mv kept service.db"),
            ("cp -p service.db kept; truncate -s 0 service.db", "service.key", "mv kept service.db"),
            ("cp -p service.db kept; head -c 9000 /dev/urandom > service.db", "service.db", "mv kept service.db"),
            ("mv service.db kept; mkdir service.db", "service.db", "rmdir service.db; mv kept service.db"),
        ]
        for (breaking, expected, repairing) in steps {
            _ = try program.shell(breaking)
            #expect(try userError().contains(expected), "\(breaking)")
            _ = try program.shell(repairing)
            #expect(try run("account", "list").status == 0, "\(repairing)")
        }
        let outcome = try program.run(["--db", "service.db", "account", "list"])
        #expect(outcome.status == 2 && outcome.errors.contains("--db"), "\(outcome)")
    }
}
