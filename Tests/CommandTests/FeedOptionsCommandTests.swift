import Foundation
import Testing

@Suite(.offPool) struct FeedOptionsCommandTests {
    private let program: BuiltProgram
    private let site: ChangingSite

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
        try site.feed("news.xml", ["one Zebra", "two Okapi"])
        for (name, text) in [("pw", "alice:s3cret\n"), ("headers", "# mine\nX-Key: k1\n")] {
            try program.file(name, text)
            _ = try program.shell("chmod 600 \(name)")
        }
        try program.file("cookies", "127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tc1\n")
        _ = try program.shell("chmod 600 cookies")
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Outcome {
        try program.run(
            words + ["--db", program.path("a.db"), "--no-icons"].prefix(words[0] == "fetch" ? 3 : 2),
            environment: environment)
    }

    private func options() throws -> [String: Any] {
        let line = try #require(try run("feeds", "--json").lines.first)
        let feed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return feed?["options"] as? [String: Any] ?? [:]
    }

    @Test("A feed behind a password is added, fetched and searched; the password stands in no message and no database")
    func password() throws {
        let address = site.url("/private/news.xml")
        let added = try run("add", address, "--auth", "pw", "--headers", "headers", "--cookies", "cookies")
        #expect(added.status == 0 && added.errors.contains("(2 items)"), "\(added)")
        #expect(try run("fetch", "--verbose").status == 0)
        #expect(try run("zebra", "--count").output == "1\n")
        let head = try #require(try site.heads().last { $0["path"] == "/private/news.xml" })
        #expect(
            head["authorization"] == "Basic YWxpY2U6czNjcmV0" && head["x-key"] == "k1" && head["cookie"] == "sid=c1")
        #expect(try options()["auth"] as? String == program.path("pw"))
        let stored = try Data(contentsOf: URL(fileURLWithPath: program.path("a.db")))
        #expect(stored.range(of: Data("s3cret".utf8)) == nil && stored.range(of: Data("YWxpY2U6".utf8)) == nil)
    }

    @Test("A password in an address is kept as a secret, shown nowhere, and its feed fetched")
    func inAddress() throws {
        let address = site.url("/private/news.xml").replacingOccurrences(of: "http://", with: "http://alice:s3cret@")
        let added = try run("add", address)
        #expect(added.status == 0 && !added.errors.contains("s3cret"), "\(added)")
        #expect(try run("fetch").status == 0)
        #expect(try run("zebra", "--count").output == "1\n")
        #expect(try !run("feeds").output.contains("s3cret"))
    }

    @Test("Nothing secret goes where the feed redirects, on another port of the same host either")
    func redirected() throws {
        let other = try ChangingSite()
        try other.feed("news.xml", ["three Giraffe"])
        let address = site.url("/to?\(other.url("/news.xml"))")
        #expect(try run("add", address, "--auth", "pw", "--headers", "headers", "--cookies", "cookies").status == 0)
        #expect(try run("fetch", "--allow", "127.0.0.1").status == 0)
        #expect(try run("giraffe", "--count").output == "1\n")
        #expect(try site.heads().allSatisfy { $0["authorization"] != nil && $0["cookie"] != nil && $0["x-key"] != nil })
        for head in try other.heads() {
            #expect(head["authorization"] == nil && head["cookie"] == nil && head["x-key"] == nil, "\(head)")
        }
    }

    @Test("A feed that has moved for good to another site is asked there without anything secret")
    func moved() throws {
        let other = try ChangingSite()
        try other.feed("news.xml", ["three Giraffe"])
        let address = site.url("/moved-to?\(other.url("/news.xml"))")
        _ = try run("add", address, "--auth", "pw", "--headers", "headers", "--cookies", "cookies")
        let rounds = try (0..<4).map { _ in try run("fetch", "--allow", "127.0.0.1") }
        #expect(rounds.allSatisfy { $0.status == 0 })
        #expect(try site.log().filter { $0.hasSuffix("301") }.count < 6)
        #expect(try other.heads().count >= 4)
        for head in try other.heads() {
            #expect(head["authorization"] == nil && head["cookie"] == nil && head["x-key"] == nil, "\(head)")
        }
    }

    @Test("A page does not decide that the password for it goes to another site")
    func pageElsewhere() throws {
        let other = try ChangingSite()
        try other.feed("news.xml", ["three Giraffe"])
        let page = "<link rel=alternate type=application/rss+xml href=\"\(other.url("/news.xml"))\">"
        try Data("<!DOCTYPE html>\(page)".utf8).write(to: site.folder.appendingPathComponent("page"))
        let added = try run("add", site.url("/page"), "--auth", "pw", "--allow", "127.0.0.1")
        #expect(added.status == 0 && added.errors.contains("were not stored"), "\(added)")
        #expect(try options().isEmpty)
        #expect(try other.heads().allSatisfy { $0["authorization"] == nil })
    }

    @Test("A password that cannot be read fails the feed with a plain line, and nothing is sent")
    func unreadable() throws {
        #expect(
            try run("add", site.url("/private/news.xml"), "--auth", "env:FEED_PW").errors.contains("cannot be read"))
        let before = try site.log().count
        let outcome = try run("fetch")
        #expect(outcome.status == 2 && outcome.output.contains("env:FEED_PW"), "\(outcome)")
        #expect(try site.log().count == before)
        #expect(try run("fetch", environment: ["FEED_PW": "alice:s3cret"]).status == 0)
    }

    @Test("Options are set one by one, shown, and taken away")
    func edit() throws {
        let address = site.url("/news.xml")
        #expect(try run("add", address, "--user-agent", "me/2", "--keep", "100,2y", "--interval", "2h").status == 0)
        #expect(try run("edit", address, "--proxy", "socks5://127.0.0.1:9").status == 0)
        let options = try options()
        #expect(options["user_agent"] as? String == "me/2" && options["proxy"] as? String == "socks5://127.0.0.1:9")
        #expect(options["keep"] as? Int == 100 && options["keep_seconds"] as? Int == 730 * 86_400)
        #expect(options["interval"] as? Int == 7_200)
        #expect(try run("fetch").output.contains("the proxy failed"))
        let none = ["--proxy", "none", "--user-agent", "none", "--keep", "all", "--interval", "auto"]
        #expect(try program.run(["edit", address, "--db", program.path("a.db")] + none).status == 0)
        #expect(try self.options().count == 1)
        #expect(try run("fetch").status == 0)
        #expect(try run("edit", address, "--proxy", "default").status == 0)
        #expect(try self.options().isEmpty)
        #expect(try site.heads().contains { $0["user-agent"] == "me/2" })
    }

    @Test(
        "A value that is none is refused with one line, and a typed password is not repeated",
        arguments: [
            ["--auth", "alice:s3cret"], ["--auth", "nowhere"], ["--auth", "env:1"], ["--headers", "nowhere"],
            ["--cookies", "env:X"], ["--proxy", "ftp://x"], ["--proxy", "http://alice:s3cret@x"], ["--interval", "2"],
            ["--keep", "0"], ["--keep", "5,6"], ["--keep", "2x"], ["--user-agent", "a\nb"],
        ])
    func refused(_ flags: [String]) throws {
        let outcome = try program.run(["add", site.url("/news.xml"), "--db", program.path("a.db")] + flags)
        #expect(outcome.status == 2 && !outcome.errors.contains("s3cret"), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(FileManager.default.fileExists(atPath: program.path("a.db")) == false)
    }

    @Test("A page that asks to sign in is told from one without a feed")
    func signIn() throws {
        #expect(try run("add", site.url("/members")).errors.contains("sign-in required"))
        #expect(try run("add", site.url("/private/news.xml")).errors.contains("sign-in required"))
        let outcome = try program.run(
            ["fetch", "--json", "--no-icons", "--db", program.path("a.db")])
        #expect(outcome.output.components(separatedBy: "\"kind\":\"needsSignIn\"").count == 3, "\(outcome)")
    }

    @Test("After so many failures in a row a person is told, once, even when all else is quiet")
    func alert() throws {
        _ = try run("add", site.url("/nothing.xml"))
        func fetch() throws -> String { try run("fetch", "--quiet", "--alert-after", "2").errors }
        #expect(try fetch().isEmpty)
        #expect(try fetch().contains("has failed 2 times in a row"))
        #expect(try fetch().isEmpty)
        #expect(try run("feeds", "--failing").output.contains("(you were notified)"))
        try site.feed("nothing.xml", ["four Emu"])
        #expect(try fetch().isEmpty)
        try FileManager.default.removeItem(at: site.folder.appendingPathComponent("nothing.xml"))
        #expect(try fetch().isEmpty)
        #expect(try fetch().contains("has failed 2 times in a row"))
    }

    @Test("What a feed keeps no longer goes into the bin, does not come back, and undo brings it")
    func keep() throws {
        try site.feed("news.xml", (1...19).map { "\($0) Zebra" })
        let added = try run("add", site.url("/news.xml"), "--keep", "5")
        #expect(added.errors.contains("14 old articles were moved to the bin"), "\(added)")
        #expect(try run("zebra", "--count").output == "5\n")
        try site.feed("news.xml", (1...20).map { "\($0) Zebra" })
        let outcome = try run("fetch")
        #expect(outcome.output.contains("1 old article was moved to the bin"), "\(outcome)")
        try site.feed("news.xml", (1...21).map { "\($0) Zebra" })
        #expect(try run("fetch").output.contains("1 new article"))
        #expect(try run("zebra", "--count").output == "5\n")
        #expect(try run("undo").errors.contains("removed by retention, 1 article"))
        #expect(try run("fetch").status == 0)
        #expect(try run("check").status == 0)
    }

    @Test("Limits of unread articles and of what is kept count for one feed or, from the configuration, for all")
    func defaults() throws {
        try site.feed("news.xml", (1...10).map { "\($0) Zebra" })
        #expect(try run("add", site.url("/news.xml"), "--keep-unread", "4").status == 0)
        #expect(try run("fetch").status == 0)
        #expect(try run("list", "is:unread").lines.count == 4)
        #expect(try options()["keep_unread"] as? Int == 4)
        try program.file("config", "default-keep = 6\ndefault-keep-unread = 2\n")
        let config = ["FEEDSEARCH_CONFIG": program.path("config")]
        try site.feed("news.xml", (1...11).map { "\($0) Zebra" })
        #expect(try run("fetch", environment: config).status == 0)
        #expect(try run("list").lines.count == 6)
        #expect(try run("list", "is:unread").lines.count <= 4)
        #expect(try run("edit", site.url("/news.xml"), "--keep-unread", "default", "--keep", "all").status == 0)
        try site.feed("news.xml", (1...12).map { "\($0) Zebra" })
        #expect(try run("fetch", environment: config).status == 0)
        #expect(try run("list", "is:unread").lines.count == 2)
        #expect(try run("list").lines.count == 7)
        #expect(try run("edit", site.url("/news.xml"), "--keep-unread", "x").status == 2)
        try program.file("config", "default-keep = soon\n")
        #expect(try run("fetch", environment: config).status == 2)
    }

    @Test("A feed without a recipe tells a missing sign-in, a second factor and a refused one apart, each with advice")
    func kindsOfSignIn() throws {
        func failing(_ session: String?) throws -> [String: Any] {
            let line = session.map { "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t\($0)\n" } ?? "# none\n"
            try program.file("jar", line)
            _ = try program.shell("chmod 600 jar")
            _ = try run("fetch")
            let text = try run("feeds", "--failing", "--json").output
            return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        }
        try program.file("jar", "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tgood\n")
        _ = try program.shell("chmod 600 jar")
        #expect(try run("add", site.url("/forum/news.xml"), "--cookies", "jar").status == 0)
        #expect(try failing("good").isEmpty)
        let second = try failing("half")
        #expect(second["kind"] as? String == "needsTwoFactor")
        #expect((second["advice"] as? String)?.contains("--cookies FILE") == true, "\(second)")
        let refused = try failing("old")
        #expect(refused["kind"] as? String == "signInFailed")
        #expect((refused["advice"] as? String)?.contains("no restart is needed") == true, "\(refused)")
        #expect(try run("edit", site.url("/forum/news.xml"), "--cookies", "none").status == 0)
        #expect(try failing(nil)["kind"] as? String == "needsSignIn")
    }

    @Test(
        "Above the number of --keep-read, the oldest read articles go, for one feed or from the configuration for all")
    func keepRead() throws {
        try site.feed("news.xml", (1...10).map { "\($0) Zebra" })
        #expect(try run("add", site.url("/news.xml"), "--keep-read", "8").status == 0)
        #expect(try run("fetch").status == 0)
        #expect(try run("list").lines.count == 10)
        #expect(try options()["keep_read"] as? Int == 8)
        #expect(
            try run("mark", "read", "title:\"1 Zebra\" OR title:\"2 Zebra\" OR title:\"3 Zebra\"", "--yes").status == 0)
        try site.feed("news.xml", (1...11).map { "\($0) Zebra" })
        #expect(try run("fetch").status == 0)
        #expect(try run("list").lines.count == 8 && run("list", "is:read").lines.isEmpty)
        #expect(try run("edit", site.url("/news.xml"), "--keep-read", "default").status == 0)
        #expect(try options()["keep_read"] == nil)
        #expect(try run("mark", "read", "title:\"4 Zebra\"", "--yes").status == 0)
        try program.file("config", "default-keep-read = 8\n")
        try site.feed("news.xml", (1...12).map { "\($0) Zebra" })
        #expect(try run("fetch", environment: ["FEEDSEARCH_CONFIG": program.path("config")]).status == 0)
        #expect(try run("list", "title:\"4 Zebra\"").lines.isEmpty && run("list").lines.count == 8)
        let wrong = try run("edit", site.url("/news.xml"), "--keep-read", "some")
        #expect(wrong.status == 2 && wrong.errors.contains("keep-read: 'some' is not valid"))
        #expect(try run("check").status == 0)
    }

    @Test("A rule with an age says so, and is refused where that is none")
    func ruleAge() throws {
        #expect(try run("rule", "add", "zebra", "--mark", "read", "--after", "7d").errors.contains("read --after 7d"))
        #expect(try run("rule", "list").lines == ["1\tread --after 7d\tzebra\t0 matched"])
        #expect(try run("rule", "list", "--json").output.contains(#""after":604800"#))
        #expect(try run("rule", "add", "zebra", "--mark", "read", "--after", "soon").status == 2)
    }
}
