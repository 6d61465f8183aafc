package import Articles
internal import Database
internal import SavedSearchMatching

extension ArticleStore where Self: TableStore {
    package func overview() throws -> LibraryOverview {
        try reading { database in
            var overview = LibraryOverview(
                feeds: [], handOrder: HandOrder(), failing: [],
                withIcon: [], savedSearches: [], newestArticle: 0)
            var feeds = ReadFeeds()
            var order = HandOrderRows()
            var failures: [(client: String, state: [UInt8])] = []
            try database.rows(
                of: ReadFeeds.queries("TRUE") + HandOrderRows.queries + [
                    """
                    SELECT f.id FROM \(rows: .feed) f JOIN \(rows: .feedFetch) s ON s.feed = f.id
                    WHERE \(sql: FeedFetchRow.isFailing)
                    """,
                    "SELECT i.feed FROM \(rows: .feedIcon) i WHERE i.bytes IS NOT NULL",
                    "SELECT max(a.n) FROM \(rows: .article) a",
                    SavedSearchRow.query(named: nil),
                    ClientStateRow.query(prefix: FailingSearches.client(.search)),
                ]
            ) { query, row in
                switch query {
                case 0...2: feeds.add(row, of: query)
                case 3, 4: order.add(row, of: query - 3)
                case 5: overview.failing.insert(row.integer(0))
                case 6: overview.withIcon.insert(row.integer(0))
                case 7: overview.newestArticle = row.integer(0)
                case 8: overview.savedSearches.append(SavedSearchRow.search(row))
                default: failures.append((row.text(0), row.bytes(1)))
                }
            }
            overview.feeds = feeds.feeds
            overview.handOrder = order.order
            FailingSearches.Stored(failures, of: .search).mark(&overview.savedSearches)
            return overview
        }
    }
}
