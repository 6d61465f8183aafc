import Foundation
import Testing

/// Pages without a feed, through the program, against a site that changes.
@Suite(.offPool) struct PageCommandTests {
    private let program: BuiltProgram
    private let site: ChangingSite

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
    }

    private func page(_ name: String, _ topics: [(id: Int, title: String)], next: String? = nil) throws {
        var html = "<!doctype html><title>Forum</title>"
        for topic in topics {
            html +=
                "<div class=cell><span class=item_title><a href=\"/t/\(topic.id)#r\(topic.title.count)\">"
                + "\(topic.title)</a></span><p class=text>about \(topic.title)<script>alert(1)</script></p></div>"
        }
        if let next { html += "<a class=next href='\(next)'>next</a>" }
        try Data(html.utf8).write(to: site.folder.appendingPathComponent(name), options: .atomic)
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words)
    }

    private var flags: [String] {
        ["--item", "div.cell", "--title", ".item_title a", "--content", ".text", "--next", "a.next"]
    }

    @Test("A page is added, its pages are read, and a later fetch brings what is new, each topic once")
    func fetched() throws {
        try page("topics", [(3, "third"), (2, "second")], next: "/topics2")
        try page("topics2", [(1, "first")], next: "/topics3")
        try page("topics3", [(0, "zeroth")])
        let added = try program.run(
            ["--db", "a.db", "add", "--page", site.url("/topics"), "--folder", "forums"] + flags)
        #expect(added.status == 0, "\(added.errors)")
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "about").output == "4\n")
        #expect(try run("search", "third").output.contains("/t/3"))
        #expect(try !run("show", "--all", "1").output.contains("alert(1)</script>"))
        let asked = try site.log().count

        try page("topics", [(4, "fourth"), (3, "third")], next: "/topics2")
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "about").output == "5\n")
        // What stood on the first page was known in part: no further page was asked for.
        #expect(try site.log().count == asked + 1)
        #expect(try run("fetch").status == 0)
        #expect(try site.log().last == "/topics 304")
        #expect(try run("check").status == 0)
    }

    @Test("Sign-in, a selector that finds nothing and a server's error are told apart")
    func failures() throws {
        try page("topics", [(1, "first")])
        #expect(try program.run(["--db", "a.db", "add", "--page", site.url("/topics")] + flags).status == 0)
        #expect(try run("fetch").status == 0)
        let file = site.folder.appendingPathComponent("topics")
        func report() throws -> String {
            _ = try run("fetch")
            return try run("feeds", "--failing").output
        }
        try Data("<form action=/signin><input type=password></form>".utf8).write(to: file)
        #expect(try report().contains("sign-in required"))
        try Data("<p>redesigned".utf8).write(to: file)
        #expect(try report().contains("selector found nothing"))
        try FileManager.default.removeItem(at: file)
        #expect(try report().contains("404"))
        try page("topics", [(1, "first"), (2, "back")])
        #expect(try report().isEmpty)
        #expect(try run("search", "--count", "about").output == "2\n")
    }

    /// Writes a cookies file with one session, last changed some seconds ago.
    private func cookies(_ session: String?, secondsAgo: Double) throws {
        let line = session.map { "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t\($0)\n" } ?? ""
        let path = try program.file("cookies.txt", "# Netscape HTTP Cookie File\n" + line)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo), .posixPermissions: 0o600], ofItemAtPath: path)
    }

    @Test(
        "A missing sign-in, a second factor and a refused sign-in are told apart; a renewed file of cookies is read at once"
    )
    func signIn() throws {
        try page("topics", [(1, "first")])
        try cookies("old", secondsAgo: 1_000)
        let words = [site.url("/forum/topics"), "--cookies", "cookies.txt"] + flags
        let refused = try program.run(["--db", "a.db", "add", "--page"] + words)
        #expect(refused.status == 2 && refused.errors.contains("did not accept the sign-in"), "\(refused.errors)")
        try cookies("good", secondsAgo: 1_000)
        #expect(try program.run(["recipe", "test"] + words).output.contains("first"))
        #expect(try program.run(["--db", "a.db", "add", "--page"] + words).status == 0)
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "about").output == "1\n")

        func kind() throws -> String {
            _ = try run("fetch")
            let failing = try run("feeds", "--failing", "--json").output
            return ["needsSignIn", "needsTwoFactor", "signInFailed"].filter { failing.contains("\"\($0)\"") }.joined()
        }
        try cookies("half", secondsAgo: 900)
        #expect(try kind() == "needsTwoFactor")
        #expect(try run("feeds", "--failing").output.contains("a second factor is required"))
        try cookies(nil, secondsAgo: 800)
        #expect(try kind() == "signInFailed")
        try cookies("old", secondsAgo: 700)
        #expect(try kind() == "signInFailed")
        #expect(try run("feeds", "--failing").output.contains("the site did not accept the sign-in"))

        // The feed waits for its back-off, until the file has changed.
        let asked = try site.log().count
        #expect(try run("fetch", "--due").status == 0)
        #expect(try site.log().count == asked)
        try page("topics", [(1, "first"), (2, "second")])
        try cookies("good", secondsAgo: 0)
        #expect(try run("fetch", "--due").status == 0)
        #expect(try run("search", "--count", "about").output == "2\n")
        #expect(try run("feeds", "--failing").output.isEmpty)

        #expect(try run("edit", site.url("/forum/topics"), "--cookies", "none").status == 0)
        #expect(try kind() == "needsSignIn")
    }

    @Test("A recipe that finds nothing is refused at once, and a mistake in it is named")
    func refused() throws {
        try page("topics", [(1, "first")])
        let wrong = try run("add", "--page", site.url("/topics"), "--item", ".topic", "--title", "a")
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("found nothing"))
        let mistake = try run("add", "--page", site.url("/topics"), "--item", "div >", "--title", "a")
        #expect(mistake.status == 2)
        #expect(mistake.errors.contains("byte 5"))
        #expect(try run("add", "--page", site.url("/topics"), "--title", "a").status == 2)
    }

    @Test("recipe test shows what a recipe finds, in a file and on a site, and stores nothing")
    func tested() throws {
        try page("topics", [(1, "first"), (2, "second")], next: "/topics2")
        let file = try program.file("recipe.json", "{\"item\":\"div.cell\",\"title\":\".item_title a\"}")
        let live = try program.run(["recipe", "test", site.url("/topics"), "--recipe", file])
        #expect(live.output.contains("first\n    \(site.url("/t/1"))"))
        let stored = try program.run(
            [
                "recipe", "test", site.folder.appendingPathComponent("topics").path, "--base", "https://f.example/",
                "--json",
            ]
                + flags)
        let object = try JSONSerialization.jsonObject(with: Data(stored.output.utf8)) as? [String: Any]
        #expect((object?["items"] as? [[String: Any]])?.first?["id"] as? String == "https://f.example/t/1")
        #expect(object?["next"] as? String == "https://f.example/topics2")
        let none = try program.run(["recipe", "test", site.url("/topics"), "--item", "b", "--title", "a"])
        #expect(none.status == 1)
        #expect(try program.run(["recipe", "test", site.url("/absent"), "--recipe", file]).status == 2)
        #expect(try program.run(["recipe", "test"]).status == 2)
    }
}
