internal import Formats
import TestSupport
import Testing

@testable import TerminalPages

/// Matches, carets, columns and words of a command line.
@Suite struct TextPartsTests {
    @Test(
        "A character is as wide as a terminal shows it",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("检索", 4), ("한글", 4), ("👨‍👩‍👧", 2), ("🇨🇳", 2), ("ｱ", 1),
            ("（", 2),
            ("a\u{200B}b", 2), ("\u{FEFF}", 0), ("か\u{3099}", 2), ("☺", 1), ("⚡", 2),
        ])
    func width(_ text: String, _ width: Int) { #expect(DisplayWidth.of(text) == width) }

    @Test("Marks change nothing of a text: its lines are those of the harmless text")
    func highlightsKeepText() {
        var random = Lehmer(state: 3)
        let pieces = ["red", "检索", " ", "\u{1B}[1m", "e\u{301}", "🙂", "\n", "fox. "]
        for round in 0..<300 {
            let text = (0..<round % 25).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            var ranges: [Range<Int>] = []
            var bytes = 0
            for character in text {
                let end = bytes + character.utf8.count
                if Bool.random(using: &random) { ranges.append(bytes..<end) }
                bytes = end
            }
            let shown = HighlightedText(text: text, ranges: ranges)
            let plain = TerminalSafe.line(text)
            let one = shown.lines(width: nil, base: { $0 }, match: { $0 })
            #expect(one == [plain])
            let some = shown.lines(width: 9, base: { $0 }, match: { $0 })
            #expect(some == TextWrap.lines(plain, width: 9).map(String.init))
        }
    }

    @Test("A match is marked without its neighbours, over the end of a line on both lines")
    func highlights() {
        func marked(_ text: String, _ ranges: [Range<Int>], width: Int? = nil) -> [String] {
            HighlightedText(text: text, ranges: ranges).lines(width: width, base: { $0 }, match: { "[\($0)]" })
        }
        #expect(marked("a red fox", [2..<5]) == ["a [red] fox"])
        #expect(marked("a red fox", [2..<9], width: 5) == ["a [red]", "[fox]"])
        #expect(marked("re\u{1B}d fox", [0..<4]) == ["[red] fox"])
        // Two matches side by side are one; one that does not fit the text or the others is left out.
        #expect(marked("red", [0..<1, 1..<2]) == ["[re]d"])
        #expect(marked("red", [0..<2, 1..<3]) == ["[re]d"])
        #expect(marked("red", [1..<9]) == ["red"])
        // A letter and its accent are one character.
        #expect(marked("cafe\u{301}s", [0..<4]) == ["[cafe\u{301}]s"])
    }

    @Test("Carets are under their part, and neither line is wider than the terminal", arguments: [24, 40, 80])
    func carets(_ columns: Int) {
        let pieces = ["word ", "检索", "\u{1B}", "e\u{301}", "\t"]
        var random = Lehmer(state: UInt64(columns))
        for round in 0..<300 {
            let text = (0..<1 + round % 60).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let start = Int.random(in: 0...text.count, using: &random)
            let end = Int.random(in: start...text.count, using: &random)
            let from = text.prefix(start).utf8.count
            let part = String(text.dropFirst(start).prefix(end - start))
            let shown = UnderlinedText(text, from..<from + part.utf8.count, columns: columns)
            #expect(DisplayWidth.of(shown.line) <= columns && shown.marks.count <= columns)
            #expect(shown.line == TerminalSafe.line(shown.line))
            let before = shown.marks.prefix { $0 == " " }.count
            let carets = shown.marks.count - before
            let safe = TerminalSafe.line(part)
            if !safe.isEmpty, DisplayWidth.of(safe) <= columns / 2 {
                #expect(carets == max(1, DisplayWidth.of(safe)))
                var rest = Substring(shown.line)
                var passed = 0
                while passed < before, let first = rest.popFirst() { passed += DisplayWidth.of(first) }
                #expect(passed == before && rest.hasPrefix(safe))
            }
        }
        // Ranges beyond the text are clamped.
        #expect(UnderlinedText("abc", 7..<9, columns: columns).marks == "   ^")
    }

    @Test("Columns begin at one place in all rows, and a flexible one is cut for a narrow terminal")
    func table() {
        let style = TerminalStyle(isOn: true)
        var table = TextTable([.right, .flexible, .left], width: 40)
        table.add(["1", style.bold("检索"), "x"])
        table.add(["1,000", String(repeating: "long ", count: 20), "end"])
        let lines = table.lines.map(TerminalStyle.plain)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
        #expect(lines[0].hasPrefix("    1  检索 ") && lines[0].hasSuffix("  x"))
        #expect(lines[1].hasPrefix("1,000  long ") && lines[1].contains("…") && lines[1].hasSuffix("  end"))
        #expect(DisplayWidth.of(String(lines[0].dropLast())) == DisplayWidth.of(String(lines[1].dropLast(3))))
    }

    @Test("Words that a shell would take apart come back from their quotes")
    func quotedWords() {
        var random = Lehmer(state: 77)
        let pieces = ["a", " ", "|", ";", "\"", "\\", "检索", "$x", "`", "&"]
        for round in 0..<300 {
            let words = (0..<1 + round % 4).map { _ in
                (0..<1 + round % 6).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            }
            let single = words.map { "'\($0)'" }.joined(separator: " ")
            let double = words.map { word in
                "\"" + word.map { "\"\\$`".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
            }.joined(separator: "  ")
            for line in [single, double] {
                let read = CompletionLine("other | feedsearch " + line)
                #expect(read.words + [read.current] == words, "\(line)")
            }
        }
    }

    @Test("The word at the cursor is empty behind a space, and nothing is complete at the program's name")
    func cursor() {
        #expect(CompletionLine("feedsearch search ").words == ["search"])
        #expect(CompletionLine("feedsearch search ").current.isEmpty)
        #expect(CompletionLine("feedsea").current.isEmpty && CompletionLine("feedsea").words.isEmpty)
        #expect(CompletionLine("feedsearch search 'open quo").current == "open quo")
        #expect(CompletionLine("feedsearch a\\ b").current == "a b")
        #expect(CompletionLine("feedsearch a; feedsearch b ").words == ["b"])
    }

    @Test("What a style adds is removed again, and an address that is not plain ASCII is no link")
    func styles() {
        let on = TerminalStyle(isOn: true)
        let text = "检索 fox"
        for styled in [on.bold(text), on.match(text), on.link(on.dim(text), to: "https://example.org/")] {
            #expect(styled != text && TerminalStyle.plain(styled) == text)
        }
        #expect(on.link(text, to: "https://example.org/\u{1B}") == text)
        #expect(TerminalStyle(isOn: false).bold(text) == text)
        #expect(on.bold("").isEmpty)
        #expect(!TerminalStyle.decide(.auto, isTerminal: true) { $0 == "NO_COLOR" ? "1" : nil }.isOn)
        #expect(TerminalStyle.decide(.auto, isTerminal: true) { $0 == "NO_COLOR" ? "" : "xterm" }.isOn)
        #expect(!TerminalStyle.decide(.auto, isTerminal: true) { $0 == "TERM" ? "dumb" : nil }.isOn)
    }
}
