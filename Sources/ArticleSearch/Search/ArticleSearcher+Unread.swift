package import Articles
internal import QueryLanguage

extension ArticleSearcher {
    /// The unread articles of a scope, ascending.
    ///
    /// - Throws: `StorageError.unknownName`.
    package func unread(in scope: ReadScope) throws -> [Int64] {
        var parts = [ArticleFilter.read(false)]
        if let within = scope.within { parts.append(.feeds(try feeds(within: within))) }
        if let feed = scope.feed { parts.append(.feeds([feed])) }
        if let folder = scope.folder { parts.append(.feeds(try feeds(inFolder: folder))) }
        if let newest = scope.newestSeen { parts.append(.upTo(newest)) }
        if let time = scope.receivedBefore { parts.append(.dates(from: nil, until: time, of: .received)) }
        return try source.articles(where: .all(parts), in: nil).map { Int64($0) }
    }
}
