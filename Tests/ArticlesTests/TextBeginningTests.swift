import Testing

@testable import Articles

@Suite struct TextBeginningTests {
    @Test("A text without a title is named by its first words in one line, marked by an ellipsis")
    func line() {
        #expect(TextBeginning.line(of: "  Newts\n are\tin the pond. ") == "Newts are in the pond…")
        #expect(TextBeginning.line(of: "Wait…") == "Wait…")
        #expect(TextBeginning.line(of: "") == "" && TextBeginning.line(of: " \n\u{A0}") == "")
        #expect(TextBeginning.line(of: "...") == "…")
    }

    @Test("A long text ends at a word, Chinese at any character, and a single long word is cut")
    func long() {
        let words = TextBeginning.line(of: String(repeating: "salamander ", count: 50))
        #expect(words.hasSuffix("salamander…") && words.count <= TextBeginning.maxCharacters + 1, "\(words)")
        let chinese = TextBeginning.line(of: String(repeating: "全文检索", count: 100))
        #expect(chinese.count == TextBeginning.maxCharacters + 1 && chinese.hasSuffix("…"), "\(chinese)")
        #expect(TextBeginning.line(of: String(repeating: "x", count: 100_000)).count == TextBeginning.maxCharacters + 1)
        #expect(TextBeginning.line(of: String(repeating: " ", count: 100_000) + "x") == "")
    }

    @Test("Combining characters are not parted")
    func characters() {
        let text = TextBeginning.line(of: String(repeating: "👩‍👩‍👧 e\u{301}", count: 100))
        #expect(text.dropLast().allSatisfy { $0 == "👩‍👩‍👧" || $0 == "e\u{301}" || $0 == " " })
    }
}
