public import QueryLanguage

/// Searches and lists the articles of one store.
public protocol ArticleSearching: AnyObject {
    /// Calls `body` with the id of every article that a query matches, or of every article if the query is nil, newest
    /// first.
    ///
    /// Near-duplicates are not folded, and there is no limit. All matches are found before the first call.
    ///
    /// - Parameter body: returns false to stop.
    func forEachMatch(
        _ query: Query?, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, _ body: (Int64) throws -> Bool)
        throws

    /// The newest articles that a query matches, or of all articles if the query is nil, newest first. Nothing is
    /// folded.
    ///
    /// - Parameters:
    ///   - after: only articles after this place are returned; nil for all.
    ///   - limit: the maximum number.
    /// - Complexity: less than finding all matches if the query has words and filters. Regular expressions are matched
    ///   against everything that the rest of the query finds.
    func newest(
        _ query: Query?, after: DatePlace?, limit: Int, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID]

    /// All articles that a query matches, in no particular order. Nothing is folded.
    func matches(_ query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int) throws -> [ArticleID]

    /// The position of an article in the list by date; nil for an unknown article.
    func datePlace(of id: ArticleID) throws -> DatePlace?

    /// The articles that arrived since a given time and that a rule with this query would have matched; nil if the
    /// query cannot be evaluated.
    ///
    /// - Parameter isCommon: whether the query uses the owner's state, instead of that of `member`.
    func ruleMatches(_ query: String, isCommon: Bool, since: Int64, now: Int64) throws -> [Int64]?

    /// Returns one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` if a saved search inside the query is malformed; `StorageError`.
    func search(_ request: SearchRequest) throws -> SearchAnswer

    /// Counts the matches of a search by feed, folder, month and language.
    ///
    /// - Throws: the errors of `search`.
    func facets(for request: SearchRequest) throws -> Facets

    /// Articles on the same subject as a given article, most similar first; nil if that article does not exist.
    func similar(to id: ArticleID, limit: Int, fields: SearchRequest.Fields) throws -> SearchAnswer?

    /// The copies of an article in other feeds, at most 64. They share its read state.
    func copies(of id: ArticleID) throws -> [ArticleID]

    /// Completions of the last word of the text typed so far, most frequent first.
    ///
    /// - Parameter limit: at most 100.
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

extension ArticleSearching {
    package func ruleMatches(_ query: String, since: Int64, now: Int64) throws -> [Int64]? {
        try ruleMatches(query, isCommon: true, since: since, now: now)
    }
}
