internal import SQLiteSearch
public import Articles

extension ArticleStore {
    /// Answers one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` where a saved search inside the query is broken; `StorageError`.
    public func search(_ request: SearchRequest) throws -> SearchAnswer { try guarded { try searcher.search(request) } }

    /// Counts the matches of a search by feed, folder, month and language.
    ///
    /// - Throws: as `search`.
    public func facets(for request: SearchRequest) throws -> Facets { try guarded { try searcher.facets(for: request) } }

    /// Articles about the same things as an article, the most alike first; nil where there is no such article.
    public func similar(to n: Int64, limit: Int = 10, fields: SearchRequest.Fields = .everything) throws -> SearchAnswer? {
        try guarded { try searcher.similar(to: n, limit: limit, fields: fields) }
    }

    /// Completes the last word of what has been typed so far, most frequent first.
    ///
    /// - Parameter limit: 100 at most.
    public func complete(prefix: String, limit: Int = 10) throws -> [Completion] {
        try guarded { try searcher.complete(prefix: prefix, limit: limit) }
    }

    /// All feeds with their folders and counts, in the order in which they came.
    public func feeds(subscribedOnly: Bool = true) throws -> [Feed] {
        try guarded { try searcher.feeds(subscribedOnly: subscribedOnly) }
    }

    /// The feed with an address, else the one with a title; nil for none.
    public func feed(named name: String) throws -> Feed? { try guarded { try searcher.feed(named: name) } }
}
