package import Articles
package import SearchRanking

/// The store operations for matching, inside the transaction that writes the articles.
package protocol MatchingStore: ArticleWriting {
    /// The scope for compiling the queries of saved searches.
    var queryScope: any QueryScope { get }
    /// Reads the current state of the articles that will be needed next, and discards earlier reads. This saves round
    /// trips to a database server.
    func willRead(_ articles: [Int64])
    /// The columns of an article that filters use; nil if the article is not stored.
    func storedFacts(of article: Int64) throws -> StoredFacts?
    /// The folded names of an article's tags.
    func foldedTags(of article: Int64) throws -> Set<String>
    /// The topic of a reply; nil if the article is not a reply or its topic is not stored.
    func topic(of article: Int64) throws -> Int64?
    func indexedText(of article: Int64) throws -> IndexedText?
    /// The paths of all folders, by folder id.
    func folderPaths() throws -> [Int64: [String]]
    /// A feed with its names and folders.
    ///
    /// - Parameter folders: the result of `folderPaths`.
    func feed(_ id: Int64, folders: [Int64: [String]]) throws -> Feed?

    /// The query of a saved search; nil if the search does not exist.
    func savedSearchQuery(_ id: Int64) throws -> String?
    /// The saved searches and rules that failed because a regular expression took too long for an article.
    var failing: FailingSearches { get }
}

extension MatchingStore {
    func recordFailure(ofSearch id: Int64, article: Int64) throws {
        guard let query = try savedSearchQuery(id) else { return }
        try failing.add(FailingSearch(kind: .search, id: id, query: query, article: article), to: self)
    }
}

/// The columns of an article that filters use.
package struct StoredFacts {
    package var feed: Int64
    /// The date that articles are sorted by, in seconds since 1970.
    package var sortDate: Int64
    package var received: Int64
    /// The time at which the article was last opened; nil if it never was.
    package var opened: Int64?
    package var read: Bool
    package var starred: Bool
    /// Bits of `ArticleFlag`.
    package var flags: Int64
    /// The language in lower case.
    package var language: String?
    package var url: [UInt8]?

    package init(
        feed: Int64, sortDate: Int64, received: Int64, opened: Int64? = nil, read: Bool, starred: Bool, flags: Int64,
        language: String? = nil, url: [UInt8]? = nil
    ) {
        self.feed = feed
        self.sortDate = sortDate
        self.received = received
        self.opened = opened
        self.read = read
        self.starred = starred
        self.flags = flags
        self.language = language
        self.url = url
    }
}
