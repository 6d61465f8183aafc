package import Articles
internal import QueryLanguage

/// Finds the unread articles of a feed, a folder or all feeds.
package struct UnreadArticles {
    private let source: any SearchSource

    package init(_ source: any SearchSource) { self.source = source }

    /// The unread articles of a scope, ascending.
    ///
    /// - Throws: `StorageError.unknownName`.
    package func articles(in scope: ReadScope) throws -> [Int64] {
        var parts = [ArticleFilter.read(false)]
        let lookup = FeedLookup(source)
        if let within = scope.within { parts.append(.feeds(try lookup.feeds(within: within))) }
        if let feed = scope.feed { parts.append(.feeds([feed])) }
        if let folder = scope.folder { parts.append(.feeds(try lookup.feeds(inFolder: folder))) }
        if let newest = scope.newestSeen { parts.append(.upTo(newest)) }
        if let time = scope.receivedBefore { parts.append(.dates(from: nil, until: time, of: .received)) }
        return try source.articles(where: .all(parts), in: nil).map { Int64($0) }
    }
}
