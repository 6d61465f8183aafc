internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching
internal import SearchRanking

extension SQLiteStore: MatchingStore {
    var queryScope: any QueryScope { searcher }

    func storedFacts(of article: Int64) throws -> StoredFacts? {
        let row = try connection.cachedStatement(
            """
            SELECT feed, sort_date, received, read, starred, flags, lower(language), url FROM article WHERE n = ?
            """)
        defer { row.reset() }
        row.bind(article, at: 1)
        guard try row.step() else { return nil }
        return StoredFacts(
            feed: row.integer(0), sortDate: row.seconds(1), received: row.seconds(2), read: row.integer(3) != 0,
            starred: row.integer(4) != 0, flags: row.integer(5), language: row.textOrNil(6),
            url: row.isNull(7) ? nil : row.bytes(7))
    }

    func foldedTags(of article: Int64) throws -> Set<String> {
        let rows = try connection.cachedStatement(
            "SELECT folded FROM article_tag JOIN tag ON id = tag WHERE n = ?")
        defer { rows.reset() }
        rows.bind(article, at: 1)
        var tags: Set<String> = []
        while try rows.step() { tags.insert(rows.text(0)) }
        return tags
    }

    func indexedText(of article: Int64) throws -> IndexedText? { try IndexedText.stored(article, connection) }

    func feed(_ id: Int64, folders paths: [Int64: [String]]) throws -> Feed? {
        let row = try connection.cachedStatement("SELECT url, title, own_title FROM feed WHERE id = ?")
        defer { row.reset() }
        row.bind(id, at: 1)
        guard try row.step() else { return nil }
        var feed = Feed(
            id: id, url: row.text(0), title: row.textOrNil(1), ownTitle: row.textOrNil(2), homeURL: nil, language: nil,
            isSubscribed: true, isPaused: false, articles: 0, unread: 0, folders: [])
        let members = try connection.cachedStatement(
            "SELECT folder FROM feed_folder WHERE feed = ? ORDER BY folder")
        defer { members.reset() }
        members.bind(id, at: 1)
        while try members.step() { if let path = paths[members.integer(0)] { feed.folders.append(path) } }
        return feed
    }

    var failing: FailingSearches { alerting.failing }

    func savedSearchQuery(_ id: Int64) throws -> String? {
        try connection.text("SELECT query FROM saved_search WHERE id = ?", [.integer(id)])
    }

    /// Reading one article costs a microsecond.
    func willRead(_ articles: [Int64]) {}
}
