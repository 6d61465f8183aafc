package import SavedSearchMatching

/// What engines do differently for saved searches and alerts.
package protocol AlertingTables: TableStore, AlertStore {
    var alerting: AlertingSearches { get }
    /// What matching has read of the articles of a batch.
    var matchingRows: MatchingRows { get set }
    /// Takes the id of a new search: never one that another search had, which may come back. PostgreSQL has a counter; SQLite
    /// finds the ids of all searches among their changes.
    func takeSearchID() throws -> Int64
    /// Notes that searches, or their rules, were changed, are new or are gone, in the transaction that writes their rows. SQLite's
    /// triggers do it.
    func noteChange(ofSearches searches: [Int64]) throws
    /// Removes what belongs to searches that are gone. SQLite's triggers do it.
    func didRemove(searches: [Int64]) throws
}
