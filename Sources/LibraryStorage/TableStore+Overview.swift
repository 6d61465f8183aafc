package import Articles
internal import Database
internal import SavedSearchMatching

extension ArticleStore where Self: TableStore {
    package func overview() throws -> LibraryOverview {
        try reading { database in
            var overview = LibraryOverview(
                feeds: [], manualOrder: ManualOrder(), failing: [],
                withIcon: [], savedSearches: [], newestArticle: 0)
            var feeds = ReadFeeds()
            var order = ManualOrderRows()
            var failures: [(client: String, state: [UInt8])] = []
            try database.rows(
                of: ReadFeeds.queries("TRUE") + [
                    ManualOrderRows.query,
                    """
                    SELECT f.id FROM \(rows: .feed) f JOIN \(rows: .feedFetch) s ON s.feed = f.id
                    WHERE \(sql: FeedFetchRow.isFailing)
                    """,
                    "SELECT i.feed FROM \(rows: .feedIcon) i WHERE i.bytes IS NOT NULL",
                    "SELECT max(a.n) FROM \(rows: .article) a",
                    SavedSearchRow.query(named: nil),
                    ClientStates.query(prefix: FailingSearches.client(.search)),
                ]
            ) { query, row in
                switch query {
                case 0...2: feeds.add(row, of: query)
                case 3: order.add(row)
                case 4: overview.failing.insert(row.integer(0))
                case 5: overview.withIcon.insert(row.integer(0))
                case 6: overview.newestArticle = row.integer(0)
                case 7: overview.savedSearches.append(SavedSearchRow.search(row))
                default: failures.append((row.text(0), row.bytes(1)))
                }
            }
            overview.feeds = feeds.feeds
            overview.manualOrder = order.order(feeds.folders)
            FailingSearches.Stored(failures, of: .search).mark(&overview.savedSearches)
            return overview
        }
    }
}
