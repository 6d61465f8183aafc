import Articles
import Foundation
import StorageTestSupport
import Testing

@testable import Alerting

@Suite struct ArticleFileTests {
    private func article(_ title: String, _ change: (inout Article) -> Void = { _ in }) throws -> Article {
        let outbox = try Outbox()
        try outbox.insert([("1", "tea", "some text")])
        var article = try #require(try outbox.store.article(1))
        article.title = title
        change(&article)
        return article
    }

    @Test(
        "A title names a file in the folder itself, with no reserved name and at most 255 bytes",
        arguments: [
            "../../etc/passwd", "/absolute", "..", "", "CON", "nul.txt", "a\u{0}b", "a\nb", "C:\\x|y?*\"<>", ".hidden",
            String(repeating: "茶", count: 300), String(repeating: "é\u{301}", count: 4_000), "-rf", "~/x",
            "\u{202E}dm.exe",
            "#[[x]]^", "a" + String(repeating: "\u{301}", count: 5_000),
        ])
    func names(title: String) throws {
        let name = ArticleFile.name(of: try article(title))
        #expect(name.utf8.count <= 255 && name.hasSuffix(".md"))
        #expect(name.wholeMatch(of: /\d{4}-\d\d-\d\d( [\p{L}\p{M}\p{N} _-]+)? [0-9a-f]{10}\.md/) != nil, "\(name)")
        #expect(try name == ArticleFile.name(of: article(title)))
    }

    @Test("A file has the facts as YAML that a hostile title cannot leave, and the text as Markdown") func content()
        throws
    {
        let text = ArticleFile.bytes(
            of: try article("tea\"\n---\nevil: yes\u{85}\u{2028}# x") {
                $0.html = "<p>green <b>tea</b></p><script>alert(1)</script>"
                $0.author = "Ann: \"A\"\n---"
            })
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "---" && lines.filter { $0 == "---" }.count == 2)
        #expect(lines[1] == #"title: "tea\" --- evil: yes # x""#)
        #expect(lines.contains(#"url: "https://example.org/1""#) && lines.contains(#"author: "Ann: \"A\" ---""#))
        #expect(lines.contains("green **tea**") && !lines.contains { $0.contains("alert") })
    }

    @Test("Each article becomes a file; one that is there is kept, and a missing folder is a failure that may pass")
    func folder() throws {
        let outbox = try Outbox()
        let folder = outbox.path("notes")
        #expect(
            try outbox.store.addDestination(
                name: "notes", address: "markdown:" + folder, secret: nil, now: outbox.clock.now))
        let id = try #require(outbox.store.destinations().first).id
        try outbox.insert([("1", "../green tea", "text"), ("2", "milk", "")])
        try outbox.store.queueSendings(of: [1, 2], to: id, now: outbox.clock.now)
        let failed = try outbox.deliver()
        #expect(failed.failed == 1 && failed.failures.first?.contains("the folder cannot be written") == true)
        #expect(!failed.failures.joined().contains(folder))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        outbox.clock.pass(3_600)
        #expect(try outbox.deliver().delivered == 2)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files.count == 2 && files.contains { $0.contains("green tea") })
        for file in files { try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/" + file)) }
        try outbox.store.queueSendings(of: [1, 2], to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().delivered == 2)
        for file in files { #expect(try String(contentsOfFile: folder + "/" + file, encoding: .utf8) == "mine") }
        let destination = try #require(outbox.store.destinations().first)
        try AlertDeliverer(store: outbox.store, environment: outbox.environment).test(destination)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files)
    }
}
