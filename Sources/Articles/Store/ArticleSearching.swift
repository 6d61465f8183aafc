public import QueryLanguage

/// Searches and lists the articles of one store.
public protocol ArticleSearching: AnyObject {
    /// Calls `body` with every article's number that a query matches, newest first; all articles without a query.
    ///
    /// Nothing is folded and nothing is held back, however many there are. They are found before the first call.
    ///
    /// - Parameter body: false stops.
    func forEachMatch(
        _ query: Query?, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, _ body: (Int64) throws -> Bool)
        throws

    /// The first articles that a query matches, the newest first; of all articles without a query. Nothing is folded.
    ///
    /// - Parameters:
    ///   - after: only what comes after this place; nil for all.
    ///   - limit: at most as many.
    /// - Complexity: less than finding all matches where the query has words and filters; regular expressions are matched against
    ///   all that the rest of a query finds.
    func newest(
        _ query: Query?, after: DatePlace?, limit: Int, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID]

    /// All articles that a query matches, in no order; nothing is folded.
    func matches(_ query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int) throws -> [ArticleID]

    /// Where an article stands in the order of dates; nil where there is no such article.
    func datePlace(of id: ArticleID) throws -> DatePlace?

    /// The articles that arrived since a moment and that a query finds, as a rule of it would have found them; nil where
    /// the query cannot be carried out.
    func ruleMatches(_ query: String, since: Int64, now: Int64) throws -> [Int64]?

    /// Answers one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` where a saved search inside the query is broken; `StorageError`.
    func search(_ request: SearchRequest) throws -> SearchAnswer

    /// Counts the matches of a search by feed, folder, month and language.
    ///
    /// - Throws: as `search`.
    func facets(for request: SearchRequest) throws -> Facets

    /// Articles about the same things as an article, the most alike first; nil where there is no such article.
    func similar(to id: ArticleID, limit: Int, fields: SearchRequest.Fields) throws -> SearchAnswer?

    /// The copies of an article in other feeds, which share whether they are read; 64 at most.
    func copies(of id: ArticleID) throws -> [ArticleID]

    /// Completes the last word of what has been typed so far, most frequent first.
    ///
    /// - Parameter limit: 100 at most.
    func complete(prefix: String, limit: Int) throws -> [Completion]
}

extension ArticleSearching {
    public func similar(to id: ArticleID) throws -> SearchAnswer? {
        try similar(to: id, limit: 10, fields: .everything)
    }

    public func similar(to id: ArticleID, limit: Int) throws -> SearchAnswer? {
        try similar(to: id, limit: limit, fields: .everything)
    }

    public func similar(to id: ArticleID, fields: SearchRequest.Fields) throws -> SearchAnswer? {
        try similar(to: id, limit: 10, fields: fields)
    }

    public func complete(prefix: String) throws -> [Completion] { try complete(prefix: prefix, limit: 10) }
}
