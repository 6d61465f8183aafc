import TestSupport
import Testing

@testable import Formats

@Suite struct TerminalSafeTests {
    private static let scalars: [Unicode.Scalar] = [
        0...0x3100, 0xF800...0x1_0100, 0xD_FF00...0xE_0200, 0x10_FF00...0x10_FFFF,
    ]
    .flatMap { (range: ClosedRange<UInt32>) in range.compactMap(Unicode.Scalar.init) }

    /// Scalar by scalar.
    private static func expected(_ scalars: [Unicode.Scalar], keeping: Set<UInt32>) -> [Unicode.Scalar] {
        scalars.compactMap { scalar in
            if keeping.contains(scalar.value) || !TerminalSafe.isHarmful(scalar) { return scalar }
            return [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value) ? " " : nil
        }
    }

    @Test("Every harmful character is removed or a space, every other one is kept")
    func everyScalar() {
        let text = String(String.UnicodeScalarView(Self.scalars))
        #expect(Array(TerminalSafe.line(text).unicodeScalars) == Self.expected(Self.scalars, keeping: []))
        #expect(Array(TerminalSafe.lines(text).unicodeScalars) == Self.expected(Self.scalars, keeping: [0x0A]))
    }

    @Test("Harmful characters are removed wherever they are, beside each other or within a character")
    func anywhere() {
        let some: [Unicode.Scalar] = [
            "a", "\u{1B}", "\u{9B}", "é", "\u{202E}", "检", "\n", "\r", "\u{E0041}", "\u{301}", "🙂", " ",
        ]
        var random = Lehmer(state: 9)
        for round in 0..<500 {
            let scalars = (0..<round % 20).compactMap { _ in some.randomElement(using: &random) }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(Array(TerminalSafe.line(text).unicodeScalars) == Self.expected(scalars, keeping: []))
        }
    }

    @Test(
        "Escape sequences, controls and overrides do not reach a terminal",
        arguments: [
            ("\u{1B}[31mred", "[31mred"), ("\u{1B}]0;title\u{7}", "]0;title"), ("a\u{202E}b\u{2066}c", "abc"),
            ("one\ttwo\r\nthree", "one two  three"), ("\u{9B}2J", "2J"), ("a\u{7F}b", "ab"), ("tag\u{E0041}", "tag"),
            ("a\u{2060}b\u{2064}c\u{E0100}\u{E01EF}d", "abcd"),
        ])
    func sequences(_ text: String, _ safe: String) { #expect(TerminalSafe.line(text) == safe) }
}
