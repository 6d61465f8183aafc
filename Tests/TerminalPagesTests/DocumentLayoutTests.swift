import Markup
import Testing

@testable import TerminalPages

@Suite struct DocumentLayoutTests {
    private func lines(_ html: String, width: Int = 40, colour: Bool = false) -> [String] {
        let labels = DocumentLayout.Labels(image: "image", audio: "audio", video: "video")
        let layout = DocumentLayout(style: TerminalStyle(isOn: colour), width: width, labels: labels)
        return layout.lines(
            sanitized: HTMLSanitizer.sanitize(html, base: "https://h.example/p"), page: "https://h.example/p")
    }

    @Test func `Paragraphs and headings stand apart, line ends are kept`() {
        #expect(
            lines("<h2>Head</h2><p>One\n two</p><p>three<br>four</p>") == [
                "## Head", "", "One two", "", "three", "four",
            ])
    }

    @Test func `Lists have bullets and numbers, and nest`() {
        #expect(
            lines(
                "<p>a</p><ol start=9><li>nine<ul><li>in<li>side</ul><li>ten words that go on to a second line</ol><p>b")
                == [
                    "a", "", "9. nine", "   • in", "   • side", "10. ten words that go on to a second", "    line", "",
                    "b",
                ])
    }

    @Test func `Code keeps its indentation, quotes have a bar`() {
        #expect(
            lines("<blockquote><p>q1<p>q2</blockquote><pre><code>func f() {\n\treturn 1\n  }\n</code></pre>after") == [
                "│ q1", "│", "│ q2", "", "    func f() {", "            return 1", "      }", "", "after",
            ])
    }

    @Test func `Links are numbered once, their addresses stand at the end`() {
        #expect(
            lines(
                "<p><a href=/a>A</a>, <a href=#x>inside</a> and <a href=/a>again</a>; <a href=https://h.example/b>https://h.example/b</a>"
            )
                == [
                    "A[1], inside and again[1];", "https://h.example/b", "", "[1] https://h.example/a",
                    "[2] https://h.example/b",
                ])
    }

    @Test func `A link opens where the terminal can`() {
        let text = lines("<a href=/a>A</a>", colour: true).joined()
        #expect(text.contains("\u{1B}]8;;https://h.example/a\u{1B}\\A\u{1B}]8;;\u{1B}\\"))
    }

    @Test func `Pictures and players show their names, pictures that count visits do not show`() {
        #expect(
            lines(
                "<figure><img src=/i.png alt='A cat'><figcaption>Sleeping</figcaption></figure><img src=/t.gif width=1 height=1><audio src=/s.mp3></audio>"
            )
                == [
                    "[image: A cat][1]", "Sleeping", "", "[audio][2]", "", "[1] https://h.example/i.png",
                    "[2] https://h.example/s.mp3",
                ])
    }

    @Test func `Tables of data are aligned, with wide characters, and fall into lines where they are too wide`() {
        let table = "<table><tr><th>名称<th>n<tr><td>数据库<td>1<tr><td>b<td>22</table>"
        #expect(lines(table) == ["名称   │ n", "───────┼───", "数据库 │ 1", "b      │ 22"])
        let wide =
            "<table><tr><th>A<th>B<th>C<th>D<tr>" + (0..<4).map { "<td>word\($0)longenough" }.joined() + "</table>"
        #expect(
            lines(wide, width: 30) == [
                "A: word0longenough", "B: word1longenough", "C: word2longenough", "D: word3longenough",
            ])
    }

    @Test func `A table that arranges a page is read as blocks`() {
        #expect(lines("<table><tr><td><p>a<p>b<ul><li>c</ul><td>d</table>") == ["a", "", "b", "", "• c", "", "d"])
    }

    @Test func `Raised digits, readings and styles without colours`() {
        #expect(
            lines("10<sup>6</sup> H<sub>2</sub>O x<sup>th</sup> <ruby>漢字<rt>かんじ</rt></ruby> <code>a b</code> <q>c</q>")
                == ["10⁶ H₂O xth 漢字(かんじ) `a b` “c”"])
    }

    @Test func `No escape sequence of a feed reaches the terminal`() {
        let text = lines(
            "<p>a\u{1B}[31mb&#27;]0;t&#7;</p><pre>x\u{1B}[2J\u{9B}1m</pre><a href='https://h.example/\u{1B}'>l</a>",
            colour: false)
        #expect(!text.joined().unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }

    @Test(arguments: 0..<200)
    func `Any markup gives lines that fit, and takes no long time`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "<p>", "</p>", "<ul>", "<li>", "</ul>", "<ol>", "</ol>", "<table>", "<tr>", "<td>", "<th>", "</table>",
            "<pre>",
            "</pre>", "<blockquote>", "</blockquote>", "<a href=/x>", "</a>", "<b>", "</b>", "words in a row ", "中文字符",
            "<br>",
            "<hr>", "<img src=i alt=pic>", "<h3>", "</h3>", "<dl>", "<dt>", "<dd>", "</dl>", "<rt>", "<sup>2</sup>",
            "\n", "&amp;",
        ]
        let html = (0..<60).map { _ in pieces.randomElement(using: &generator)! }.joined()
        for line in lines(html, width: 40) where !line.hasPrefix("    ") && !line.contains("http") {
            #expect(DisplayWidth.of(line) <= 44, "\(html)")
        }
        let words = html.split(separator: "words in a row ", omittingEmptySubsequences: false).count - 1
        let shown = lines(html).joined(separator: " ").split(whereSeparator: { !$0.isLetter }).filter { $0 == "row" }
            .count
        if !html.contains("<table>") { #expect(shown >= words, "\(html)") }
    }
}

struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
