import Foundation
import Testing

/// Options of feeds that stand in a database take effect only where this user has confirmed them on this machine.
@Suite(.offPool) struct ConfirmedFeedTests {
    private let forged: ForgedDatabase
    private let site: ChangingSite

    init() throws {
        forged = try ForgedDatabase()
        site = try ChangingSite()
        try site.feed("news.xml", ["one Zebra"])
        try forged.program.file("pw", "alice:s3cret\n")
        _ = try forged.program.shell("chmod 600 pw")
    }

    private func fetch(_ flags: String...) throws -> BuiltProgram.Outcome {
        try forged.program.run(["--db", "a.db", "fetch", "--no-icons", "--allow", "127.0.0.1"] + flags)
    }

    @Test(
        "An option that nobody typed here keeps its feed from being asked, without counting as a failure",
        arguments: ["headers", "credentials", "cookies", "proxy"])
    func forgedOption(option: String) throws {
        let value = option == "proxy" ? "file:" + forged.program.path("pw") : forged.program.path("pw")
        try forged.subscribe(site.url("/news.xml"), option, value)
        for _ in 0..<2 {
            let fetched = try fetch()
            #expect(fetched.status == 2 && fetched.errors.contains("alerts confirm"), "\(fetched)")
        }
        #expect(try site.log().isEmpty)
        let json = try fetch("--json").output
        #expect(json.contains("\"failed\":0,") && json.contains("\"unconfirmed\":[{\"feed\":"), "\(json)")
        #expect(try forged.run("feeds", "--failing").output.contains("waiting for your confirmation"))
        let failing = try forged.run("feeds", "--failing", "--json").output
        #expect(failing.contains("\"kind\":\"unconfirmed\"") && failing.contains("\"failures\":0,"), "\(failing)")
        #expect(try forged.run("alerts", "confirm", site.url("/news.xml"), "--yes").status == 0)
        _ = try fetch()
        // A password is no proxy: the feed fails by that, and not for want of a confirmation.
        #expect(try forged.run("feeds", "--failing", "--json").output.contains("unconfirmed") == false)
        #expect(try site.log().isEmpty == (option == "proxy"))
    }

    @Test("What add and edit are told is confirmed at once; for another origin it is not")
    func boundToOrigin() throws {
        let other = try ChangingSite()
        try other.feed("news.xml", ["two Okapi"])
        #expect(try forged.run("add", site.url("/private/news.xml"), "--auth", "pw").status == 0)
        try forged.subscribe(other.url("/news.xml"), "credentials", forged.program.path("pw"))
        let fetched = try fetch()
        #expect(fetched.status == 0 && fetched.errors.contains("alerts confirm"), "\(fetched)")
        #expect(try forged.run("zebra", "--count").output == "1\n")
        #expect(try other.log().isEmpty)
        #expect(try forged.run("edit", other.url("/news.xml"), "--auth", "pw").status == 0)
        #expect(try fetch().errors.isEmpty)
        #expect(try other.heads().last?["authorization"] != nil)
    }

    @Test("A private network that nobody typed here is not asked, and its feed waits; a typed one is fetched")
    func privateNetwork() throws {
        try forged.subscribe(site.url("/news.xml"), "user_agent", "me", trusted: site.url(""))
        let fetched = try forged.run("fetch", "--no-icons")
        #expect(fetched.status == 2 && fetched.errors.contains("alerts confirm"), "\(fetched)")
        #expect(try site.log().isEmpty)
        #expect(try forged.run("feeds", "--failing", "--json").output.contains("\"failures\":0,"))
        #expect(try forged.waiting() == ["network " + site.url("")])
        #expect(try forged.run("alerts", "confirm", "--yes").status == 0)
        #expect(try forged.run("fetch", "--no-icons").status == 0)
        #expect(try site.log() == ["/news.xml 200"])
        // The same origin under another address is another feed.
        try forged.subscribe(site.url("/admin?delete"), "user_agent", "me", trusted: site.url(""))
        #expect(try forged.run("fetch", "--no-icons").errors.contains("alerts confirm"))
        #expect(try site.log().count == 2)
        #expect(try forged.run("add", site.url("/admin?delete")).status == 0)
        _ = try forged.run("fetch", "--no-icons")
        #expect(try site.log().contains { $0.hasPrefix("/admin") })
    }
}
