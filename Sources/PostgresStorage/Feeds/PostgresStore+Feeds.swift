internal import ArticleSearch
package import Articles
internal import PostgreSQL
internal import PostgresSearch
internal import TextAnalysis

extension PostgresStore {
    package func feeds(subscribedOnly: Bool) throws -> [Feed] {
        try guarded { try searcher.source.feeds(subscribedOnly: subscribedOnly) }
    }

    package func feed(_ id: Int64) throws -> Feed? { try guarded { try searcher.source.feed(.id(id)) } }

    package func feed(named name: String) throws -> Feed? { try guarded { try searcher.feed(named: name) } }

    package func folderCounts() throws -> [FolderCounts] { try FolderCounts.of(feeds(subscribedOnly: true)) }

    package func newestDates() throws -> [Int64: Int64] {
        try guarded {
            let rows = try library.query(
                """
                SELECT feed, max(sort_date) FROM feedsearch.article WHERE library = $1 AND slot = $2 GROUP BY feed
                """)
            return Dictionary(rows.map { ($0.integer(0), $0.integer(1)) }, uniquingKeysWith: { first, _ in first })
        }
    }

    package func hasFolder(_ name: String) throws -> Bool {
        let folded = Analyzer.shared.foldedText(name)
        return try feeds(subscribedOnly: false).contains { $0.isInFolder(folded: folded) }
    }

    @discardableResult
    package func upsert(_ feed: FeedDraft, now: Int64) throws -> (id: Int64, isNew: Bool) {
        try writing { try FeedTable(library: library).upsert([feed], now: now)[0] }
    }

    package func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [Bool] {
        if feeds.isEmpty { return [] }
        return try writing { try FeedTable(library: library).upsert(feeds, now: now).map(\.isNew) }
    }

    package func unsubscribe(_ feed: Int64) throws {
        try writing {
            try library.pipeline([
                library.request(
                    """
                    UPDATE feedsearch.feed SET subscribed = false WHERE library = $1 AND slot = $2 AND id = $3
                    """, [.integer(feed)]),
                leavingFolders(feed),
            ])
        }
    }

    private func leavingFolders(_ feed: Int64) -> PostgresRequest {
        library.request(
            "DELETE FROM feedsearch.feed_folder WHERE library = $1 AND slot = $2 AND feed = $3", [.integer(feed)])
    }

    package func edit(_ feed: Int64, _ changes: FeedChanges) throws {
        try writing {
            var requests: [PostgresRequest] = []
            if let ownTitle = changes.ownTitle {
                requests.append(
                    library.request(
                        "UPDATE feedsearch.feed SET own_title = $4 WHERE library = $1 AND slot = $2 AND id = $3",
                        [.integer(feed), .text(orNull: ownTitle)]))
            }
            if let paused = changes.isPaused {
                requests.append(
                    library.request(
                        "UPDATE feedsearch.feed SET paused = $4 WHERE library = $1 AND slot = $2 AND id = $3",
                        [.integer(feed), .bool(paused)]))
            }
            if changes.folders != nil { requests.append(leavingFolders(feed)) }
            try library.pipeline(requests)
            let paths = (changes.folders ?? []).filter { !$0.isEmpty }
            if paths.isEmpty { return }
            let table = FeedTable(library: library)
            let ids = try table.folderIDs(paths)
            try table.add(paths.map { (ids[$0] ?? 0, feed) })
        }
    }
}
