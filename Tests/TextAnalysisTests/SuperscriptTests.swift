import Testing

@testable import TextAnalysis

/// The word before a superscript.
@Suite struct SuperscriptTests {
    private static func terms(_ text: String) -> [String] {
        Analyzer.shared.tokens(of: text).map { "\($0.kind):\($0.text)" }
    }

    @Test(
        "The word before a superscript is a term at the position of the whole",
        arguments: [
            ("searched¹", ["word:searched1", "joined:searched", "joined:\u{1}search"]),
            ("km²", ["word:km2", "joined:km"]),
            ("10⁶", ["word:106", "joined:10"]), ("shown\u{2060}TM", ["word:showntm", "joined:shown"]),
            ("Häuser¹²", ["word:hauser12", "joined:hauser"]), ("дома²", ["word:дома2", "joined:дома"]),
            ("x²y", ["word:x2y"]), ("¹²", ["word:12"]), ("¹a", ["word:1a"]), ("1ª", ["word:1a"]), ("H₂O", ["word:h2o"]),
            ("10⁻⁶", ["word:10", "word:6"]), ("shown\u{2060}", ["word:shown"]),
        ])
    func base(_ text: String, _ expected: [String]) { #expect(Self.terms(text) == expected) }

    @Test("Its range is that of the word alone")
    func range() {
        let tokens = Analyzer.shared.tokens(of: "a shown¹ b")
        #expect(tokens.filter { $0.kind == .joined }.map(\.utf8Range) == [2..<7])
        #expect(tokens.first { $0.kind == .word && $0.text == "shown1" }?.utf8Range == 2..<9)
    }

    @Test("In a text of another language it has the stem of that language")
    func languageStem() {
        let tokens = Analyzer.shared.tokens(of: "Häuser¹", language: .german)
        let stem = Analyzer.shared.stemTerm("Häuser", language: .german)
        #expect(tokens.contains { $0.term == stem })
    }
}
