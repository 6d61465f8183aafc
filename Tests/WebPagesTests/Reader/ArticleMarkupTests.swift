import Foundation
import Synchronization
import Testing

@testable import WebPages

@Suite struct ArticleMarkupTests {
    private func markup(_ html: String) -> String { String(decoding: ArticleMarkup(html).bytes, as: UTF8.self) }

    @Test(
        "What a text needs stays",
        arguments: [
            ("<p>one <em>two</em> &lt;3</p>", "<p>one <em>two</em> &lt;3</p>"),
            ("<h1>Title</h1><h2>Part</h2>", "<h2>Title</h2><h2>Part</h2>"),
            ("<ol start=\"3\"><li value=\"4\">x</li></ol>", "<ol start=\"3\"><li value=\"4\">x</li></ol>"),
            (
                "<table><tr><td>x</td></tr></table>",
                "<div class=\"wide\" tabindex=\"0\"><table><tr><td>x</td></tr></table></div>"
            ),
            (
                "<math display=\"block\"><mi mathvariant=\"normal\">x</mi></math>",
                "<math display=\"block\"><mi mathvariant=\"normal\">x</mi></math>"
            ),
            ("<td colspan=\"2\" lang=\"ja\">x</td>", "<td colspan=\"2\" lang=\"ja\">x</td>"),
            (
                "<pre><code>a  b\n</code></pre>",
                "<div class=\"code\"><pre tabindex=\"0\"><code>a  b\n</code></pre></div>"
            ),
            ("<ruby>漢<rt>かん</rt></ruby>", "<ruby>漢<rt>かん</rt></ruby>"),
            ("a<br>b<hr>", "a<br>b<hr>"),
        ])
    func kept(html: String, expected: String) { #expect(markup(html) == expected) }

    @Test("Links open outside, without a referrer; other addresses lead nowhere")
    func links() {
        #expect(
            markup("<a href=\"https://a.example/?x=1&amp;y\">x</a>")
                == "<a href=\"https://a.example/?x=1&amp;y\" rel=\"noopener noreferrer\" target=\"_blank\">x</a>")
        for address in ["javascript:alert(1)", "/v1/feeds", "actions/mark", "data:text/html,x", "ftp://a.example/"] {
            #expect(markup("<a href=\"\(address)\">x</a>") == "<a>x</a>", "\(address)")
        }
    }

    @Test("A note and its mark find each other by names of the page's own")
    func notes() {
        #expect(
            markup("x<a href=\"#user-content-fn1\">1</a><p id=\"user-content-fn1\">note</p><p id=\"feeds\">y</p>")
                == "x<a href=\"#note-1\">1</a><p id=\"note-1\">note</p><p>y</p>")
    }

    @Test(
        "Nothing looks like a control of the page, is styled like one, or is found by its name",
        arguments: [
            "<form action=\"/actions/mark\" method=\"post\"><input name=\"csrf\"><button class=\"primary\">x</button></form>",
            "<div class=\"actions\" style=\"position:fixed\" id=\"toast\" role=\"alert\" contenteditable=\"true\">x</div>",
            "<p accesskey=\"s\" tabindex=\"1\" hidden autofocus name=\"feeds\">x</p>",
            "<iframe src=\"https://a.example/\"></iframe><script>x</script><svg><a>x</a></svg><dialog open>x</dialog>",
            "<img src=\"https://a.example/t.gif\" width=\"1\" height=\"1\"><link rel=\"stylesheet\" href=\"https://a.example/\">",
        ])
    func controls(html: String) {
        let written = markup(html)
        for word in [
            "<form", "<input", "<button", "class=\"actions", "class=\"primary", "style=", " id=", "role=",
            "contenteditable",
            "accesskey", "tabindex", "hidden", "autofocus", "name=", "<iframe", "<script", "<svg", "<dialog", "<img",
            "<link",
            "t.gif",
        ] {
            #expect(!written.contains(word), "\(word): \(written)")
        }
    }

    @Test("Tags are closed, whatever is open; ends without a beginning are left out")
    func balance() {
        #expect(markup("<div><p>x") == "<div><p>x</p></div>")
        #expect(markup("</section></div>x</main>") == "x")
        #expect(markup("<div><b>x</div>y</b>") == "<div><b>x</b></div>y")
        for html in ["<", "<a", "<a href", "<a href=", "<a href=\"", "<>", "</", "</>", "<a \"\"\">x", "<p =>x"] {
            let written = markup(html)
            #expect(!written.contains("<script") && written.utf8.count < 100, "\(html): \(written)")
        }
    }

    private func markup(_ html: String, width: Int?, height: Int?) -> String {
        var media = ArticleMedia()
        media.picture = { url in
            url == "https://a.example/c.png?a=1&b=\""
                ? .init(address: "image/x?u=\"&", width: width, height: height) : nil
        }
        media.medium = { "media/y?u=" + $0 }
        return String(decoding: ArticleMarkup(html, media: media.below("../")).bytes, as: UTF8.self)
    }

    @Test("Pictures come from the service, in a place that is kept free for them")
    func pictures() {
        let source = "<img src=\"https://a.example/c.png?a=1&amp;b=&quot;\" alt=\"A &quot;cat&quot;\""
        let start =
            "<img loading=\"lazy\" decoding=\"async\" src=\"../image/x?u=&quot;&amp;\" alt=\"A &quot;cat&quot;\""
        for (attributes, width, height, expected) in [
            (" width=\"640\" height=\"480\"", nil, nil, " width=\"640\" height=\"480\""),
            (" width=\"640\" height=\"1e9\" class=\"x\"", nil, nil, " class=\"unsized\""),
            (" width=\"640\"", 1_200, 800, " width=\"1200\" height=\"800\""),
            ("", 1_200, 800, " width=\"1200\" height=\"800\""),
            ("", nil, nil, " class=\"unsized\""),
        ] as [(String, Int?, Int?, String)] {
            #expect(markup(source + attributes + ">", width: width, height: height) == start + expected + ">")
        }
    }

    @Test("A picture is a link to itself in full size, unless it is small or in another link")
    func largePictures() {
        var media = ArticleMedia()
        media.picture = { _ in .init(address: "image/x?u=\"") }
        media.openPicture = "Open \"it\""
        func links(_ html: String) -> [String] {
            String(decoding: ArticleMarkup(html, media: media.below("../")).bytes, as: UTF8.self)
                .components(separatedBy: "<a class=\"large\"").dropFirst().map { String($0.prefix { $0 != ">" }) }
        }
        let source = "<img src=\"https://a.example/c.png\""
        let start = " href=\"../image/x?u=&quot;\" target=\"_blank\""
        #expect(links(source + " alt=\"A cat\">") == [start])
        #expect(links(source + ">") == [start + " aria-label=\"Open &quot;it&quot;\""])
        #expect(links(source + " width=\"32\" height=\"32\">").isEmpty)
        #expect(links("<a href=\"https://a.example/\">" + source + "></a>").isEmpty)
    }

    @Test("A video keeps its poster, which comes from the service")
    func posters() {
        let poster = " poster=\"https://a.example/c.png?a=1&amp;b=&quot;\""
        let source = "src=\"https://a.example/v.mp4\""
        let expected =
            "<video controls preload=\"none\" poster=\"../image/x?u=&quot;&amp;\" src=\"../media/y?u=https://a.example/v.mp4\"></video>"
        #expect(markup("<video\(poster) \(source)></video>", width: nil, height: nil) == expected)
        #expect(markup("<video\(poster)><source \(source)></video>", width: nil, height: nil) == expected)
        for other in ["", " poster=\"javascript:alert(1)\"", " poster=\"/p.png\""] {
            #expect(!markup("<video\(other) \(source)></video>", width: nil, height: nil).contains("poster"))
        }
    }

    @Test("An article signs 2,000 pictures at most; those after them are links")
    func many() {
        let signed = Mutex(0)
        var media = ArticleMedia()
        media.picture = { url in
            signed.withLock { $0 += 1 }
            return .init(address: "image/x?u=" + url)
        }
        let html = String(repeating: "<img src=\"https://a.example/c.png\" alt=\"A\">", count: 20_000)
        let written = String(decoding: ArticleMarkup(html, media: media.below("../")).bytes, as: UTF8.self)
        #expect(signed.withLock { $0 } == 2_000)
        #expect(written.components(separatedBy: "<img ").count == 2_001)
        #expect(written.components(separatedBy: "<a ").count == 18_001)
    }

    @Test("A picture of a sign is the sign")
    func signs() {
        #expect(markup("a<img src=\"https://s.example/1f642.svg\" alt=\"🙂\">b") == "a🙂b")
        #expect(markup("<img src=\"https://s.example/1.png\" alt=\"1\">").contains("🖼 1"))
    }

    @Test("Audio and video come from the service, and nothing of them is loaded before they are played")
    func media() {
        let written = markup(
            "<video><source src=\"https://a.example/v.mp4?a&amp;b\"><source src=\"https://a.example/v.webm\"></video>",
            width: nil,
            height: nil)
        #expect(
            written == "<video controls preload=\"none\" src=\"../media/y?u=https://a.example/v.mp4?a&amp;b\"></video>")
        let links = markup(
            "<img src=\"https://a.example/cat.png\" alt=\"A cat\"><video src=\"https://a.example/v.mp4\"></video>")
        #expect(links.contains(">🖼 A cat</a>") && links.contains(">▶ v.mp4</a>") && !links.contains(" src="))
        #expect(
            markup("<a href=\"https://a.example/\"><img src=\"https://a.example/c.png\" alt=\"c\"></a>").contains(
                "<span"))
    }

    @Test("A player of a provider is a link that says what a click would load; what only looks like one is a link")
    func players() {
        let page = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
        let outside = "rel=\"noopener noreferrer\" target=\"_blank\""
        #expect(
            markup("<a href=\"\(page)\" class=\"embedded-player\">▶ YouTube</a>")
                == "<a class=\"player\" data-frame=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1\" href=\"\(page)\" \(outside)>▶ YouTube</a>"
        )
        #expect(markup("<a href=\"\(page)\" class=\"x\">v</a>") == "<a href=\"\(page)\" \(outside)>v</a>")
        let evil = "https://evil.example/watch?v=dQw4w9WgXcQ"
        #expect(
            markup("<a href=\"\(evil)\" class=\"embedded-player\" data-frame=\"\(evil)\">v</a>")
                == "<a href=\"\(evil)\" \(outside)>v</a>")
    }

    @Test(
        "Elements of formulas stand in formulas alone, and no others do",
        arguments: [
            ("<mi>x</mi>", "x"),
            ("<math><p>x</p><img src=\"https://a.example/x.png\" alt=\"y\"></math>", "<math>x</math>"),
            ("<math><mi>x</math>y</mi>", "<math><mi>x</mi></math>y"), ("<math><math>x</math></math>", "<math>x</math>"),
            ("<math><mi href=\"x\" width=\"-9em\" class=\"actions\">x</mi></math>", "<math><mi>x</mi></math>"),
            ("<b><math><mi>x</b></math>y", "<b><math><mi>x</mi></math>y</b>"),
        ])
    func formulas(html: String, expected: String) { #expect(markup(html) == expected) }
}
