private import TextAnalysis

/// Where a query's terms stand in a text, for highlights, and which passage of it shows them best.
package struct Highlighter {
    private let terms: TermTable
    package let weights: [Double]

    /// - Parameter wanted: terms of the index, and what one occurrence of each is worth in a passage.
    package init(_ wanted: [(term: [UInt8], weight: Double)]) {
        var table = TermTable()
        for (index, want) in wanted.enumerated() { table.insert(hash: TermTable.hash(want.term.span), value: index) }
        terms = table
        weights = wanted.map { max($0.weight, 0.01) }
    }

    /// One occurrence of a term. Its bytes may be many: a word goes on over any number of combining marks.
    package struct Hit {
        package var range: Range<Int>
        package var term: Int
    }

    /// Ranges of UTF-8 bytes, ascending, joined where they touch or overlap.
    package func highlights(in text: [UInt8]) -> [Range<Int>] {
        var hits: [Hit] = []
        forEachHit(in: text.span) { hit in
            hits.append(hit)
            return nil
        }
        return Self.merged(hits)
    }

    /// Calls `body` with each hit, in the order of their beginnings; where that returns an index, nothing that begins
    /// behind it is looked at.
    package func forEachHit(in text: Span<UInt8>, _ body: (Hit) -> Int?) {
        var end = Int.max
        var wordRange = 0..<0
        func found(_ range: Range<Int>, _ term: Int) {
            if let new = body(Hit(range: range, term: term)) { end = new }
        }
        Analyzer.shared.analyze(text) { term, kind, range in
            if range.lowerBound > end { return false }
            switch kind {
            case .separator, .symbolWord, .joined: return true
            case .word:
                wordRange = range
                if let index = terms.first(hash: TermTable.hash(term)) ?? terms.first(hash: TermTable.markedHash(term))
                {
                    found(range, index)
                }
            case .stem:
                if let index = terms.first(hash: TermTable.hash(term)) { found(wordRange, index) }
            case .gram, .single:
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

    /// The bytes of hits, ascending, joined where they touch or overlap.
    package static func merged(_ hits: [Hit]) -> [Range<Int>] {
        var out: [Range<Int>] = []
        for hit in hits {
            if let last = out.last, hit.range.lowerBound <= last.upperBound {
                out[out.count - 1] = last.lowerBound..<max(last.upperBound, hit.range.upperBound)
            } else {
                out.append(hit.range)
            }
        }
        return out
    }
}
