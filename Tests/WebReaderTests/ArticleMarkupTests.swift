import Foundation
import Testing

@testable import WebReader

@Suite struct ArticleMarkupTests {
    private func markup(_ html: String) -> String { String(decoding: ArticleMarkup(html).bytes, as: UTF8.self) }

    @Test(
        "What a text needs stays",
        arguments: [
            ("<p>one <em>two</em> &lt;3</p>", "<p>one <em>two</em> &lt;3</p>"),
            ("<h1>Title</h1><h2>Part</h2>", "<h3>Title</h3><h3>Part</h3>"),
            ("<ol start=\"3\"><li value=\"4\">x</li></ol>", "<ol start=\"3\"><li value=\"4\">x</li></ol>"),
            ("<td colspan=\"2\" lang=\"ja\">x</td>", "<td colspan=\"2\" lang=\"ja\">x</td>"),
            ("<pre><code>a  b\n</code></pre>", "<pre><code>a  b\n</code></pre>"),
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

    @Test("Pictures come from the service, with what is known of their size")
    func pictures() {
        let html =
            "<img src=\"https://a.example/c.png?a=1&amp;b=%22\" alt=\"A &quot;cat&quot;\" width=\"640\" height=\"1e9\" class=\"x\">"
        let written = String(
            decoding: ArticleMarkup(html) { url in url == "https://a.example/c.png?a=1&b=%22" ? "../image/x?u=\"&" : nil
            }.bytes,
            as: UTF8.self)
        #expect(
            written
                == "<img loading=\"lazy\" decoding=\"async\" src=\"../image/x?u=&quot;&amp;\" alt=\"A &quot;cat&quot;\" width=\"640\">"
        )
    }

    @Test("Pictures and players are links: nothing is loaded by itself")
    func media() {
        let written = markup(
            "<img src=\"https://a.example/cat.png\" alt=\"A cat\"><video src=\"https://a.example/v.mp4\"></video>")
        #expect(written.contains(">🖼 A cat</a>") && written.contains(">▶ v.mp4</a>") && !written.contains(" src="))
        #expect(
            markup("<a href=\"https://a.example/\"><img src=\"https://a.example/c.png\" alt=\"c\"></a>").contains(
                "<span"))
    }
}
