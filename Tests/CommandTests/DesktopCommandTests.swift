import Foundation
import Testing

/// `desktop` on a private session bus, called as GNOME Shell and KRunner call it. Each case is a script of Python in
/// `dbus-run-session`.
@Suite(.offPool, .serialized, .enabled(if: hasBus, "needs dbus-run-session (Debian: dbus-daemon) and libsystemd0"))
struct DesktopCommandTests {
    let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    /// What the scripts begin with: articles, and what makes the bus start the program.
    private static let start = #"""
        import json, os, subprocess, sys, time
        sys.path.insert(0, SUPPORT)
        from bus_client import *
        def ingest(*articles):
            lines = [json.dumps(dict(feed="https://example.org/f", id=str(n), title=t, text=b, url=u)) for n, t, b, u in articles]
            subprocess.run(["feedsearch", "ingest", "--quiet", "--format", "jsonl", "-"], input="\n".join(lines), text=True)
        ARTICLES = [
            (1, "Red foxes", "A fox sleeps in the wood.", "https://example.org/1"),
            (2, "全文搜索引擎", "中文文章。", "https://example.org/2"),
            (3, "<b>Bold</b> & fox", "<img src=x onerror=alert(1)>", "javascript:alert(1)"),
        ]
        def until(condition):
            for _ in range(1200):
                if condition(): return True
                time.sleep(0.05)
            return False
        def opened():
            # The shell makes the file before it writes to it.
            until(lambda: os.path.exists("opened") and os.path.getsize("opened"))
            with open("opened") as file: return file.read().split("\n")

        """#

    /// Runs a script on a bus that starts the program with these flags; it prints `True` for each claim.
    private func claims(
        _ count: Int, flags: String = "", _ script: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let support = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Support"
        try program.file("case.py", Self.start.replacing("SUPPORT", with: "\"\(support)\"") + script)
        try program.file("browser.sh", "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" >> '\(program.path("opened"))'\n")
        let browser = "BROWSER=\(program.path("browser.sh"))"
        try program.file(
            "data/dbus-1/services/org.feedsearch.Feedsearch.service",
            """
            [D-BUS Service]
            Name=org.feedsearch.Feedsearch
            Exec=/usr/bin/env \(browser) \(BuiltProgram.url.path) desktop\(flags)

            """)
        let outcome = try program.shell(
            "chmod +x browser.sh && exec dbus-run-session -- python3 -B case.py",
            environment: ["XDG_DATA_HOME": program.path("data"), "FEEDSEARCH_DB": program.path("a.db")])
        let expected = [String](repeating: "True", count: count)
        #expect(outcome.lines == expected, "\(outcome.output)\(outcome.errors)", sourceLocation: location)
    }

    @Test("GNOME Shell's calls start the program, find as somebody types, and open what is chosen in the browser")
    func shell() throws {
        try claims(
            6,
            """
            ingest(*ARTICLES)
            bus = Bus()
            found = bus.shell("GetInitialResultSet", ["fo"])
            print(sorted(found) == ["1", "3"])
            found = bus.shell("GetSubsearchResultSet", found, ["fox", "slee"])
            print(found == ["1"])
            meta = bus.shell("GetResultMetas", found + ["3"])
            print(meta[0]["id"] == "1" and meta[0]["name"] == "Red foxes" and "sleeps" in meta[0]["description"])
            print(meta[1]["name"] == "<b>Bold</b> & fox")
            print(bus.shell("ActivateResult", "1", ["fox"], 0) == [])
            print(opened()[:2] == ["1", "https://example.org/1"])
            """)
    }

    @Test("KRunner's calls: actions, matches in Chinese and by pinyin, a run, the end of a session")
    func runner() throws {
        try claims(
            7, flags: " --reader http://127.0.0.1:1/",
            """
            ingest(*ARTICLES)
            subprocess.run(["feedsearch", "optimize", "--quiet"])
            bus = Bus()
            print([action[0] for action in bus.runner("Actions")] == ["page"])
            match = bus.runner("Match", "全文搜")
            print(len(match) == 1 and match[0][:2] == ("2", "全文搜索引擎") and 0 < match[0][4] <= 1)
            print(match[0][5]["urls"] == ["https://example.org/2"] and match[0][5]["actions"] == ["page"])
            print([m[0] for m in bus.runner("Match", "qwss")] == ["2"])
            print(bus.runner("Match", "javascr") == [] and bus.runner("Config") == {"MinLetterCount": 1})
            print(bus.runner("Run", "2", "") == [] and bus.runner("Teardown") == [])
            print(opened()[:2] == ["1", "http://127.0.0.1:1/article/2"])
            """)
    }

    @Test(
        "Calls that overlap are all answered: the newest search of each shell with its results, replaced ones with theirs or none"
    )
    func overlapping() throws {
        try claims(
            5,
            """
            ingest(*ARTICLES, *[(n, "Heron %d" % n, "river " * 50, "https://example.org/%d" % n) for n in range(10, 400)])
            one, two = Bus(), Bus()
            typed = "herons of the river"
            first = [one.send(*RUNNER, "Match", typed[:size]) for size in range(1, 13)]
            second = [two.send(*SHELL, "GetInitialResultSet", [text]) for text in ["h", "he", "her", "全文"]]
            replies = [one.wait(serial) for serial in first]
            print(all(isinstance(reply, list) for reply in replies))
            print(len(replies[-1]) == 0 or all("Heron" in match[1] for match in replies[-1]))
            replies = [two.wait(serial) for serial in second]
            print(all(isinstance(reply, list) for reply in replies) and replies[-1] == ["2"])
            # A client that goes away with calls under way takes nothing with it.
            gone = Bus()
            for _ in range(20): gone.send(*RUNNER, "Match", "heron")
            gone.socket.close()
            last = [one.send(*RUNNER, "Match", text) for text in ["her", "hero", "heron"]]
            print(len([one.wait(serial) for serial in last][-1]) == 10)
            metas = [one.send(*SHELL, "GetResultMetas", ["1"]) for _ in range(20)]
            print(all(one.wait(serial)[0]["name"] == "Red foxes" for serial in metas))
            """)
    }

    @Test("Wrong arguments, methods, interfaces and paths are refused, and the next call is answered")
    func refusals() throws {
        try claims(
            5,
            """
            ingest(*ARTICLES)
            bus = Bus()
            print(bus.runner("Match", ["fox"]) == "error: org.freedesktop.DBus.Error.InvalidArgs")
            print(bus.runner("Nonesuch") == "error: org.freedesktop.DBus.Error.UnknownMethod")
            print(bus.call(RUNNER[0], SHELL[1], "LaunchSearch", [], 0) == "error: org.freedesktop.DBus.Error.UnknownMethod")
            print(bus.call("/elsewhere", RUNNER[1], "Match", "fox").startswith("error: "))
            many = bus.shell("GetInitialResultSet", ["fox"] * 2_000)
            print(many == "error: org.freedesktop.DBus.Error.InvalidArgs" and len(bus.runner("Match", "fox")) == 2)
            """)
    }

    @Test(
        "It ends when nothing is asked for a while, starts again for the next call, and leaves no call unanswered meanwhile"
    )
    func idle() throws {
        try claims(
            4, flags: " --idle 200ms",
            """
            ingest(*ARTICLES)
            bus = Bus()
            print(len(bus.runner("Match", "fox")) == 2)
            print(until(lambda: not bus.has_owner()))
            print(len(bus.runner("Match", "fox")) == 2)
            answers = []
            for pause in range(40):
                time.sleep(0.19 + pause * 0.0005)
                answers.append(len(bus.runner("Match", "fox")))
            print(answers == [2] * 40)
            """)
    }

    @Test(
        "Without a database nothing is found; one that comes, and one that takes its place, is read by the same process"
    )
    func databases() throws {
        try claims(
            4,
            """
            bus = Bus()
            print(bus.runner("Match", "fox") == [] and bus.shell("GetInitialResultSet", ["fox"]) == [])
            ingest(*ARTICLES)
            print([m[0] for m in bus.runner("Match", "slee")] == ["1"])
            ingest((4, "Later", "A fox wakes.", "https://example.org/4"))
            print([m[1] for m in bus.runner("Match", "wakes")] == ["Later"])
            os.environ["FEEDSEARCH_DB"] = os.getcwd() + "/b.db"
            ingest((9, "Owls", "of the night", "https://example.org/9"))
            subprocess.run(["feedsearch", "backup", "c.db", "--quiet"])
            for name in ["a.db-wal", "a.db-shm"]:
                if os.path.exists(name): os.remove(name)
            os.replace("c.db", "a.db")
            print([m[1] for m in bus.runner("Match", "owl")] == ["Owls"])
            """)
    }

    @Test("A second process does not take the name, and says so")
    func second() throws {
        try claims(
            2,
            """
            ingest(*ARTICLES)
            process = subprocess.Popen(["feedsearch", "desktop"])
            bus = Bus()
            until(bus.has_owner)
            second = subprocess.run(["feedsearch", "desktop"], capture_output=True, text=True)
            print(second.returncode == 2 and "already answers desktop searches" in second.stderr)
            print(len(bus.runner("Match", "fox")) == 2)
            process.kill()
            """)
    }

    @Test("Without a session bus, on a bus over the network, or with a wrong address it ends with a message")
    func noBus() throws {
        #expect(try program.shell("feedsearch desktop").errors.contains("session bus"))
        let network = ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=127.0.0.1,port=1"]
        let outcome = try program.shell("feedsearch desktop", environment: network)
        #expect(outcome.status == 2 && outcome.errors.contains("session bus"))
        #expect(try program.shell("feedsearch desktop --reader 'file:///etc'").errors.contains("web reader"))
        #expect(try program.shell("feedsearch desktop --idle soon").errors.contains("is not a valid duration"))
    }

    @Test("desktop open shows a search as a page, with one argument for the browser")
    func open() throws {
        try program.file("browser.sh", "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" > opened\n")
        _ = try program.shell("chmod +x browser.sh")
        let environment = ["BROWSER": program.path("browser.sh")]
        let line =
            #"echo '{"feed":"https://example.org/f","id":"1","title":"Red foxes","text":"x","url":"https://example.org/1"}' |"#
        _ = try program.shell(line + " feedsearch ingest --format jsonl -")
        #expect(try program.shell("feedsearch desktop open red foxes", environment: environment).status == 0)
        let opened = try String(contentsOfFile: program.path("opened"), encoding: .utf8).split(separator: "\n")
        #expect(opened.first == "1")
        let page = try String(contentsOfFile: String(try #require(opened.last)), encoding: .utf8)
        #expect(page.contains("https://example.org/1") && page.contains("red foxes"))
        let missing = try program.shell("feedsearch desktop open fox", environment: ["BROWSER": "/nonesuch"])
        #expect(missing.status == 2 && missing.errors.contains("cannot start /nonesuch"))
        let reader = "feedsearch desktop open --reader http://127.0.0.1:8480 全文"
        #expect(try program.shell(reader, environment: environment).status == 0)
        let address = try String(contentsOfFile: program.path("opened"), encoding: .utf8)
        #expect(address == "1\nhttp://127.0.0.1:8480/search?q=%E5%85%A8%E6%96%87\n")
    }
}

private let hasBus: Bool = {
    guard let program = try? BuiltProgram() else { return false }
    return (try? program.shell("dbus-run-session -- true").status) == 0
        && (try? program.shell("ldconfig -p | grep -q libsystemd.so.0 || /sbin/ldconfig -p | grep -q libsystemd.so.0")
            .status) == 0
}()
