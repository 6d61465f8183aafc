internal import Formats
import TestSupport
import Testing

@testable import TerminalPages

@Suite struct TextWrapTests {
    private static let closing: Set<Character> = ["，", "。", "」", "》", "%", "…", "！"]
    private static let opening: Set<Character> = ["「", "《", "（"]
    private static let pieces = [
        "a", "word", "https://example.org/a/long/path", "检", "索引", "한글", "か\u{3099}", "e\u{301}", "👨‍👩‍👧", "🇨🇳", "，", "。",
        "「",
        "《", "（", "」", "》", "50%", "…", "！", "-", "\t", "\n", "\r\n",
    ]

    /// The next piece is separated by one space, by two, or by nothing. Nothing follows an opening mark but a piece.
    private static func text(_ random: inout Lehmer, count: Int) -> String {
        var text = ""
        for _ in 0..<count {
            let piece = pieces.randomElement(using: &random) ?? ""
            text += piece
            if piece.last.map(opening.contains) == true { continue }
            text += ["", " ", "  "].randomElement(using: &random) ?? ""
        }
        return text
    }

    @Test("Lines have all of a text but spaces, in its order")
    func keepsText() {
        var random = Lehmer(state: 54)
        for round in 0..<600 {
            let text = Self.text(&random, count: round % 30)
            let lines = TextWrap.lines(text, width: round % 23)
            #expect(!lines.isEmpty)
            let all = lines.joined().unicodeScalars.filter { $0 != " " }
            #expect(all.elementsEqual(text.unicodeScalars.filter { $0 != " " }), "\(text.debugDescription)")
        }
    }

    @Test("A closing mark begins no line, and an opening mark ends none")
    func marks() {
        var random = Lehmer(state: 541)
        for round in 0..<600 {
            let text = Self.text(&random, count: 3 + round % 30) + "x"
            let lines = TextWrap.lines(text, width: 1 + round % 23)
            for line in lines.dropFirst() { #expect(line.first.map(Self.closing.contains) != true, "\(lines)") }
            for line in lines.dropLast() { #expect(line.last.map(Self.opening.contains) != true, "\(lines)") }
        }
    }

    @Test("Each line has as many words as fit, and a longer word is alone", arguments: [1, 2, 5, 11, 40])
    func fillsLines(_ width: Int) {
        var random = Lehmer(state: 5_411)
        for count in 1...60 {
            let words = (0..<count).map { _ in
                String(
                    repeating: ["a", "é", "e\u{301}"].randomElement(using: &random) ?? "a",
                    count: .random(in: 1...14, using: &random))
            }
            var expected: [String] = []
            for word in words {
                if let line = expected.last, line.count + 1 + word.count <= width {
                    expected[expected.count - 1] += " " + word
                } else {
                    expected.append(word)
                }
            }
            #expect(TextWrap.lines(words.joined(separator: " "), width: width).map(String.init) == expected)
        }
    }

    @Test("Wide characters are divided anywhere, each two columns wide")
    func wide() {
        let text = String(repeating: "检索", count: 9)
        for width in 2...20 {
            let lines = TextWrap.lines(text, width: width)
            #expect(lines.dropLast().allSatisfy { $0.count == width / 2 } && lines.joined() == text)
        }
    }

    @Test("A text that is cut has at most the width, and is the beginning or the end of it")
    func cut() {
        var random = Lehmer(state: 15)
        for round in 0..<400 {
            let text = TerminalSafe.line(Self.text(&random, count: round % 20))
            let width = 1 + round % 17
            let start = TextWrap.truncate(text, width: width)
            let end = TextWrap.truncateStart(text, width: width)
            guard DisplayWidth.of(text) > width else {
                #expect(start == text && end == text)
                continue
            }
            #expect(DisplayWidth.of(start) <= width && DisplayWidth.of(end) <= width)
            #expect(start.last == "…" && text.hasPrefix(start.dropLast()))
            #expect(end.first == "…" && text.hasSuffix(end.dropFirst()))
            // Of the two columns that a wide character needs, one may be left empty.
            #expect(DisplayWidth.of(start) >= width - 1 && DisplayWidth.of(end) >= width - 1)
        }
    }
}
