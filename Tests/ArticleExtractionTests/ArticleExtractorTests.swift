import ArticleExtraction
import FeedParsing
import Foundation
import Markup
import Testing

@Suite struct ArticleExtractorTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Pages")
    private static let pages: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".html") }.sorted()
    }()

    private static func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private func article(_ html: String, _ address: String = "https://example.org/a/b.html") -> ExtractedArticle? {
        ArticleExtractor.article(Array(html.utf8), address: address)
    }

    private static let text = String(
        repeating: "A sentence of the story, with a comma, that goes on for a while. ", count: 6)

    @Test("A picture of a saved page that is only in noscript is kept, once")
    func noscriptPicture() throws {
        let dot = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
        let html = """
            <html><body><article><h1>T</h1><p>\(Self.text)</p><p>\(Self.text)</p><figure><noscript><img src="/only.jpg"></noscript>
            </figure><p>\(Self.text)</p><img class="lazy" src="\(dot)" data-src="/two.jpg"><noscript><img src="/two.jpg"></noscript>
            <p>\(Self.text)</p></article></body></html>
            """
        let found = try #require(article(html)).html
        #expect(found.split(separator: "only.jpg").count == 2, "\(found)")
        #expect(found.split(separator: "two.jpg").count == 2 && !found.contains("data:"), "\(found)")
    }

    /// Words, and pairs of CJK characters.
    private func words(_ text: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let isWide = word.unicodeScalars.contains { $0.value >= 0x2E80 }
            if isWide {
                for (a, b) in zip(word, word.dropFirst()) { counts["\(a)\(b)", default: 0] += 1 }
            } else {
                counts[String(word), default: 0] += 1
            }
        }
        return counts
    }

    @Test("The pages of all templates give their text and little else", arguments: pages)
    func templates(_ name: String) throws {
        let gold = String(decoding: try Self.read(name.replacing(".html", with: ".txt")), as: UTF8.self)
        let found = ArticleExtractor.article(try Self.read(name), address: "https://example.org/a")
        guard !gold.isEmpty else {
            #expect(found == nil)
            return
        }
        let (wanted, given) = (words(gold), words(HTMLText.plainText(try #require(found).html)))
        let both = wanted.reduce(0) { $0 + min($1.value, given[$1.key] ?? 0) }
        #expect(Double(both) >= 0.98 * Double(wanted.values.reduce(0, +)), "recall")
        #expect(Double(both) >= 0.90 * Double(given.values.reduce(0, +)), "precision")
    }

    @Test("There are pages in five scripts, and pages without an article")
    func pagesAreThere() { #expect(Self.pages.count >= 30) }

    @Test("What the page says of its article comes with it")
    func metadata() throws {
        let page = """
            <html lang="en-GB"><head><title>The tide - Harbour Post</title><meta property="og:site_name" content="Harbour Post">
            <meta property="og:image" content="/i.png"><meta name="author" content="Ann Lee">
            <meta property="article:published_time" content="2026-03-01T10:00:00Z"></head>
            <body><h1>The tide</h1><p>\(Self.text)</p><p>\(Self.text)</p></body></html>
            """
        let found = try #require(article(page))
        #expect(found.title == "The tide" && found.author == "Ann Lee" && found.language == "en-GB")
        #expect(found.siteName == "Harbour Post" && found.image == "https://example.org/i.png")
        #expect(found.published?.seconds == 1_772_359_200)
        #expect(!found.html.contains("<h1>"))
    }

    @Test("Linked data says more than meta elements, and names several authors")
    func linkedData() throws {
        let page = """
            <title>x</title><meta name="author" content="Desk"><script type="application/ld+json">{"@graph":[{"@type":"WebSite"},
            {"@type":["NewsArticle"],"headline":"Tide &amp; time","author":[{"name":"Ann"},{"name":"Bo"}],
            "datePublished":"2026-03-01","image":{"url":"https://e.example/i.jpg"}}]}</script>
            <p>\(Self.text)<p>\(Self.text)
            """
        let found = try #require(article(page))
        #expect(found.title == "Tide & time" && found.author == "Ann, Bo" && found.image == "https://e.example/i.jpg")
    }

    @Test("Addresses are absolute, pictures that a script would load have theirs, and tracking pixels go")
    func addresses() throws {
        let page = """
            <base href="/base/"><article><p>\(Self.text)<a href="x.html">x</a> <a href="javascript:alert(1)">y</a></p>
            <img src="data:image/gif;base64,AA" data-src="p.jpg" alt="A &quot;pier&quot;">
            <img src="/t.gif" width="1" height="1"><img srcset="s.jpg 320w, l.jpg 1024w">
            <p>\(Self.text)</p></article>
            """
        let html = try #require(article(page)).html
        #expect(html.contains("<a href=\"https://example.org/base/x.html\">x</a>"))
        #expect(html.contains("<img src=\"https://example.org/base/p.jpg\" alt=\"A &quot;pier&quot;\">"))
        #expect(
            html.contains("https://example.org/base/l.jpg") && !html.contains("t.gif") && !html.contains("javascript"))
    }

    @Test("Code keeps its lines, tables their cells, lists their items")
    func structure() throws {
        let page = """
            <main><h2>One</h2><p>\(Self.text)</p><pre>a\n  b &lt; c</pre><table><tr><th>k</th><td colspan=2>v</td></tr></table>
            <ol start=3><li>first<li>second</ol><h2>Empty</h2></main>
            """
        let html = try #require(article(page)).html
        #expect(html.contains("<pre>a\n  b &lt; c</pre>") && html.contains("<td colspan=\"2\">v</td>"))
        #expect(html.contains("<ol start=\"3\">") && html.contains("<li>second"))
        #expect(html.contains("<h2>One</h2>") && !html.contains("Empty"))
    }

    @Test("A selector names the text, whatever its names and length")
    func selector() throws {
        let page = Array("<div class=sidebar><p>Short <b>text</b></p></div><p>\(Self.text)</p>".utf8)
        let selector = try #require(ContentSelector("div.sidebar"))
        let found = try #require(ArticleExtractor.article(page, address: "https://e.example/", selector: selector))
        #expect(HTMLText.plainText(found.html).contains("Short text") && !found.html.contains("story"))
        let none = try #require(ContentSelector(".nothing"))
        #expect(ArticleExtractor.article(page, address: "https://e.example/", selector: none) == nil)
        #expect(ContentSelector("((") == nil)
    }

    @Test("No script, style, form or handler of a page is in what is extracted")
    func harmless() throws {
        let page = """
            <article onclick="x()"><p onmouseover="y()" style="color:red" class="c" id="i">\(Self.text)</p><script>alert(1)</script>
            <style>p{}</style><form><input name=q></form><iframe src="https://e.example/"></iframe><svg onload="z()"></svg>
            <p>1 < 2 <img src=x onerror=alert(1)></p></article>
            """
        let html = try #require(article(page)).html
        for word in [
            "onclick", "onmouse", "style", "class", "id=", "script", "input", "iframe", "svg", "onerror", "alert",
        ] {
            #expect(!html.contains(word), "\(word)")
        }
    }

    @Test("Any bytes are read in the time that their length allows")
    func hostile() {
        let clock = ContinuousClock()
        let pages: [(String, String)] = [
            ("nested", String(repeating: "<div>", count: 100_000) + "text"),
            (
                "nested beside",
                String(repeating: "<div class='sidebar comment'><p>words, and words of a text</p>", count: 20_000)
            ),
            ("attributes", "<div " + (0..<200_000).map { "a\($0)=1 " }.joined() + ">x"),
            ("brackets", String(repeating: "<", count: 1_000_000)),
            ("paragraphs", String(repeating: "<p>A sentence, with a comma, of some length.", count: 50_000)),
            ("headings", String(repeating: "<h2><a href=/x>A title of another page</a></h2>", count: 20_000)),
            (
                "linked data",
                "<script type='application/ld+json'>" + String(repeating: "[", count: 500_000) + "</script>"
            ),
        ]
        for (name, page) in pages {
            let start = clock.now
            _ = article(page)
            // Some tenths of a second where the tests are optimised.
            #expect(start.duration(to: clock.now) < .seconds(60), "\(name)")
        }
    }

    @Test("Damaged pages end no process, and what they give is balanced enough to be read")
    func damaged() throws {
        var random = SystemRandomNumberGenerator()
        for name in Self.pages {
            let page = try Self.read(name)
            for _ in 0..<10 {
                var bytes = page
                for _ in 0..<20 {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
                guard let found = ArticleExtractor.article(bytes, address: "https://example.org/a") else { continue }
                #expect(!HTMLSanitizer.sanitize(found.html, base: nil).isEmpty)
            }
            _ = ArticleExtractor.article(Array(page.prefix(page.count / 2)), address: "")
        }
    }
}
