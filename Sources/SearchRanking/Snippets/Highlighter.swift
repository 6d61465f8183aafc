private import TextAnalysis

/// Finds the terms of a query in a text: highlights, and the best passage.
package struct Highlighter {
    private let terms: TermTable
    private let starts: TermStarts
    package let weights: [Double]

    /// - Parameter scored: index terms, and the weight of one occurrence in a passage.
    package init(_ scored: [(term: [UInt8], weight: Double)]) {
        var table = TermTable()
        for (index, term) in scored.enumerated() { table.insert(hash: TermTable.hash(term.term.span), value: index) }
        terms = table
        starts = TermStarts(scored.map(\.term))
        weights = scored.map { max($0.weight, 0.01) }
    }

    /// One occurrence of a term. Its range may be long: a word includes any number of combining marks.
    package struct Occurrence {
        package var range: Range<Int>
        package var term: Int
    }

    /// Ranges of UTF-8 bytes, ascending; adjacent and overlapping ones are joined.
    package func highlights(in text: [UInt8]) -> [Range<Int>] {
        var occurrences: [Occurrence] = []
        forEachOccurrence(in: text.span) { occurrence in
            occurrences.append(occurrence)
            return nil
        }
        return Self.merged(occurrences)
    }

    /// Calls `body` with each occurrence, ordered by start; if it returns an index, occurrences that begin after that
    /// index are not searched.
    package func forEachOccurrence(in text: Span<UInt8>, _ body: (Occurrence) -> Int?) {
        var end = Int.max
        var wordRange = 0..<0
        func found(_ range: Range<Int>, _ term: Int) {
            if let new = body(Occurrence(range: range, term: term)) { end = new }
        }
        Analyzer.shared.analyze(text, startingAs: starts) { term, kind, range in
            if range.lowerBound > end { return false }
            switch kind {
            case .separator, .symbolWord, .joined, .pair: return true
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
