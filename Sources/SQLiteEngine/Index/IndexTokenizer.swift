package import ArticleSearch
internal import SQLite
internal import SearchRanking
internal import TextAnalysis

/// An FTS5 tokenizer that uses the analyzer of this project.
///
/// Only the texts of articles are analysed. A MATCH expression already consists of index terms, separated by spaces;
/// analysing it again would stem the stems.
package final class IndexTokenizer: FTS5Tokenizer {
    /// Counts characters and words while an article is added or removed.
    package var characters: CharacterTally?
    /// The indexed lengths of the columns that are still to be analysed while an article is removed; otherwise nil.
    package var removedLengths: ArraySlice<Int>?

    package init() {}

    package func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        if isQuery { return passTerms(text, emit: emit) }
        if let length = removedLengths?.popFirst() { return remove(text, length: length, emit: emit) }
        analyze(text, rules: .current, emit: emit)
    }

    /// Emits all terms that the index may contain for a column of an article, under any rules by which it may have been
    /// indexed. Emits exactly as many positions as the index has for the column, because FTS5 subtracts their number
    /// from its totals.
    private func remove(_ text: Span<UInt8>, length: Int, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        if length <= 0 { return }
        var left = length
        var goesOn = true
        func pass(_ term: Span<UInt8>, _ isColocated: Bool, _ range: Range<Int>) -> Bool {
            if !isColocated, left > 0 {
                left -= 1
                goesOn = emit(term, false, range)
            } else {
                goesOn = emit(term, true, range)
            }
            return goesOn
        }
        analyze(text, rules: .current, emit: pass)
        let tally = characters
        characters = nil
        if goesOn { analyze(text, rules: .earlier, emit: pass) }
        characters = tally
        let separator: [UInt8] = [TokenKind.separatorByte]
        while left > 0, goesOn { _ = pass(separator.span, false, 0..<0) }
    }

    private func analyze(
        _ text: Span<UInt8>, rules: TermRules, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool
    ) {
        let tally = characters
        let (language, start) = Self.language(of: text)
        Analyzer.shared.analyzeWithPairs(
            text.extracting(start..<text.count), language: language, rules: rules
        ) { term, kind, range in
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

    /// The language for stemming a text, and the offset at which the text starts. The view `article_indexed` writes the
    /// language's code before the text.
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
