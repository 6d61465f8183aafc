import Articles
import Foundation
import SQLiteEngine
import Testing

@Suite(.offPool) struct IconCommandTests {
    private let program: BuiltProgram
    private let site: ChangingSite
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0]

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(words + ["--db", program.path("a.db")])
    }

    private func icon() throws -> FeedIcon? {
        let store = try SQLiteLibrary.open(path: program.path("a.db"), access: .read)
        return try store.icon(of: try #require(try store.feeds().first).id)
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: site.folder.appendingPathComponent(name))
    }

    @Test("The icon at the customary place is found for a feed that was typed, stored, and not asked for again")
    func customary() throws {
        try site.feed("news.xml", ["one Zebra"])
        try write("favicon.ico", Self.png)
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("fetch", "--no-icons").status == 0)
        #expect(try icon() == nil)
        #expect(try run("fetch").status == 0)
        #expect(try icon() == FeedIcon(url: site.url("/favicon.ico"), type: "image/png", bytes: Self.png))
        #expect(try run("feeds", "--json").output.contains("\"icon\":\"image/png\""))
        let asked = try site.log().filter { $0.hasPrefix("/favicon.ico") }.count
        #expect(try run("fetch").status == 0)
        #expect(try site.log().filter { $0.hasPrefix("/favicon.ico") }.count == asked)
    }

    @Test("A feed whose icon hangs does not cost the others theirs")
    func hanging() throws {
        let other = try ChangingSite()
        for (site, name) in [(site, "/slow"), (other, "/absent.png")] {
            let feed = """
                <rss version="2.0"><channel><title>N</title><image><url>\(site.url(name))</url></image>
                <item><title>x</title><guid>1</guid></item></channel></rss>
                """
            try Data(feed.utf8).write(to: site.folder.appendingPathComponent("news.xml"))
            try Data(Self.png).write(to: site.folder.appendingPathComponent("favicon.ico"))
            #expect(try run("add", site.url("/news.xml")).status == 0)
        }
        #expect(try run("fetch", "--allow", "127.0.0.1").status == 0)
        let store = try SQLiteLibrary.open(path: program.path("a.db"), access: .read)
        let found = try store.feeds().compactMap { try store.icon(of: $0.id)?.url }
        #expect(found.contains(other.url("/favicon.ico")), "\(found)")
    }

    @Test("What its home page names comes before the customary place, and a drawing is passed over")
    func named() throws {
        let page =
            "<!DOCTYPE html><link rel=icon type=image/svg+xml href=/logo.svg><link rel=icon href=/logo.svg sizes=any>"
            + "<link rel=\"shortcut icon\" href=/small.png sizes=16x16>"
        try write("about", Array(page.utf8))
        try write("logo.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
        try write("small.png", Self.png + [1])
        try write("favicon.ico", Self.png)
        let feed = """
            <rss version="2.0"><channel><title>N</title><link>\(site.url("/about"))</link><item><title>x</title>
            <guid>1</guid></item></channel></rss>
            """
        try write("news.xml", Array(feed.utf8))
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("fetch", "--allow", "127.0.0.1").status == 0)
        #expect(try icon()?.url == site.url("/small.png"))
    }

    @Test("An address that a feed names is judged, even on the host that its owner typed")
    func judged() throws {
        let feed = """
            <rss version="2.0"><channel><title>N</title><image><url>\(site.url("/secret.png"))</url></image>
            <link>\(site.url("/about"))</link><item><title>x</title><guid>1</guid></item></channel></rss>
            """
        try write("news.xml", Array(feed.utf8))
        try write("secret.png", Self.png)
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("fetch").status == 0)
        #expect(try icon() == nil)
        let asked = try site.log().map { $0.split(separator: " ")[0] }
        #expect(Set(asked).isSubset(of: ["/news.xml", "/favicon.ico"]), "\(asked)")
    }

    @Test("What is no picture is not kept, whatever it is called")
    func noPicture() throws {
        try site.feed("news.xml", ["one Zebra"])
        try write("favicon.ico", Array("<!DOCTYPE html><script>alert(1)</script>".utf8))
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("fetch").status == 0)
        #expect(try icon() == nil)
    }
}
