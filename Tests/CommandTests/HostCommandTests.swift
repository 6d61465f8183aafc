import Foundation
import TestSupport
import Testing

/// A host as the person who runs it meets it: the built binary, and clients over loopback.
@Suite(.offPool) struct HostCommandTests {
    private let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    private static let password = ["FEEDSEARCH_PASSWORD": "correct horse"]

    private func add(_ name: String, _ host: String, _ more: [String] = []) throws -> BuiltProgram.Outcome {
        try program.run(["account", "add", name, "--libraries", host] + more, environment: Self.password)
    }

    @Test("account add creates an account with a library, and library list shows both")
    func accounts() throws {
        for name in ["Anna", "ben", "../x", "小明"] {
            let outcome = try add(name, "host")
            #expect(outcome.status == 0 && outcome.errors.contains("added the account '\(name)'"), "\(outcome)")
        }
        let again = try add("ANNA", "host")
        #expect(again.status == 2 && again.errors.contains("already"), "\(again)")
        try program.file("a.jsonl", #"{"feed":"https://example.org/f","id":"1","title":"Heron"}"#)
        #expect(
            try program.run(["--db", "host/anna/feedsearch.db", "ingest", "--format", "jsonl", "a.jsonl"]).status == 0)
        let list = try program.run(["library", "list", "--libraries", "host", "--json"])
        let rows = try list.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(rows.map { $0["library"] as? String } == ["anna", "ben", "library-3", "library-4"], "\(list)")
        #expect(rows.map { $0["account"] as? String } == ["Anna", "ben", "../x", "小明"])
        #expect(rows.map { $0["articles"] as? Int } == [1, 0, 0, 0])
        #expect(FileManager.default.fileExists(atPath: program.path("host/library-3/feedsearch.db")))
        #expect(try program.run(["account", "remove", "ben", "--libraries", "host"]).status == 0)
        let text = try program.run(["library", "list", "--libraries", "host"])
        #expect(text.lines.first?.contains("Anna") == true && text.lines[1].contains("(no account)"), "\(text)")
        #expect(try add("ben", "host").errors.contains("library-5"))
    }

    @Test("The accounts of a host are refused without --libraries, and a host without accounts is not served")
    func mistakes() throws {
        let none = try program.run(["serve", "--libraries", "host", "--listen", "127.0.0.1:0"])
        #expect(none.status == 2 && none.errors.contains("account add NAME --libraries"), "\(none)")
        #expect(try add("anna", "host").status == 0)
        let serve = try program.run(["serve", "--db", "host/x.db", "--listen", "127.0.0.1:0"])
        #expect(serve.status == 2 && serve.errors.contains("--libraries"), "\(serve)")
        let account = try program.run(
            ["account", "add", "eve", "--db", "host/x.db"], environment: Self.password)
        #expect(account.status == 2 && account.errors.contains("--libraries"), "\(account)")
        let token = try program.run(["token", "create", "t", "--scope", "read", "--account", "anna"])
        #expect(token.status == 2 && token.errors.contains("--libraries"), "\(token)")
        let unknown = try program.run(
            ["token", "create", "t", "--scope", "read", "--account", "eve", "--libraries", "host"])
        #expect(unknown.status == 2 && unknown.errors.contains("eve"), "\(unknown)")
    }

    @Test("A library is shared, its accounts are listed, and tokens for it are only for its accounts")
    func sharing() throws {
        for name in ["anna", "ben", "cat"] { #expect(try add(name, "host").status == 0) }
        func account(_ words: String...) throws -> BuiltProgram.Outcome {
            try program.run(["account"] + words + ["--libraries", "host"])
        }
        func token(_ account: String) throws -> BuiltProgram.Outcome {
            try program.run(
                [
                    "token", "create", "t", "--scope", "read", "--account", account, "--library", "anna", "--libraries",
                    "host",
                ])
        }
        #expect(try account("share", "anna", "ben").status == 0)
        #expect(try account("members", "anna").lines == ["anna\towner", "ben\treader"])
        #expect(try account("share", "anna", "ben", "--role", "editor").status == 0)
        #expect(try account("members", "anna", "--json").lines.last == #"{"account":"ben","role":"editor"}"#)
        #expect(try account("share", "anna", "cat", "--role", "owner").errors.contains("editor or reader"))
        #expect(try account("share", "anna", "anna").errors.contains("owner"))
        #expect(try account("share", "anna", "eve").errors.contains("eve"))
        #expect(try token("ben").status == 0)
        #expect(try token("cat").errors.contains("not a member"))
        #expect(try account("unshare", "anna", "ben").status == 0)
        #expect(try account("unshare", "anna", "ben").errors.contains("not a member"))
        #expect(try token("ben").status == 2)
        #expect(try program.run(["account", "share", "anna", "ben"]).errors.contains("--libraries"))
    }

    @Test("A library of a host is renamed with its accounts and tokens, and removed only if no account owns it")
    func renaming() throws { try rename(on: "host") }

    @Test(
        "A library of a host on a server is renamed with its accounts and tokens, and removed only if no account owns it",
        .enabled(if: PostgresServer.isWanted))
    func renamingOnServer() throws { try rename(on: PostgresServer.shared.get().newDatabase()) }

    private func rename(on host: String) throws {
        for name in ["anna", "ben"] { #expect(try add(name, host).status == 0) }
        func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(words + ["--libraries", host]) }
        func names() throws -> [String] {
            try run("library", "list", "--json").lines.compactMap { line in
                line.matches(of: /"library":"([^"]*)"/).first.map { String($0.1) }
            }
        }
        #expect(try run("account", "share", "anna", "ben").status == 0)
        let renamed = try run("library", "rename", "anna", "team")
        #expect(renamed.status == 0 && renamed.errors.contains("team"), "\(renamed)")
        #expect(try names().sorted() == ["ben", "team"])
        #expect(try run("account", "members", "anna").lines == ["anna\towner", "ben\treader"])
        let token = try run(
            "token", "create", "t", "--scope", "read", "--account", "ben", "--library", "team")
        #expect(token.status == 0, "\(token)")
        #expect(try run("account", "export", "anna", "team.zip").status == 0)
        for (name, new) in [("team", "ben"), ("eve", "x"), ("team", "main"), ("team", "../x"), ("team", "library-9")] {
            let refused = try run("library", "rename", name, new)
            #expect(refused.status == 2, "\(name) \(new) \(refused)")
        }
        let owned = try run("library", "remove", "team", "--yes")
        #expect(owned.status == 2 && owned.errors.contains("'anna'"), "\(owned)")
        #expect(try run("account", "remove", "anna").status == 0)
        let unconfirmed = try run("library", "remove", "team")
        #expect(unconfirmed.status == 2 && unconfirmed.errors.contains("--yes"), "\(unconfirmed)")
        #expect(try run("library", "remove", "team", "--yes").status == 0)
        #expect(try names() == ["ben"])
        #expect(try run("library", "remove", "team", "--yes").status == 2)
        // The name of a removed library is not used again, so a new account of this name gets another place.
        #expect(try add("team", host).status == 0)
        #expect(try !names().contains("team"))
        let audit = try run("account", "audit").output
        #expect(audit.contains("library renamed") && audit.contains("library removed"), "\(audit)")
    }

    @Test("Accounts are suspended, resumed, exported, invited and removed with their library from the command line")
    func people() throws {
        for name in ["anna", "ben"] { #expect(try add(name, "host").status == 0) }
        try program.file("a.jsonl", #"{"feed":"https://example.org/f","id":"1","title":"Heron"}"#)
        #expect(
            try program.run(["--db", "host/anna/feedsearch.db", "ingest", "--format", "jsonl", "a.jsonl"]).status == 0)
        func account(_ words: String...) throws -> BuiltProgram.Outcome {
            try program.run(["account"] + words + ["--libraries", "host"])
        }
        #expect(try account("suspend", "anna").status == 0)
        #expect(try account("suspend", "anna").errors.contains("already"))
        #expect(try account("list").lines.first?.contains("suspended since") == true)
        #expect(try account("resume", "anna").status == 0)
        #expect(try account("resume", "anna").status == 2)
        #expect(try account("resume", "eve").status == 2)

        let export = try account("export", "anna", "anna.zip")
        #expect(export.status == 0 && export.errors.contains("1 article"), "\(export)")
        #expect(try account("export", "anna", "anna.zip").status == 2)
        #expect(try account("export", "anna", "anna.zip", "--yes").status == 0)
        #expect(try account("export", "eve", "eve.zip").status == 2)
        let mode = try FileManager.default.attributesOfItem(atPath: program.path("anna.zip"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let list = try program.shell(
            "python3 -m zipfile -l anna.zip && python3 -m zipfile -e anna.zip out && cat out/articles/*")
        #expect(list.output.contains("subscriptions.opml") && list.output.contains("Heron"), "\(list)")
        #expect(try program.run(["--db", "copy.db", "ingest", "out/articles"]).status == 0)

        let invited = try account("invite", "--expires", "3d", "--base-url", "https://feeds.example.org/x/")
        let link = try #require(invited.lines.first)
        #expect(link.hasPrefix("https://feeds.example.org/x/join/") && link.utf8.count > 60, "\(invited)")
        #expect(!invited.errors.contains(link))
        #expect(try account("invite").lines.first?.hasPrefix("http://127.0.0.1:8480/join/") == true)
        for wrong in [["--expires", "91d"], ["--expires", "x"], ["--base-url", "x"]] {
            #expect(try program.run(["account", "invite", "--libraries", "host"] + wrong).status == 2, "\(wrong)")
        }
        let invitations = try account("invite", "--list")
        #expect(invitations.lines.count == 2 && !invitations.output.contains("join"), "\(invitations)")
        #expect(try account("invite", "--revoke", "1").status == 0)
        #expect(try account("invite", "--revoke", "1").status == 2)
        #expect(try account("invite", "--list", "--json").lines.count == 1)
        let toLibrary = try account("invite", "--library", "ben", "--role", "editor")
        #expect(toLibrary.status == 0 && toLibrary.errors.contains("library 'ben' as editor"), "\(toLibrary)")
        #expect(try account("invite", "--list").output.contains("ben\teditor"))
        #expect(try account("invite", "--list", "--json").output.contains(#""library":"ben","role":"editor""#))
        for wrong in [["--role", "editor"], ["--library", "eve"], ["--library", "ben", "--role", "owner"]] {
            #expect(try program.run(["account", "invite", "--libraries", "host"] + wrong).status == 2, "\(wrong)")
        }

        let unconfirmed = try account("remove", "anna", "--with-library")
        #expect(unconfirmed.status == 2 && unconfirmed.errors.contains("--yes"), "\(unconfirmed)")
        #expect(try account("remove", "anna", "--with-library", "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: program.path("host/anna")))
        #expect(try program.run(["library", "list", "--libraries", "host"]).lines.count == 1)
        let single = try program.run(["account", "remove", "x", "--with-library", "--db", "x.db"])
        #expect(single.status == 2, "\(single)")
        let audit = try account("audit").output
        for action in [
            "suspended", "resumed", "exported", "invitation created", "invitation revoked", "library removed",
        ] {
            #expect(audit.contains(action), "\(action)")
        }
    }

    @Test(
        "On a server, an account is suspended for a running service, exported, and removed with its library",
        .enabled(if: PostgresServer.isWanted))
    func peopleOnServer() throws {
        let host = try PostgresServer.shared.get().newDatabase()
        try program.file(
            "ask.py",
            """
            import json, subprocess, sys, time, urllib.request, urllib.error
            base = json.loads(open("out.txt").readline())["listening"]
            def ask(name, path="/v1/feeds"):
                request = urllib.request.Request(base + path, headers={"Authorization": "Bearer " + open(name).read().strip()})
                try: return urllib.request.urlopen(request, timeout=120).status
                except urllib.error.HTTPError as error: return error.code
            def account(*words):
                return subprocess.run(["feedsearch", "account", *words], stderr=subprocess.PIPE).returncode
            print(ask("anna"), ask("ben"))
            print(account("suspend", "anna")); time.sleep(1); print(ask("anna"), ask("ben"))
            print(account("resume", "anna")); time.sleep(1); print(ask("anna"), ask("anna", "/v1/archive"))
            print(account("export", "anna", "anna.zip"))
            print(account("remove", "anna", "--with-library", "--yes")); time.sleep(1); print(ask("anna"), ask("ben"))
            """)
        let outcome = try program.shell(
            """
            export FEEDSEARCH_LIBRARIES='\(host)' FEEDSEARCH_PASSWORD='correct horse'
            for name in anna ben; do
                feedsearch account add $name 2>>err.txt
                feedsearch token create t --scope read --account $name >$name 2>>err.txt
            done
            feedsearch serve --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>>err.txt &
            for i in $(seq 600); do grep -q listening out.txt && break; sleep 0.05; done
            python3 ask.py
            kill -TERM $!; wait $!
            python3 -m zipfile -t anna.zip
            feedsearch library list '\(host)' --json | python3 -c 'import json, sys; print(sorted(json.loads(line)["library"] for line in sys.stdin))'
            cat err.txt >&2
            """, environment: ["HOME": program.folder.path])
        #expect(
            outcome.lines == [
                "200 200", "0", "401 200", "0", "200 200", "0", "0", "401 200", "Done testing", "['ben', 'main']",
            ], "\(outcome)")
    }

    @Test("A confirmation for the library of one account does not count for another account of the host")
    func confirmations() throws {
        try program.file(
            "ask.py",
            """
            import json, sys, urllib.request, urllib.error
            base = json.loads(open("out.txt").readline())["listening"]
            for name in ["anna", "ben"]:
                body = json.dumps({"name": "x", "query": "x", "notify": "webhook:http://127.0.0.1:9/hook"}).encode()
                request = urllib.request.Request(base + "/v1/saved", body, {"Authorization": "Bearer " + open(name).read().strip(), "Content-Type": "application/json"})
                try: print(name, urllib.request.urlopen(request, timeout=120).status)
                except urllib.error.HTTPError as error: print(name, error.code)
            """)
        let outcome = try program.shell(
            """
            export FEEDSEARCH_PASSWORD='correct horse'
            for name in anna ben; do
                feedsearch account add $name --libraries host 2>>err.txt
                feedsearch token create t --scope write --account $name --libraries host >$name 2>>err.txt
            done
            feedsearch --db host/anna/feedsearch.db save x x --notify webhook:http://127.0.0.1:9/hook 2>>err.txt
            feedsearch account mail anna --libraries host +Me@example.org 2>>err.txt
            feedsearch account mail anna --libraries host
            feedsearch account mail anna --libraries host -me@example.org 2>>err.txt
            feedsearch account mail anna --libraries host
            feedsearch account mail anna --libraries host +nonsense 2>>err.txt; echo "status $?"
            feedsearch serve --libraries host --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>>err.txt &
            for i in $(seq 600); do grep -q listening out.txt && break; sleep 0.05; done
            python3 ask.py
            kill -TERM $!; wait $!
            cat err.txt >&2
            """, environment: ["HOME": program.folder.path])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("me@example.org\tconfirmed\t") == true, "\(outcome)")
        #expect(lines.dropFirst().map(String.init) == ["status 2", "anna 204", "ben 400"], "\(outcome)")
    }

    @Test("Two accounts of a folder ingest, search and mark at once, and each finds its own")
    func folder() throws { try serve("host", processes: 1) }

    @Test(
        "Two services on one server serve the same accounts, and each account finds its own",
        .enabled(if: PostgresServer.isWanted))
    func server() throws { try serve(PostgresServer.shared.get().newDatabase(), processes: 2) }

    /// Serves a host, and has two accounts use it through all processes in turn.
    private func serve(_ host: String, processes: Int) throws {
        try program.file(
            "ask.py",
            """
            import json, sys, time, urllib.request, urllib.error
            bases = [json.loads(open(f"out{n}.txt").readline())["listening"] for n in range(\(processes))]
            count = 0
            def ask(name, method, path, body=None):
                global count
                count += 1
                token = open(name).read().strip()
                request = urllib.request.Request(bases[count % len(bases)] + path, body, {"Authorization": "Bearer " + token}, method=method)
                if body is not None: request.add_header("Content-Type", "application/x-ndjson" if "ingest" in path else "application/json")
                try: return (lambda a: (a.status, a.read().decode()))(urllib.request.urlopen(request, timeout=120))
                except urllib.error.HTTPError as error: return error.code, error.read().decode()
            for name, many in [("anna", 5), ("ben", 3)]:
                lines = "".join(json.dumps({"feed": "https://example.org/f", "id": str(n), "title": f"heron of {name}"}) + "\\n" for n in range(many))
                print(ask(name, "POST", "/v1/ingest", lines.encode())[1].splitlines()[0])
            print(ask("anna", "POST", "/v1/state", b'{"query":"heron","read":true}')[1])
            for name in ["anna", "ben"]:
                for _ in range(4):
                    found = json.loads(ask(name, "GET", "/v1/search?q=heron")[1])
                    assert all(name in hit["title"] and hit["read"] == (name == "anna") for hit in found["hits"]), found
                print(name, found["total"], ask(name, "GET", "/v1/articles/5")[0])
            print(ask("metrics", "GET", "/metrics")[0], ask("metrics", "GET", "/v1/feeds")[0], ask("ben", "GET", "/metrics")[0])
            print(ask("ben", "DELETE", "/v1/tokens/t")[0])
            time.sleep(1)
            print([ask("ben", "GET", "/v1/feeds")[0] for _ in bases], ask("anna", "GET", "/v1/feeds")[0])
            """)
        let starts = (0..<processes).map { number in
            """
            feedsearch serve --listen 127.0.0.1:0 --no-fetch --json >out\(number).txt 2>err\(number).txt &
            processes="$processes $!"
            for i in $(seq 600); do grep -q listening out\(number).txt && break; sleep 0.05; done
            """
        }.joined(separator: "\n")
        let outcome = try program.shell(
            """
            export FEEDSEARCH_LIBRARIES='\(host)' FEEDSEARCH_PASSWORD='correct horse'
            for name in anna ben; do
                feedsearch account add $name 2>>err.txt
                feedsearch token create t --scope admin --account $name >$name 2>>err.txt
            done
            feedsearch token create m --scope read >metrics 2>>err.txt
            \(starts)
            python3 ask.py; status=$?
            kill -TERM $processes
            for process in $processes; do wait $process; echo "ended $?"; done
            cat err*.txt >&2
            exit $status
            """, environment: ["HOME": program.folder.path])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.lines == [
                #"{"committed":5}"#, #"{"committed":3}"#, #"{"articles":5,"changed":5,"action":1}"#, "anna 5 200",
                "ben 3 404", "200 403 403", "204", processes == 1 ? "[401] 200" : "[401, 401] 200",
            ] + Array(repeating: "ended 0", count: processes), "\(outcome.errors)")
    }
}
