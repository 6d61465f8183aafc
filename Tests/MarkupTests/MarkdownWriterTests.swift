import Testing

@testable import Markup

@Suite struct MarkdownWriterTests {
    private func markdown(_ html: String) -> String {
        let safe = HTMLSanitizer.sanitize(html, base: "https://example.org/a/")
        return TextDocument(sanitized: safe, page: "https://example.org/a/").markdown()
    }

    @Test("Headings, paragraphs and lines are apart")
    func paragraphs() {
        #expect(markdown("<h2>Big news</h2><p>One<br>two</p><p>three</p>") == "## Big news\n\nOne\n\ntwo\n\nthree")
        #expect(markdown("<div>one</div><div>two</div>") == "one\n\ntwo")
    }

    @Test("Emphasis, code and deleted text have their marks, and white space is outside of them")
    func emphasis() {
        #expect(markdown("a <b>bold </b>and <em>soft</em> <del>gone</del>") == "a **bold** and *soft* ~~gone~~")
        #expect(markdown("<b>one <i>two</i></b> <code>let x = `y`</code>") == "**one *two*** `` let x = `y` ``")
    }

    @Test("Lists keep their numbers, and nested lists are indented by the width of the marker")
    func lists() {
        #expect(
            markdown("<ol start=9><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol><p>end</p>")
                == "9. a\n   - b\n   - c\n10. d\n\nend")
        #expect(markdown("<p>intro</p><ul><li>x</li><li>y</li></ul>") == "intro\n\n- x\n- y")
    }

    @Test("Each line of a quote is marked")
    func quotes() {
        #expect(
            markdown("<blockquote><p>one</p><p>two</p></blockquote><p>three</p>") == "> one\n>\n> two\n\nthree")
    }

    @Test("A fence of code is longer than any run of back-quotes inside")
    func code() {
        #expect(markdown("<pre>a\n  ```b</pre>") == "````\na\n  ```b\n````")
    }

    @Test("Tables have a header row, and a vertical bar does not end a cell")
    func tables() {
        let rows = "<tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>x<br>y</td></tr>"
        #expect(markdown("<table>\(rows)</table>") == "| **a** | **b** |\n| --- | --- |\n| 1\\|2 | x y |")
        #expect(
            markdown("<table><tr><td>1</td><td>2</td></tr></table>") == "|  |  |\n| --- | --- |\n| 1 | 2 |")
    }

    @Test("Links and pictures have absolute addresses, which cannot end the link")
    func links() {
        #expect(markdown("<a href='b_(c)'>see <b>it</b></a>.") == "[see **it**](https://example.org/a/b_%28c%29).")
        #expect(
            markdown("<img src='/p.png' alt='A [fox]' width=20 height=20>")
                == "![A \\[fox\\]](https://example.org/p.png)")
    }

    @Test("Embedded data and long addresses are left out")
    func embedded() {
        let long = "https://example.org/" + String(repeating: "x", count: 3_000)
        #expect(markdown("<a href='\(long)'>here</a>") == "here")
    }

    @Test(
        "Text that looks like markup is escaped",
        arguments: [
            ("*a* _b_ snake_case", "\\*a\\* \\_b\\_ snake_case"), ("1. one", "1\\. one"), ("- one", "\\- one"),
            ("# one", "\\# one"), ("[x](http://e.org)", "\\[x\\](http://e.org)"),
            ("AT&amp;T &amp;amp;", "AT&T \\&amp;"),
            ("&lt;script>", "\\<script>"), ("a `b`", "a \\`b\\`"), ("3.5 - 2", "3.5 - 2"), ("---", "\\---"),
            ("&gt; q", "\\> q"),
        ])
    func escapes(_ html: String, _ expected: String) {
        #expect(markdown("<p>\(html)</p>") == expected)
    }

    @Test("Plain text keeps its lines")
    func plain() {
        #expect(MarkdownText.plain("one\n\n# two\n<b>") == "one\n\n\\# two\n\\<b>")
    }

    @Test("Any input becomes Markdown in linear time, without a crash")
    func anything() {
        let parts = [
            "<b>", "</b>", "<ul>", "<li>", "<table>", "<td>", "<pre>", "`", "*", "\n", "<a href=x>", "<q>", "&", "1.",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let html = (0..<40).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            #expect(markdown(html).utf8.count < 4_000)
        }
        #expect(!markdown(String(repeating: "&", count: 200_000)).isEmpty)
    }
}
