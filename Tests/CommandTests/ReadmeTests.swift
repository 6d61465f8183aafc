import Foundation
import Testing

/// The commands of the README, line by line, in a new home directory.
@Suite(.offPool) struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("Every command of the README works as it stands there", arguments: ["README.md", "README.zh-Hans.md"])
    func commands(_ name: String) throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent(name), encoding: .utf8)
        let lines = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
            .flatMap { $0.element.split(separator: "\n").map(String.init) }.filter { $0.hasPrefix("feedsearch ") }
            // BrowseCommandTests have a terminal for it.
            .filter { !$0.hasPrefix("feedsearch browse") }
        try #require(lines.count > 20)
        let (program, site) = (try BuiltProgram(), try ChangingSite())
        try furnish(program, site)
        for line in lines {
            // What a reader has of his own, and what does not end by itself.
            var line = line.replacingOccurrences(of: "add example.org ", with: "add \(site.url("/home")) ")
            // Another service may have the port.
            line = line.replacingOccurrences(of: "feedsearch serve ", with: "feedsearch serve --listen 127.0.0.1:0 ")
            let stays = line.hasPrefix("feedsearch serve") || line.contains("--follow")
            if stays { line = "timeout -s INT 2 " + line }
            let outcome = try program.shell("export HOOK_SECRET=s3cret; " + line)
            // Nothing listens at the webhook; no feed fails.
            #expect(outcome.status == 0 || stays && [124, 130].contains(outcome.status), "\(line): \(outcome)")
            #expect(!outcome.errors.contains("feedsearch: error"), "\(line): \(outcome.errors)")
        }
        #expect(try program.run(["check"]).status == 0)
    }

    /// Files, feeds and articles that the README takes for granted.
    private func furnish(_ program: BuiltProgram, _ site: ChangingSite) throws {
        try site.feed("news.xml", ["1 sponsored post", "2 推广"])
        try site.feed("lwn.xml", ["1 Kernel releases", "2 Linux 发行版"])
        let outlines = "<outline text=\"LWN.net\" title=\"LWN.net\" type=\"rss\" xmlUrl=\"\(site.url("/lwn.xml"))\"/>"
        try write(program, "subscriptions.opml", "<opml version=\"2.0\"><head/><body>\(outlines)</body></opml>")
        try write(
            program, "articles.jsonl",
            (1...14).map {
                "{\"feed\":\"f\",\"id\":\"\($0)\",\"title\":\"关键词 sqlite \($0)\",\"text\":\"body\",\"starred\":\($0 < 3)}\n"
            }
            .joined())
        try write(program, "requests", "{\"query\":\"关键词\"}\n")
        try FileManager.default.createDirectory(
            at: program.folder.appendingPathComponent("feeds"), withIntermediateDirectories: true)
        try write(
            program, "feeds/a.xml",
            "<rss version=\"2.0\"><channel><title>A</title><item><title>x</title></item></channel></rss>")
        #expect(try program.shell("test \"$HOME\" = \"$PWD\"").status == 0)
    }

    private func write(_ program: BuiltProgram, _ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
    }
}
