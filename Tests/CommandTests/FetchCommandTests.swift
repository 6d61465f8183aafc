import Foundation
import Testing

@Suite(.offPool) struct FetchCommandTests {
    private let program: BuiltProgram
    private let site: ChangingSite

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(words + ["--db", program.path("a.db")])
    }

    private func report(_ words: String...) throws -> [String: Any] {
        let outcome = try program.run(["fetch", "--json"] + words + ["--db", program.path("a.db")])
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(json as? [String: Any], "\(outcome)")
    }

    @Test("The feed behind a home page is found, fetched, searched; unchanged it brings nothing, changed the change")
    func wholeWay() throws {
        try site.feed("news.xml", ["one Zebra crossing", "two 全文搜索"])
        let added = try run("add", site.url("/home"))
        #expect(added.status == 0 && added.errors.contains("/news.xml"), "\(added)")
        // What was read to find the feed is stored at once.
        #expect(try run("list").lines.count == 2)
        let first = try report()
        // The first fetch is conditional on what was stored then.
        #expect(first["unchanged"] as? Int == 1 && first["inserted"] as? Int == 0, "\(first)")
        #expect(try run("zebra", "--count").output == "1\n")
        #expect(try run("全文", "--count").output == "1\n")

        let second = try report()
        #expect(second["unchanged"] as? Int == 1 && second["inserted"] as? Int == 0, "\(second)")

        try site.feed("news.xml", ["one Giraffe crossing", "two 全文搜索", "three Okapi"])
        let third = try report()
        #expect(third["inserted"] as? Int == 1 && third["updated"] as? Int == 1, "\(third)")
        #expect(try run("zebra", "--count").output == "0\n")
        #expect(try run("giraffe", "--count").output == "1\n")
        #expect(try run("check").status == 0)
    }

    @Test("A feed that is dead is named with its reason, and the others are fetched")
    func failing() throws {
        try site.feed("news.xml", ["one Zebra"])
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("add", site.url("/nothing.xml")).errors.contains("could not be read ("))
        let outcome = try run("fetch")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("1 failed") && outcome.output.contains("404"), "\(outcome)")
        #expect(try run("fetch", "--strict").status == 2)
        let failing = try run("feeds", "--failing")
        #expect(failing.output.contains("/nothing.xml") && failing.output.contains("failed 2 times in a row"))
        #expect(!failing.output.contains("/news.xml"))
        #expect(try run("fetch", site.url("/nothing.xml")).status == 2)
    }

    @Test("A feed that says that it is gone is asked no more, unless it is named")
    func gone() throws {
        #expect(try run("add", site.url("/gone")).status == 0)
        #expect((try report()["failures"] as? [[String: Any]])?.first?["kind"] as? String == "gone")
        #expect(try report()["feeds"] as? Int == 0)
        #expect(try run("feeds", "--failing").output.contains("gone permanently"))
        #expect(try report(site.url("/gone"))["feeds"] as? Int == 1)
    }

    @Test("A page without a feed is refused, and nothing is subscribed")
    func noFeed() throws {
        let outcome = try run("add", site.url("/empty-page"))
        #expect(outcome.status == 2 && outcome.errors.contains("no feed was found"), "\(outcome)")
        #expect(try run("feeds").output.isEmpty)
    }

    @Test("The feeds behind an address are shown with their titles and how many articles they have")
    func discover() throws {
        try site.feed("news.xml", ["one Zebra", "two Okapi"])
        let found = try program.run(["discover", site.url("/home")])
        #expect(found.output == "\(site.url("/news.xml"))\tlink\tNews of news.xml (2)\n", "\(found)")
        #expect(try program.run(["discover", site.url("/empty-page")]).status == 1)
        #expect(try program.run(["discover", site.url("/nothing")]).status == 2)
    }

    /// Shell: waits until so many articles with Zebra are stored, however slow the machine is.
    private func untilFound(_ count: String) -> String {
        "for i in $(seq 400); do [ \"$(feedsearch zebra --count --db a.db)\" = \(count) ] && break; sleep 0.1; done"
    }

    /// Shell: waits until the program in the background has blocked SIGTERM, to answer it itself.
    private let untilWatched =
        "for i in $(seq 400); do grep -qE '^SigBlk:.*[4-7c-f][0-9a-f]{3}$' /proc/$!/status && break; sleep 0.1; done"

    @Test("Asked to end, it stores what has arrived")
    func stopped() throws {
        try site.feed("news.xml", ["one Zebra"])
        #expect(try run("add", site.url("/news.xml")).status == 0)
        let list = try program.file(
            "list.opml", "<opml version=\"2.0\"><body><outline xmlUrl=\"\(site.url("/slow"))\"/></body></opml>")
        #expect(try run("import", list).status == 0)
        let outcome = try program.shell(
            "feedsearch fetch --allow 127.0.0.1 --db a.db & \(untilWatched); \(untilFound("1")); kill -TERM $!; wait $!"
        )
        #expect(outcome.status == 143 && outcome.errors.contains("everything received so far is stored"), "\(outcome)")
        #expect(try run("zebra", "--count").output == "1\n")
        #expect(try run("feeds", "--failing").output.isEmpty)
    }

    @Test("An address of the own network is for the person who types it, not for a list that is imported")
    func trust() throws {
        try site.feed("news.xml", ["one Zebra"])
        let list = try program.file(
            "list.opml", "<opml version=\"2.0\"><body><outline xmlUrl=\"\(site.url("/news.xml"))\"/></body></opml>")
        #expect(try run("import", list).status == 0)
        let refused = try report()
        #expect((refused["failures"] as? [[String: Any]])?.first?["kind"] as? String == "refused", "\(refused)")
        #expect(try report("--allow", "127.0.0.1:\(site.port)")["fetched"] as? Int == 1)
    }

    @Test("A feed that keeps saying that it has moved is asked at its new place, and stays the same feed")
    func moved() throws {
        try site.feed("news.xml", ["one Zebra"])
        let list = try program.file(
            "list.opml", "<opml version=\"2.0\"><body><outline xmlUrl=\"\(site.url("/moved"))\"/></body></opml>")
        #expect(try run("import", list).status == 0)
        let rounds = try (0..<5).map { _ in try run("fetch", "--allow", "127.0.0.1") }
        #expect(rounds.allSatisfy { $0.status == 0 })
        #expect(rounds.map { $0.output.contains("has moved permanently") } == [false, false, true, false, false])
        #expect(try site.log().filter { $0 == "/moved 301" }.count == 3)
        #expect(try site.log().filter { $0 == "/news.xml 304" }.count == 4)
        #expect(try run("feeds").output.contains("/moved"))
        #expect(try run("zebra", "--count").output == "1\n")
    }

    @Test("Without a network it is said once, and no feed is blamed")
    func offline() throws {
        let outlines = (0..<8).map { "<outline xmlUrl=\"http://feed\($0).invalid/\"/>" }.joined()
        let list = try program.file("list.opml", "<opml version=\"2.0\"><body>\(outlines)</body></opml>")
        #expect(try run("import", list).status == 0)
        let outcome = try run("fetch")
        #expect(outcome.status == 2)
        #expect(outcome.errors.split(separator: "\n").filter { $0.contains("no network") }.count == 1, "\(outcome)")
        #expect(try run("feeds", "--failing").output.isEmpty)
    }

    @Test("Only feeds whose time has come are fetched with --due")
    func due() throws {
        try site.feed("news.xml", ["one Zebra"])
        #expect(try run("add", site.url("/news.xml")).status == 0)
        // It was just read.
        #expect(try report("--due")["feeds"] as? Int == 0)
        #expect(try report()["unchanged"] as? Int == 1)
    }

    @Test("What is fetched stays, though the process is killed")
    func killed() throws {
        for number in 0..<40 { try site.feed("f\(number).xml", (0..<5).map { "g\($0) Zebra \(number)" }) }
        let outlines = (0..<40).map { "<outline xmlUrl=\"\(site.url("/f\($0).xml"))\"/>" }.joined()
        // One feed holds the refresh up until it is killed.
        let slow = "<outline xmlUrl=\"\(site.url("/slow"))\"/>"
        let list = try program.file("list.opml", "<opml version=\"2.0\"><body>\(outlines)\(slow)</body></opml>")
        #expect(try run("import", list).status == 0)
        _ = try program.shell(
            "feedsearch fetch --allow 127.0.0.1 --db a.db & \(untilFound("200")); kill -9 $!; wait $!; true")
        #expect(try run("check").status == 0)
        #expect(try run("zebra", "--count").output == "200\n")
    }

    @Test("Kept running, it fetches again and again, and ends cleanly when it is asked to")
    func service() throws {
        try site.feed("news.xml", ["one Zebra"])
        #expect(try run("add", site.url("/news.xml")).status == 0)
        let process = Process()
        process.executableURL = BuiltProgram.url
        process.environment = ["HOME": program.folder.path]
        process.arguments = ["fetch", "--every", "1s", "--quiet", "--db", program.path("a.db")]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        try waitUntilFetched("zebra", by: process)
        try site.feed("news.xml", ["one Zebra", "two Okapi"])
        try waitUntilFetched("okapi", by: process)
        kill(process.processIdentifier, SIGHUP)
        try site.feed("news.xml", ["one Zebra", "two Okapi", "three Giraffe"])
        try waitUntilFetched("giraffe", by: process)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try run("check").status == 0)
    }

    @Test("SIGHUP makes it read the configuration again, and fetch at once")
    func reload() throws {
        try site.feed("news.xml", ["one Zebra"])
        let list = try program.file(
            "list.opml", "<opml version=\"2.0\"><body><outline xmlUrl=\"\(site.url("/news.xml"))\"/></body></opml>")
        #expect(try run("import", list).status == 0)
        let config = try program.file("config", "# nothing yet\n")
        let process = Process()
        process.executableURL = BuiltProgram.url
        process.environment = ["HOME": program.folder.path]
        process.arguments = ["fetch", "--every", "1h", "--config", config, "--db", program.path("a.db")]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        try wait(for: process) { try run("feeds", "--failing").output.contains("not allowed") }
        // The failure has put the feed off; it is made due again as a person would do it.
        #expect(try run("edit", site.url("/news.xml"), "--keep", "10").status == 0)
        try program.file("config", "allow = 127.0.0.1\n")
        kill(process.processIdentifier, SIGHUP)
        try wait(for: process) { try run("zebra", "--count").output == "1\n" }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// Waits, however slow the machine is, for as long as the process runs.
    private func wait(for process: Process, _ isThere: () throws -> Bool) throws {
        while try !isThere() {
            try #require(process.isRunning, "the process has ended")
            usleep(50_000)
        }
    }

    /// Waits until a search finds one article. No time limit: the test fails if the process ends, if the feed fails, or if the
    /// site has served the feed three more times and the article is still missing.
    private func waitUntilFetched(_ query: String, by process: Process) throws {
        let before = try site.log().count
        while true {
            let served = try site.log().count - before
            if try run(query, "--count").output == "1\n" { return }
            try #require(process.isRunning, "the process has ended")
            let log = try site.log()
            try #require(served < 3, "\(query) was not found: \(log)")
            let failing = try run("feeds", "--failing")
            try #require(failing.output.isEmpty, "\(failing)")
            usleep(50_000)
        }
    }

    @Test("A length of time that is none is refused", arguments: ["", "15", "0m", "x", "-1m", "99999999999999999999d"])
    func badInterval(_ text: String) throws {
        #expect(try run("fetch", "--every=\(text)").status == 2)
    }
}
