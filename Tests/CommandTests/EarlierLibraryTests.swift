import Foundation
import Testing

/// A library and its accounts, written by the last version before hosts (schema 16), with the output of `list --jsonl`
/// and `export` of that version.
///
/// It has the account `anna` (password: a long password), an app password, a token, four articles and one in the bin.
@Suite(.offPool) struct EarlierLibraryTests {
    private let program: BuiltProgram
    private static let token = "fs_ruBetTc4wrO0JZdcdsOfekcIlRAvgPYuKND6CAXiHXs"
    private static let appPassword = "ppjb-yluo-lvql-ityw-cexh-hoyc-wpfd"

    init() throws {
        program = try BuiltProgram()
        let archive = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Libraries/before-libraries.tar.gz").path
        let unpacked = try program.shell("umask 077 && mkdir old && tar -xzf '\(archive)' -C old && ls old")
        #expect(unpacked.lines.count == 5, "\(unpacked)")
        try program.file(
            "ask.py",
            """
            import base64, json, sys, urllib.error, urllib.parse, urllib.request
            base = json.loads(open("out.txt").readline())["listening"]
            def ask(path, credential, body=None):
                request = urllib.request.Request(base + path, body, {"Authorization": credential} if credential else {})
                try: return urllib.request.urlopen(request, timeout=120).read()
                except urllib.error.HTTPError as error: return b'{"error":%d}' % error.code
            def states(articles): return sorted((a["n"], a["read"], a["starred"], a.get("own_tags", [])) for a in articles)
            stored = states(map(json.loads, open("old/list.jsonl")))
            """)
    }

    /// Serves a library or a host, runs Python code with the functions above, and returns its output.
    private func ask(_ place: String, _ code: String) throws -> [String] {
        try program.file("code.py", "exec(open('ask.py').read())\n" + code)
        let outcome = try program.shell(
            """
            feedsearch serve \(place) --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>>err.txt &
            for i in $(seq 600); do grep -q listening out.txt && break; sleep 0.05; done
            python3 code.py
            kill -TERM $!; wait $!
            cat err.txt >&2
            """, environment: ["HOME": program.folder.path])
        #expect(!outcome.lines.isEmpty, "\(outcome)")
        return outcome.lines
    }

    /// The differences between what the earlier version printed and what this one prints for a library.
    private func differences(of library: String) throws -> String {
        let outcome = try program.shell(
            """
            feedsearch --db \(library) list --jsonl | diff old/list.jsonl - ; feedsearch --db \(library) export | diff old/subscriptions.opml -
            feedsearch --db \(library) saved
            """)
        return outcome.output
    }

    @Test("A library and its accounts of the version before hosts open as before, with the state of each article")
    func asBefore() throws {
        #expect(try program.run(["--db", "old/feedsearch.db", "optimize"]).status == 0)
        let same = try differences(of: "old/feedsearch.db")
        #expect(same.hasPrefix("herons") && !same.contains("<") && !same.contains(">"), "\(same)")
        let answers = try ask(
            "--db old/feedsearch.db",
            """
            print(states(json.loads(ask("/v1/articles", "Bearer \(Self.token)"))["articles"]) == stored)
            basic = "Basic " + base64.b64encode(b"anna:\(Self.appPassword)").decode()
            print(json.loads(ask("/miniflux/v1/me", basic)).get("username"))
            form = urllib.parse.urlencode({"Email": "anna", "Passwd": "\(Self.appPassword)"}).encode()
            print(b"Auth=" in ask("/accounts/ClientLogin", None, form))
            """)
        #expect(answers == ["True", "anna", "True"])
        let undone = try program.run(["--db", "old/feedsearch.db", "undo", "--list"])
        #expect(undone.lines.count == 5 && undone.output.contains("deleted"), "\(undone)")
        #expect(try program.run(["--db", "old/feedsearch.db", "check"]).status == 0)
    }

    @Test("Copied into a host, the same library has the state of each article for its owner, and none for a new member")
    func inHost() throws {
        let made = try program.shell(
            """
            export FEEDSEARCH_PASSWORD='correct horse' FEEDSEARCH_LIBRARIES=host
            feedsearch account add anna && feedsearch account add ben
            feedsearch --db old/feedsearch.db optimize
            feedsearch copy old/feedsearch.db host/anna/feedsearch.db
            feedsearch account share anna ben
            feedsearch token create t --scope write --account anna >anna
            feedsearch token create t --scope write --account ben --library anna >ben
            """, environment: ["HOME": program.folder.path])
        #expect(made.status == 0, "\(made)")
        let answers = try ask(
            "--libraries host",
            """
            token = lambda name: "Bearer " + open(name).read().strip()
            def seen(name): return json.loads(ask("/v1/articles", token(name)))["articles"]
            print(states(seen("anna")) == stored)
            print(states(seen("ben")) == [(n, False, False, tags) for n, _, _, tags in stored])
            print(json.loads(ask("/v1/state", token("ben"), b'{"articles":[1,2,3,4],"read":false,"starred":true}')).get("changed"))
            print(states(seen("anna")) == stored)
            """)
        #expect(
            answers.count == 4 && answers[0] == "True" && answers[1] == "True" && answers[3] == "True", "\(answers)")
        let same = try differences(of: "host/anna/feedsearch.db")
        #expect(same.hasPrefix("herons") && !same.contains("<") && !same.contains(">"), "\(same)")
    }
}
