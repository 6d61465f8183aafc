package import ArticleSearch
internal import SQLite
internal import SearchRanking
internal import TextAnalysis

/// The analyzer as an FTS5 tokenizer.
///
/// Texts of articles are analysed. A MATCH expression has index terms separated by spaces: the query was analysed
/// before, and a second analysis would stem its stems.
package final class IndexTokenizer: FTS5Tokenizer {
    /// Counts characters and words while an article is added or removed.
    package var characters: CharacterTally?

    package init() {}

    package func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        if isQuery { return passTerms(text, emit: emit) }
        let tally = characters
        let (language, start) = Self.language(of: text)
        Analyzer.shared.analyzeWithPairs(text.extracting(start..<text.count), language: language) { term, kind, range in
            let range = start == 0 ? range : range.lowerBound + start..<range.upperBound + start
            switch kind {
            case .bigram, .single:
                tally?.add(firstScalarOf: term)
                tally?.words.see(term)
                return emit(term, false, range)
            case .stem, .symbolWord, .pair: return emit(term, true, range)
            case .joined:
                if term[0] != TokenKind.stemPrefix { tally?.words.see(term) }
                return emit(term, true, range)
            case .word:
                tally?.words.see(term)
                return emit(term, false, range)
            case .separator: return emit(term, false, range)
            }
        }
    }

    private static let mark: UInt8 = 0x1F

    /// The language of a text's stems, which `article_indexed` writes before the text, and the start of the text.
    private static func language(of text: Span<UInt8>) -> (StemLanguage, start: Int) {
        guard text.count >= 3, text[0] == mark, text[2] == mark, let language = StemLanguage(code: text[1]) else {
            return (.english, 0)
        }
        return (language, 3)
    }

    private func passTerms(_ text: Span<UInt8>, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: " ") {
            if index > start, !emit(text.extracting(start..<index), false, start..<index) { return }
            start = index + 1
        }
    }
}
