extension Highlighter {
    /// Highlights the words and bigrams of a query, in their other forms and spellings, too.
    package init(_ query: RelevanceQuery) {
        let terms = query.terms.filter { $0.bag == .terms }
        var scored = terms.map { ($0.text, $0.single) }
        for term in terms { scored += term.otherForms.map { ($0, term.single) } }
        let least = (terms.map(\.single).min() ?? 0) * Self.markedWeight
        scored += query.marked.map { ($0, least) }
        self.init(scored)
    }

    /// The weight of a term that does not score, as a share of the least weight of those that do.
    private static let markedWeight = 0.5
}

extension RelevanceQuery.Term {
    /// The index terms of a bigram's other forms, and of a word's that are not in the basic Latin script.
    fileprivate var otherForms: [[UInt8]] {
        indexTerms.filter { $0 != text && ($0.first ?? 0) >= 0x80 }
    }
}
