import Testing

@testable import ArticleSearch

@Suite("Whole words at the end of completions")
struct WholeWordsTests {
    @Test("A compound ends with a character that ends nouns, not with one that begins a word or joins words")
    func endings() {
        for text in ["数据库", "数据", "开发者"] { #expect(WholeWords.end(text, minLast: 2), "\(text)") }
        for text in ["数据分", "数据库的", "数据和"] { #expect(!WholeWords.end(text, minLast: 2), "\(text)") }
    }
}
