package import TextAnalysis

/// The store operations for recording alerts, inside the transaction that writes the articles.
package protocol AlertStore: MatchingStore {
    /// The numbers of the oldest and newest known changes of saved searches and alert rules; 0 if there are none.
    func searchChanges() throws -> (oldest: Int64, newest: Int64)
    /// The searches that were changed or deleted after the change with a given number.
    func searches(changedAfter change: Int64) throws -> Set<Int64>
    /// The queries of the searches that have an alert rule.
    ///
    /// - Parameter searches: the searches to include; nil for all.
    func alertingQueries(of searches: Set<Int64>?) throws -> [(search: Int64, query: String)]
    /// The languages whose stems are searched (`IndexStatistics.currentLanguages`).
    func currentLanguages(newArticles: Int) throws -> [StemLanguage]

    /// The feeds of a list whose first import is in progress. If a feed has no articles, its first import starts now,
    /// which is stored.
    func firstImports(among feeds: [Int64]) throws -> Set<Int64>
    func endFirstImports(of feeds: [Int64]) throws
    /// Those of the given articles that are hidden.
    func hiddenArticles(among articles: [Int64]) throws -> Set<Int64>
    /// Stores the matches of a batch as one row; the id is ignored.
    func store(_ matches: AlertBatch) throws
}

/// The matches of one commit, packed (`AlertPack`).
package struct AlertBatch {
    /// The id of the row, which increases with each commit.
    package var id: Int64
    /// The time of the commit, in seconds since 1970.
    package var at: Int64
    /// The lowest id of a new article. Articles with lower ids were stored earlier and may already have matched.
    package var firstNew: Int64
    package var matches: [UInt8]

    package init(id: Int64 = 0, at: Int64, firstNew: Int64, matches: [UInt8]) {
        self.id = id
        self.at = at
        self.firstNew = firstNew
        self.matches = matches
    }
}
