internal import ArticleSearch
package import Articles
internal import PostgreSQL
package import SavedSearchMatching
package import SearchRanking

extension PostgresStore: MatchingStore {
    package var queryScope: any QueryScope { searcher }

    package func folderPaths() throws -> [Int64: [String]] {
        FolderPaths(
            try library.query("SELECT id, parent, name FROM feedsearch.folder WHERE library = $1 AND slot = $2")
        ).all
    }

    package func storedFacts(of article: Int64) throws -> StoredFacts? {
        try library.query(
            """
            SELECT feed, sort_date, received, read, starred, flags, lower(language COLLATE "C"), url
            FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = $3
            """, [.integer(article)]
        ).first.map { row in
            StoredFacts(
                feed: row.integer(0), sortDate: row.integer(1), received: row.integer(2), read: row.bool(3),
                starred: row.bool(4), flags: row.integer(5), language: row.textOrNil(6),
                url: row.isNull(7) ? nil : row.bytes(7))
        }
    }

    package func foldedTags(of article: Int64) throws -> Set<String> {
        let rows = try library.query(
            """
            SELECT t.folded FROM feedsearch.article_tag g
            JOIN feedsearch.tag t ON t.library = $1 AND t.slot = $2 AND t.id = g.tag
            WHERE g.library = $1 AND g.slot = $2 AND g.n = $3
            """, [.integer(article)])
        return Set(rows.map { $0.text(0) })
    }

    package func indexedText(of article: Int64) throws -> IndexedText? {
        try searcher.source.index.indexedText(of: article)
    }

    package func feed(_ id: Int64, folders paths: [Int64: [String]]) throws -> Feed? {
        let answers = try library.pipeline([
            library.request(
                "SELECT url, title, own_title FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND id = $3",
                [.integer(id)]),
            library.request(
                """
                SELECT folder FROM feedsearch.feed_folder WHERE library = $1 AND slot = $2 AND feed = $3 ORDER BY folder
                """, [.integer(id)]),
        ])
        return answers[0].first.map { row in
            Feed(
                id: id, url: row.text(0), title: row.textOrNil(1), ownTitle: row.textOrNil(2), homeURL: nil,
                language: nil, isSubscribed: true, isPaused: false, articles: 0, unread: 0,
                folders: answers[1].compactMap { paths[$0.integer(0)] })
        }
    }

    package func isSuspended(search id: Int64) -> Bool { alerting.failing.isSuspended(.search, id) }

    package func forgetFailure(ofSearch id: Int64) { alerting.failing.forget(.search, id) }

    package func recordFailure(ofSearch id: Int64, article: Int64) throws {
        let query = try library.query(
            "SELECT query FROM feedsearch.saved_search WHERE library = $1 AND slot = $2 AND id = $3", [.integer(id)]
        ).first?.text(0)
        guard let query else { return }
        let (client, state) = alerting.failing.add(
            FailingSearch(kind: .search, id: id, query: query, article: article))
        try library.pipeline([ClientStates.setting(state, of: client, library)])
    }
}
