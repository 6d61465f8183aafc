import TestSupport
import Testing

@testable import Markup

@Suite struct HTMLTextTests {
    @Test(
        "HTML becomes the text a reader sees",
        arguments: [
            ("<p>one</p><p>two</p>", "one\ntwo"),
            ("a<br>b<br/>c", "a\nb\nc"),
            ("  a \n\t b  ", "a b"),
            ("<b>a</b><i>b</i> c", "ab c"),
            ("<ul><li>a<li>b</ul>c", "a\nb\nc"),
            ("<table><tr><td>a<td>b<tr><td>c</table>", "a\tb\nc"),
            ("<pre>  a\n   b</pre>c", "a\n   b\nc"),
            ("x<pre>\n  a</pre>", "x\n\n  a"),
            ("a<script>b</script>c<style>d</style>e", "ace"),
            ("a<svg><text>b</text></svg>c<template>d</template>e", "ace"),
            ("<p>the <template> element</p><p>stays", "the element\nstays"),
            ("<p>a <svg> b</p>c <template><div>d</div></template>e", "a b\nc e"),
            ("a<template>b<template>c</template>d</template>e", "ae"),
            ("a<template>b<template>c</template>d", "abd"),
            ("<div>a<template>b</div>c</template>d", "ab\ncd"),
            ("a<template><ul><li>b<li>c</ul><p>d</template>e", "ae"),
            ("<title>t</title>a<!-- b -->c<!doctype html>d<?x y?>e", "acde"),
            ("see <img src=x alt='a &amp; b'>here", "see a & b here"),
            ("<p hidden>no</p>yes", "yes"),
            ("<p hidden>no<p>yes", "yes"),
            ("<div><span hidden>no</div>yes", "yes"),
            ("<div style='color:red; display : NONE'>no</div>yes", "yes"),
            ("1 < 2 <3 a<b", "1 < 2 <3 a"),
            ("I </3 you", "I 3 you"),
            ("<![CDATA[a <b>b</b>]]> c", "a b c"),
            ("<textarea>a &lt;b&gt; <i></textarea>", "a <b> <i>"),
            ("a\u{0}b\u{7}c", "abc"),
            ("中文<b>全文</b>搜索", "中文全文搜索"),
            ("", ""), ("   ", ""), ("<p></p>", ""),
        ])
    func text(_ html: String, _ expected: String) { #expect(HTMLText.plainText(html) == expected) }

    @Test(
        "References are decoded as browsers decode them",
        arguments: [
            ("&amp c", "& c"), ("&amp;c", "&c"), ("&ampc", "&c"), ("&#150;", "–"), ("&#x96;", "–"), ("&#65", "A"),
            ("&eacute;&Eacute;", "éÉ"), ("&notit;", "¬it;"), ("&notin;", "∉"), ("&nosuch;", "&nosuch;"), ("&", "&"),
            ("a&nbsp;b", "a\u{A0}b"), ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&nGt;", "≫⃒"),
            ("&#99999999999999999999;", "\u{FFFD}"), ("&#;&#x;", "&#;&#x;"), ("&lt;b&gt;", "<b>"),
            ("&CounterClockwiseContourIntegral;", "∳"),
        ])
    func references(_ html: String, _ expected: String) { #expect(HTMLText.plainText(html) == expected) }

    @Test("A text without markup passes as it is")
    func plainPasses() {
        let text = "one two, three. 四五六 «seven»"
        #expect(HTMLText.plainText(text) == text)
    }

    @Test("Any bytes give a text no more than a fifth longer, without white space around it")
    func randomBytes() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "<p", "<", ">", "</", "/>", "&nGt;", "&", ";", "<!--", "-->", "<pre>", "</pre>", " ", "\n", "a", "é",
            "<td>",
            "<script>", "</script>", "hidden", "=", "\"", "'", "<img alt=", "<![CDATA[", "]]>", "<svg>", "</svg>", "\0",
        ].map { Array($0.utf8) }
        for _ in 0..<3000 {
            var html: [UInt8] = []
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                html += pieces.randomElement(using: &random) ?? []
                if Bool.random(using: &random) { html.append(UInt8.random(in: 0...255, using: &random)) }
            }
            let text = HTMLText.plainText(html)
            #expect(text.count <= html.count + html.count / 5 + 1)
            #expect(text.first.map { $0 > 0x20 } ?? true)
            #expect(text.last.map { $0 > 0x20 } ?? true)
        }
    }

    @Test(
        "Unclosed constructs cost linear time",
        arguments: [
            "<div>", "<b><p hidden>", "<!-- -- >", "<![CDATA[", "&a", "<a b=\"", "<svg>", "<script>", "</x ",
            "<template>", "<p><template>", "<template><p>", "<template></p>", "<svg><template></svg>",
        ])
    func linear(_ piece: String) {
        let html = Array(String(repeating: piece, count: 100_000).utf8)
        let time = processorTime { _ = HTMLText.plainText(html) }
        #expect(time < .seconds(5))
    }

    @Test("Templates that end inside each other cost linear time")
    func nestedTemplates() {
        let count = 50_000
        let html = String(repeating: "<template><p>", count: count) + String(repeating: "</p>", count: count)
        let time = processorTime { _ = HTMLText.plainText(html) }
        #expect(time < .seconds(5))
    }
}
