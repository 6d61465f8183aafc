extension Highlighter {
    /// Highlights the words and bigrams of a query.
    package init(_ query: RelevanceQuery) {
        self.init(query.terms.filter { $0.bag == .terms }.map { ($0.text, $0.single) })
    }
}
