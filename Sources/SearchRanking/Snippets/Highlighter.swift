private import TextAnalysis

/// Finds the terms of a query in a text: highlights, and the best passage.
package struct Highlighter {
    private let terms: TermTable
    private let phrases: [HighlightedPhrase]
    /// For each byte, whether any phrase may begin with a word or character that starts with it.
    private let beginsPhrase: [Bool]
    private let starts: TermStarts
    /// The weights of the terms, followed by those of the phrases.
    package let weights: [Double]

    /// - Parameters:
    ///   - scored: index terms, and the weight of one occurrence in a passage.
    ///   - phrases: sequences of terms; only whole occurrences are highlighted.
    package init(
        _ scored: [(term: [UInt8], weight: Double)],
        phrases: [(phrase: HighlightedPhrase, weight: Double)] = []
    ) {
        var table = TermTable()
        for (index, term) in scored.enumerated() { table.insert(hash: TermTable.hash(term.term.span), value: index) }
        terms = table
        self.phrases = phrases.map(\.phrase)
        var begins = [Bool](repeating: false, count: 256)
        for phrase in phrases { if let first = phrase.phrase.start.first { begins[Int(first)] = true } }
        beginsPhrase = begins
        starts = TermStarts(scored.map(\.term) + phrases.map(\.phrase.start))
        weights = (scored.map(\.weight) + phrases.map(\.weight)).map { max($0, 0.01) }
    }

    /// One occurrence of a term. Its range may be long: a word includes any number of combining marks.
    package struct Occurrence {
        package var range: Range<Int>
        package var term: Int
    }

    /// Ranges of UTF-8 bytes, ascending; adjacent and overlapping ones are joined.
    package func highlights(in text: [UInt8]) -> [Range<Int>] {
        var found: Set<Int> = []
        return highlights(in: text, found: &found)
    }

    /// - Parameter found: receives the terms that occur.
    func highlights(in text: [UInt8], found: inout Set<Int>) -> [Range<Int>] {
        var occurrences: [Occurrence] = []
        forEachOccurrence(in: text.span) { occurrence in
            occurrences.append(occurrence)
            return nil
        }
        for occurrence in occurrences { found.insert(occurrence.term) }
        return Self.merged(occurrences)
    }

    /// Calls `body` with each occurrence, ordered by start. If it returns an index, occurrences that begin after that
    /// index are not searched for.
    package func forEachOccurrence(in text: Span<UInt8>, _ body: (Occurrence) -> Int?) {
        var end = Int.max
        var wordRange = 0..<0
        var joinedRange = 0..<0
        func found(_ range: Range<Int>, _ term: Int) {
            if let new = body(Occurrence(range: range, term: term)) { end = new }
        }
        Analyzer.shared.analyze(text, startingAs: starts) { term, kind, range in
            if range.lowerBound > end { return false }
            if !term.isEmpty, beginsPhrase[Int(term[0])], kind == .word || kind == .bigram || kind == .single {
                for (number, phrase) in phrases.enumerated() {
                    guard let phraseEnd = phrase.end(in: text, from: range.lowerBound, term) else { continue }
                    found(range.lowerBound..<phraseEnd, weights.count - phrases.count + number)
                }
            }
            switch kind {
            case .separator, .symbolWord, .pair: return true
            case .joined:
                // A joined word and its stem are one occurrence.
                guard range != joinedRange,
                    let index = terms.first(hash: TermTable.hash(term)) ?? terms.first(hash: TermTable.markedHash(term))
                else { return true }
                joinedRange = range
                found(range, index)
            case .word:
                wordRange = range
                if let index = terms.first(hash: TermTable.hash(term)) ?? terms.first(hash: TermTable.markedHash(term))
                {
                    found(range, index)
                }
            case .stem:
                if let index = terms.first(hash: TermTable.hash(term)) { found(wordRange, index) }
            case .bigram, .single:
                if let index = terms.first(hash: TermTable.hash(term)) {
                    found(range, index)
                } else if let index = terms.first(
                    hash: TermTable.hash(term.extracting(0..<UTF8Decoding.firstLength(term))))
                {
                    let length = UTF8Decoding.firstLength(text.extracting(range))
                    found(range.lowerBound..<range.lowerBound + length, index)
                }
            }
            return true
        }
    }

    /// The byte ranges of occurrences, ascending; adjacent and overlapping ones are joined.
    package static func merged(_ occurrences: [Occurrence]) -> [Range<Int>] {
        var out: [Range<Int>] = []
        for occurrence in occurrences {
            if let last = out.last, occurrence.range.lowerBound <= last.upperBound {
                out[out.count - 1] = last.lowerBound..<max(last.upperBound, occurrence.range.upperBound)
            } else {
                out.append(occurrence.range)
            }
        }
        return out
    }
}
