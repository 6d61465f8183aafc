package import Articles
internal import QueryLanguage
package import SearchRanking

/// Finds articles on the same subject as a given article.
package struct SimilarArticles {
    /// The maximum number of near-duplicates in an answer.
    package static let maxCopies = 20

    private let searcher: any LibrarySearcher

    package init(_ searcher: any LibrarySearcher) { self.searcher = searcher }

    /// The most similar articles, most similar first.
    ///
    /// The article's most significant words (`SignificantTerms`) form a query, and an article may match any of them.
    /// The query is ranked like other searches, but without recency. The article itself, its near-duplicates, and hits
    /// that score less than `SignificantTerms.minShare` of the article's own score are left out. `SearchAnswer.copies`
    /// has at most `maxCopies` of the near-duplicates.
    ///
    /// - Parameters:
    ///   - n: the article's id.
    ///   - limit: at most 1,000.
    ///   - fields: the fields to set in the hits.
    /// - Returns: nil for an unknown article. `total` is the number of hits, a lower bound if `limit` was reached.
    /// - Complexity: that of a search for 25 words.
    package func articles(similarTo n: Int64, limit: Int, fields: SearchRequest.Fields) throws -> SearchAnswer? {
        try searcher.checkDeadline()
        guard let text = try searcher.indexedText(of: n) else { return nil }
        let terms = SignificantTerms(title: text.title, body: text.body)
        let words = try terms.mostSignificant(searcher.currentTerms())
        guard !words.isEmpty else { return SearchAnswer() }
        let nodes = words.map { QueryNode.word(QueryTerm($0)) }
        let query = Query(root: nodes.count > 1 ? .and(nodes) : nodes[0], text: words.joined(separator: " "))
        var request = SearchRequest(query: query, now: 0)
        request.match = .any
        request.recency = false
        request.fields = fields
        request.limit = max(0, min(limit, 1_000)) + 1
        var answer = try searcher.search(request)
        // The article may be folded into a near-duplicate that ranks before it.
        let group = try searcher.group(of: n)
        let others = try answer.hits.filter { hit in
            guard hit.id != n else { return false }
            return try group == 0 || searcher.group(of: hit.id) != group
        }
        let own = answer.hits.first { hit in !others.contains { $0.id == hit.id } } ?? answer.hits.first
        let least = SignificantTerms.minShare * (own?.score ?? 0)
        let alike = others.filter { $0.score >= least }
        if group != 0 {
            // Near-duplicates have the same words, so they score as high as the article.
            request.fold = false
            request.limit = 2 * Self.maxCopies
            let copies = try searcher.search(request).hits.filter { hit in
                try hit.id != n && searcher.group(of: hit.id) == group
            }
            answer.copies = Array(copies.prefix(Self.maxCopies))
        }
        answer.hits = Array(alike.prefix(max(0, limit)))
        answer.total = answer.hits.count
        answer.totalIsLowerBound = alike.count == others.count && answer.cursor != nil || alike.count > answer.total
        answer.cursor = nil
        return answer
    }
}

/// A searcher over the whole library, for use cases that consist of searches.
package protocol LibrarySearcher: AnyObject {
    func search(_ request: SearchRequest) throws -> SearchAnswer
    /// The document frequencies of the current snapshot.
    func currentTerms() throws -> any TermStatistics
    /// Returns the article's title, text and author as indexed, or nil if the article does not exist.
    func indexedText(of article: ArticleID) throws -> IndexedText?
    /// The article's group of near-duplicates; 0 if it is in none.
    func group(of article: ArticleID) throws -> UInt32
    func checkDeadline() throws
}

extension ArticleSearcher: LibrarySearcher {
    package func currentTerms() throws -> any TermStatistics {
        try statistics.refresh()
        return statistics
    }

    package func indexedText(of article: ArticleID) throws -> IndexedText? {
        try source.index.indexedText(of: article)
    }

    package func group(of article: ArticleID) throws -> UInt32 { try statistics.facts.facts(of: article).foldKey }
}
