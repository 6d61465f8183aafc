import Foundation
import Testing

/// The files of articles: listed, downloaded, resumed, through the built program.
@Suite(.offPool) struct EnclosureCommandTests {
    private let program: BuiltProgram
    private let site: ChangingSite
    private let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words)
    }

    private func file(_ path: String) -> Data? {
        FileManager.default.contents(atPath: program.folder.appendingPathComponent(path).path)
    }

    /// Subscribes to a feed with one article a file.
    private func subscribe(_ items: [(title: String, file: String)]) throws {
        let items = items.map {
            "<item><guid isPermaLink=\"false\">\($0.title)</guid><title>\($0.title)</title>"
                + "<pubDate>Tue, 10 Nov 2026 08:00:00 GMT</pubDate>"
                + "<enclosure url=\"\(site.url("/" + $0.file))\" type=\"audio/mpeg\" length=\"200000\"/></item>"
        }
        let text = "<rss version=\"2.0\"><channel><title>Cast/1</title>\(items.joined())</channel></rss>"
        try Data(text.utf8).write(to: site.folder.appendingPathComponent("cast.xml"))
        #expect(try run("add", site.url("/cast.xml")).status == 0)
    }

    private func put(_ name: String, _ bytes: Data) throws {
        try bytes.write(to: site.folder.appendingPathComponent(name))
    }

    @Test("Files are listed and downloaded once, under names that stay in the folder")
    func downloaded() throws {
        try put("one.mp3", bytes)
        try put("two.mp3", bytes + [1])
        try subscribe([("../../.One?", "one.mp3"), ("Two", "two.mp3")])
        let listed = try run("enclosures").output
        #expect(listed.contains("\taudio/mpeg\t200000\t\(site.url("/one.mp3"))\t../../.One?\n"), "\(listed)")
        #expect(try run("enclosures", "--json", "One").output.contains("\"type\":\"audio/mpeg\",\"length\":200000"))
        let dry = try run("enclosures", "--download", "pods", "--dry-run")
        #expect(Set(dry.output.split(separator: "\n")).contains("pods/Cast_1/2026-11-10 _.._.One_.mp3"), "\(dry)")
        let done = try run("enclosures", "--download", "pods")
        #expect(done.status == 0 && done.errors.contains("2 files downloaded (400.0 KB), 0 already present"), "\(done)")
        #expect(file("pods/Cast_1/2026-11-10 _.._.One_.mp3") == bytes)
        #expect(file("pods/Cast_1/2026-11-10 Two.mp3") == bytes + [1])
        let again = try run("enclosures", "--download", "pods", "--json")
        #expect(again.output.split(separator: "\n").allSatisfy { $0.contains("\"result\":\"present\"") }, "\(again)")
        #expect(try run("enclosures", "Two", "--download", "p", "--name", "%f/x/%t").status == 0)
        #expect(file("p/Cast_1/x/Two.mp3") != nil)
        #expect(
            try run("enclosures", "--download", "p", "--name", "../%t").errors.contains("points outside the folder"))
        #expect(try run("enclosures", "--download", "p", "--name", "%q").status == 2)
    }

    @Test("A download that broke off is resumed; one whose file has changed begins anew")
    func resumed() throws {
        try put("cut.mp3", bytes)
        try subscribe([("One", "cut.mp3")])
        let broken = try run("enclosures", "--download", "p", "--name", "%t")
        #expect(broken.status == 2 && broken.errors.contains("download from"), "\(broken)")
        #expect(file("p/One.mp3") == nil)
        #expect(file("p/One.mp3.part")?.count == bytes.count / 2)
        let rest = try run("enclosures", "--download", "p", "--name", "%t")
        #expect(rest.status == 0 && rest.errors.contains("(100.0 KB)"), "\(rest)")
        #expect(file("p/One.mp3") == bytes)
        #expect(file("p/One.mp3.part") == nil && file("p/One.mp3.part.source") == nil)

        #expect(try run("enclosures", "--download", "q", "--name", "%t").status == 2)
        let changed = Data(bytes.reversed())
        try put("cut.mp3", changed)
        #expect(try run("enclosures", "--download", "q", "--name", "%t").status == 2)
        #expect(try run("enclosures", "--download", "q", "--name", "%t").status == 0)
        #expect(file("q/One.mp3") == changed)
    }

    @Test("What is too large, missing, a web page or cannot be written is refused and named")
    func refused() throws {
        try put("one.mp3", bytes)
        try put("page.html", Data("<html>sign in".utf8))
        try subscribe([("Large", "one.mp3"), ("Missing", "none.mp3"), ("Page", "page.html")])
        let refused = try run("enclosures", "--download", "p", "--name", "%t", "--max-size", "100K")
        #expect(refused.status == 2 && refused.errors.contains("3 failed"), "\(refused)")
        for reason in ["too large", "404", "web page"] { #expect(refused.errors.contains(reason), "\(reason)") }
        #expect(file("p/Large.mp3") == nil && file("p/Large.mp3.part") == nil)
        try Data("x".utf8).write(to: program.folder.appendingPathComponent("file"))
        let blocked = try run("enclosures", "Large", "--download", "file/p", "--name", "%t")
        #expect(blocked.status == 2 && blocked.errors.contains("file"), "\(blocked)")
        #expect(try run("enclosures", "--download", "p", "--max-size", "much").errors.contains("is not a valid size"))
        #expect(try run("enclosures", "nowhere").status == 1)
    }

    @Test("A link in place of the part of a download is not followed")
    func linked() throws {
        try put("one.mp3", bytes)
        try subscribe([("One", "one.mp3")])
        let victim = program.folder.appendingPathComponent("victim")
        try Data("mine".utf8).write(to: victim)
        try FileManager.default.createDirectory(
            at: program.folder.appendingPathComponent("p"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: program.folder.appendingPathComponent("p/One.mp3.part"), withDestinationURL: victim)
        #expect(try run("enclosures", "--download", "p", "--name", "%t").status == 0)
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
        #expect(file("p/One.mp3") == bytes)
    }

    @Test("More than twenty files are downloaded only with a yes")
    func asked() throws {
        try put("one.mp3", Data("x".utf8))
        try subscribe((1...21).map { ("T\($0)", "one.mp3?\($0)") })
        #expect(try run("enclosures", "--download", "p").errors.contains("21 files would be downloaded"))
        #expect(try run("enclosures", "--download", "p", "--limit", "2").status == 0)
        #expect(try run("enclosures", "--download", "p", "--yes").errors.contains("19 files downloaded"))
    }
}
