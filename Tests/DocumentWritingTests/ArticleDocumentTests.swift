import Foundation
import FoundationXML
import Testing

@testable import DocumentWriting

@Suite struct ArticleDocumentTests {
    private static let document = ArticleDocument(
        identifier: "urn:feedsearch:test", title: "Tea & <more> 茶", subtitle: "tea", language: "en",
        modified: "2026-11-30T12:00:00Z", contentsTitle: "Contents")

    /// HTML as feeds have it, and text that would end elements and files.
    private static let hostile = [
        "<p>a<b>b<i>c</b>d</i></p>", "<ul>x<li>1<li>2<p>3</p><ul><li>4</ul></ul>", "<li>alone</li><td>cell</td>",
        "<a href=\"http://x/\">1<a href=\"http://y/\">2</a></a>", "<a href=\"javascript:x\">no</a>",
        "<a href='http://example.org/%zz?a=b c|d#e#f'>odd</a>", "<h1><p>x</p></h1><h6><div>y</div></h6>",
        "<p><div><table><tr><td>1<td>2</table></div>", "<pre>a\n  b</pre><code>`x`</code>", "<img src=x onerror=y>",
        "<img src='https://example.org/a.png' alt='A \"picture\"'>", "]]></p></body></html>--&gt;",
        "&nbsp;&#1;\u{0}\u{FFFF}&#x1F375;",
        "<blockquote></blockquote><ol></ol><em> </em><a href=\"http://x/\"> </a>", "<script>x</script><style>y</style>",
        "<a href=\"http://x/\"><h2>a heading in a link</h2></a>",
        "<dl><dt>t<dd>d</dl><details><summary>s</summary>x</details>",
        String(repeating: "<blockquote>", count: 300) + "deep", "<p>&lt;/html&gt;", "<hr><br><hr>",
        String(repeating: "<b><i>", count: 300) + "deep",
    ]

    private func sections() -> [DocumentSection] {
        let entries = Self.hostile.enumerated().map { index, html in
            DocumentEntry(
                title: index == 3 ? "" : "Title \(index) </title>&\"'\u{8}", byline: "Feed · <Author>",
                language: index == 1 ? "zh_CN" : "not a tag!",
                links: [("link", "https://example.org/\(index)?a=1&b=\"2\""), ("no", "javascript:x")], html: html,
                text: "text")
        }
        let snippet = DocumentEntry(
            title: "Snippet", byline: "", links: [], snippet: [("a ", false), ("tea", true), (" <b>", false)])
        return [
            DocumentSection(title: "First <section>", note: "tea", entries: entries),
            DocumentSection(title: "", note: "", entries: []),
            DocumentSection(title: "Last", note: "", entries: [snippet]),
        ]
    }

    @Test("A book of hostile articles is valid for epubcheck, where it is installed") func epub() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("epub-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("tea.epub")
        let bytes = Self.document.bytes(as: .epub, sections())
        try Data(bytes).write(to: file)
        // The type is at a fixed place: https://www.w3.org/TR/epub-33/#sec-zip-container-mime
        #expect(Array(bytes[30..<58]) == Array("mimetypeapplication/epub+zip".utf8))
        #expect(try run("/usr/bin/env", "python3", "-m", "zipfile", "-t", file.path).contains("Done testing"))
        guard FileManager.default.fileExists(atPath: "/usr/share/java/epubcheck.jar") else { return }
        let report = try run(
            "/usr/bin/env", "java", "-jar", "/usr/share/java/epubcheck.jar", "--failonwarnings", file.path)
        #expect(report.contains("No errors or warnings detected"), "\(report)")
    }

    @Test("Each file of a book is well-formed, with the titles in its list of contents") func wellFormed() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("epub-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("tea.epub")
        try Data(Self.document.bytes(as: .epub, sections())).write(to: file)
        _ = try run("/usr/bin/env", "python3", "-m", "zipfile", "-e", file.path, folder.path)
        let book = folder.appendingPathComponent("EPUB")
        let names = try FileManager.default.contentsOfDirectory(atPath: book.path)
        #expect(names.count == Self.hostile.count + 8)
        for name in names where !name.hasSuffix(".css") {
            let parser = XMLParser(data: try Data(contentsOf: book.appendingPathComponent(name)))
            #expect(parser.parse(), "\(name): \(parser.parserError.map { "\($0)" } ?? "")")
        }
        let contents = try String(contentsOf: book.appendingPathComponent("nav.xhtml"), encoding: .utf8)
        #expect(contents.contains("Title 5 &lt;/title&gt;&amp;&quot;'"))
        #expect(contents.components(separatedBy: "<ol>").count == contents.components(separatedBy: "</ol>").count)
    }

    @Test("A page is well-formed, and has no element, attribute or address of a feed but those of a document")
    func page() throws {
        let text = String(decoding: Self.document.bytes(as: .html, sections()), as: UTF8.self)
        let parser = XMLParser(data: Data(text.utf8))
        let seen = Names()
        parser.delegate = seen
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        let known: Set<String> = [
            "html", "head", "meta", "title", "style", "body", "article", "h1", "h2", "h3", "h4", "h5", "h6", "p", "a",
            "em",
            "strong", "mark", "code", "pre", "ul", "ol", "li", "blockquote", "hr", "br",
        ]
        #expect(seen.names.subtracting(known) == [])
        #expect(seen.addresses.allSatisfy { $0.hasPrefix("http") })
        #expect(!text.contains("javascript:") && !text.contains("onerror"))
        #expect(text.contains("<mark>tea</mark>"))
    }

    @Test("The text of an article becomes Markdown, with its headings below that of the article")
    func markdown() {
        let html =
            "<h2>A *title*</h2><p>One <b>bold </b>and <a href=\"https://example.org/a(b)\">link</a></p>"
            + "<blockquote><p>said</p></blockquote><p>&lt;script&gt;</p>"
        let entry = DocumentEntry(
            title: "Tea\n# 1", byline: "News", language: nil, links: [("page", "https://example.org/1")], html: html,
            text: "")
        let section = DocumentSection(title: "S", note: "", entries: [entry])
        let text = String(decoding: Self.document.bytes(as: .markdown, [section]), as: UTF8.self)
        for part in [
            "### Tea # 1\n\n", "News · [page](https://example.org/1)\n\n", "##### A \\*title\\*\n\n",
            "One **bold** and [link](https://example.org/a%28b%29)\n\n", "> said\n\n", "\\<script>",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("Only http and https addresses are links, with the characters that addresses may have")
    func addresses() {
        #expect(
            DocumentLink.address("https://example.org/a b|c?d=%41%zz#e#f")
                == "https://example.org/a%20b%7Cc?d=%41%25zz#e%23f")
        #expect(DocumentLink.address("HTTP://Example.org") == "HTTP://Example.org")
        for text in [
            "javascript:x", "mailto:a@b", "https://", "https:///x", "http://a<b/", "//example.org", "",
            "https://é.example/",
        ] {
            #expect(DocumentLink.address(text) == nil, "\(text)")
        }
    }

    @Test("Reading any cut of hostile HTML ends, and the page made of it is well-formed") func cuts() throws {
        let all = Array(Self.hostile.joined().utf8)
        for length in stride(from: 0, to: all.count, by: 7) {
            let entry = DocumentEntry(
                title: "x", byline: "", language: nil, links: [],
                html: String(decoding: all.prefix(length), as: UTF8.self), text: "")
            let page = DocumentMarkup.entry(entry, level: 2)
            #expect(XMLParser(data: Data("<x>\(page)</x>".utf8)).parse(), "\(length)")
        }
    }

    private func run(_ words: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The names of the elements of a document, and the addresses of its links.
private final class Names: NSObject, XMLParserDelegate {
    var names: Set<String> = []
    var addresses: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        names.insert(elementName)
        if let address = attributes["href"] { addresses.append(address) }
    }
}
