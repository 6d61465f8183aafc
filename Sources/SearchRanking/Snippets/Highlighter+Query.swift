extension Highlighter {
    /// What is highlighted of a query: its words and pairs of characters.
    package init(_ query: RelevanceQuery) {
        self.init(query.terms.filter { $0.bag == .terms }.map { ($0.text, $0.single) })
    }
}
