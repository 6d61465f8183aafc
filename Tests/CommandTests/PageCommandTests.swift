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
