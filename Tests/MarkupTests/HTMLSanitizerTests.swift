import TestSupport
import Testing

@testable import Markup

@Suite struct HTMLSanitizerTests {
    @Test(
        "Harmless markup stays, written in one way",
        arguments: [
            ("<p>a <b>b</b></p>", "<p>a <b>b</b></p>"),
            ("<P CLASS=x title='a \"b\"'>a", "<p class=\"x\" title=\"a &quot;b&quot;\">a</p>"),
            ("a<br/>b<hr></hr>", "a<br>b<hr>"),
            ("<p>a<p>b", "<p>a</p><p>b</p>"),
            ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
            (
                "<table><tr><td>a<td>b<tr><td>c</table>d",
                "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d"
            ),
            ("<b><i>a</b>b</i>", "<b><i>a</i></b>b"),
            ("</p></div>a</b>", "a"),
            ("1 < 2 & 3 > 2 &copy; &nbsp;", "1 &lt; 2 &amp; 3 &gt; 2 © \u{A0}"),
            ("<custom-thing>a</custom-thing>", "a"),
            ("<image src=a.png>", "<img src=\"a.png\">"),
            ("<pre>\n  a</pre>", "<pre>\n  a</pre>"),
            ("a<br></br>b</br>c", "a<br>b<br>c"),
        ])
    func harmless(_ html: String, _ expected: String) {
        #expect(HTMLSanitizer.sanitize(html, base: nil) == expected)
        #expect(HTMLSanitizer.sanitize(expected, base: nil) == expected)
    }

    @Test(
        "What runs, loads, submits or covers is gone, and its text stays where it is text",
        arguments: [
            ("a<script>b</script>c", "ac"),
            ("a<style>b</style>c", "ac"),
            ("<img src=x onerror=alert(1)>", "<img src=\"x\">"),
            ("<svg><a href=javascript:alert(1)>x</a></svg>y", "y"),
            ("<iframe src=x>a <b>b</b></iframe>", "a <b>b</b>"),
            ("<form action=x><input><button>a</button></form>", "<div action=\"x\"><span></span><span>a</span></div>"),
            ("<a href='javascript:alert(1)'>x</a>", "<a>x</a>"),
            ("<a href='&#1; JAVA\tSCRIPT:alert(1)'>x</a>", "<a>x</a>"),
            ("<a href='java&NewLine;script&colon;alert(1)'>x</a>", "<a>x</a>"),
            ("<a href='data:text/html,x'>x</a>", "<a>x</a>"),
            ("<img src='data:image/svg+xml,x'>", "<img>"),
            ("<img src='data:image/png;base64,AA=='>", "<img src=\"data:image/png;base64,AA==\">"),
            ("<p style='position:fixed; color:red; background:url(x)'>a</p>", "<p style=\"color: red;\">a</p>"),
            ("<p style='width: expression(alert(1))'>a</p>", "<p>a</p>"),
            ("<p style='color: \\72 ed'>a</p>", "<p>a</p>"),
            ("<a href=x target=_blank ping=y formaction=z>a</a>", "<a href=\"x\">a</a>"),
            ("<p id=location name=cookie>a</p>", "<p id=\"user-content-location\" name=\"user-content-cookie\">a</p>"),
            ("<a href=https://a.example href=javascript:x>a</a>", "<a href=\"https://a.example\">a</a>"),
            ("<math><mtext><table><mglyph><style><img src=x onerror=y>", "<table></table>"),
            (
                "<noscript><p title=\"</noscript><img src=x onerror=y>\">",
                "<span><p title=\"&lt;/noscript&gt;&lt;img src=x onerror=y&gt;\"></p></span>"
            ),
            ("<select><option>a</select>", "<span><span>a</span></span>"),
            ("<textarea>a &lt;b&gt; <i></textarea>", "<span>a &lt;b&gt; &lt;i&gt;</span>"),
            ("<!' a> b <!DOCTYPE", "&lt;!' a&gt; b &lt;!DOCTYPE"),
            ("a<!DOCTYPE html><?xml x?><!-- b -->c", "ac"),
            ("<p>the <template> element</p><p>stays", "<p>the  element</p><p>stays</p>"),
            ("a<template><script>b</script><img src=x onerror=c></template>d", "ad"),
            ("a<svg><style></svg><img src=x onerror=b></style>c", "ac"),
            ("<img srcset='\u{1},javascript:x 1x, \u{1},,a.png 2x'>", "<img srcset=\"a.png 2x\">"),
            ("<img srcset='a.png 1x, javascript:x 2x'>", "<img srcset=\"a.png 1x\">"),
        ])
    func hostile(_ html: String, _ expected: String) { #expect(HTMLSanitizer.sanitize(html, base: nil) == expected) }

    @Test("Relative addresses lean on the base")
    func base() {
        let base = "https://example.org/a/b?c"
        #expect(HTMLSanitizer.sanitize("<a href=d>", base: base) == "<a href=\"https://example.org/a/d\"></a>")
        #expect(HTMLSanitizer.sanitize("<img src=//x.org/y>", base: base) == "<img src=\"https://x.org/y\">")
        #expect(
            HTMLSanitizer.sanitize("<img srcset='e 1x,/f 2x'>", base: base)
                == "<img srcset=\"https://example.org/a/e 1x, https://example.org/f 2x\">")
    }

    @Test("Whatever comes in, what comes out does not change when it is sanitised again")
    func idempotent() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "<p>", "<", ">", "</", "/", "=", " ", "\"", "'", "&", "a", "b", "<table>", "<tr>", "<td>", "</table>",
            "<b>",
            "</b>", "<a href=", "javascript:", "<svg>", "<math>", "<style>", "</style>", "<!--", "-->", "<![CDATA[",
            "]]>",
            "<template>", "</template>", "<select>", "<title>", "<textarea>", "</textarea>", "onclick=", "style=",
            "id=", "&lt;", "\0",
        ]
        for _ in 0..<3000 {
            let count = Int.random(in: 0...30, using: &random)
            let html = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let once = HTMLSanitizer.sanitize(html, base: nil)
            #expect(HTMLSanitizer.sanitize(once, base: nil) == once, "\(html)")
            #expect(!once.contains("<s") || !once.contains("<script"))
            #expect(!once.contains("<!") && !once.contains("<?"))
        }
    }

    @Test(
        "Deep nesting is cut and costs linear time", arguments: ["<div>", "<b>", "<a>", "<ul><li>", "<table><tr><td>"])
    func deep(_ piece: String) {
        let html = Array(String(repeating: piece, count: 100_000).utf8)
        var output: [UInt8] = []
        let time = processorTime { output = HTMLSanitizer.sanitize(html, base: nil) }
        #expect(time < .seconds(5))
        #expect(output.count < 2_000_000)
    }

    @Test("A long base does not multiply")
    func longBase() {
        let base = "https://example.org/" + String(repeating: "x", count: 2000)
        let html = Array(String(repeating: "<a href=''>", count: 20_000).utf8)
        #expect(HTMLSanitizer.sanitize(html, base: base).count < 20 * html.count + (2 << 20))
    }
}

@Suite struct RelativeAddressTests {
    @Test(
        "HTML that needs a base says so",
        arguments: [
            ("<a href='x'>", true), ("<img src=/y.png>", true), ("<p>t</p><img srcset='a 1x'>", true),
            ("<a href='#n'>", false), ("<a href='https://a.example/'>", false), ("<a name=x>", false), ("a < b", false),
            ("<a href=mailto:a@b>", false), ("", false), ("<", false),
        ])
    func relative(_ html: String, _ expected: Bool) {
        #expect(HTMLSanitizer.hasRelativeAddresses(Array(html.utf8)) == expected)
    }

    @Test("A link to a note of the same text stays one, whatever the base")
    func notes() {
        let html = HTMLSanitizer.sanitize("<a href=\"#n\">1</a><p id=\"n\">note</p>", base: "https://a.example/x")
        #expect(html == "<a href=\"#user-content-n\">1</a><p id=\"user-content-n\">note</p>")
    }
}
