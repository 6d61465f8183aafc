public import QueryLanguage

/// Keeps saved searches and their alert rules.
public protocol SavedSearchStoring: AnyObject {
    /// How this store alerts when articles are written through it.
    var alertSettings: AlertSettings { get set }

    /// How many matches of saved searches were written down through this store.
    var recordedAlerts: Int { get }

    /// Saves a search with all that belongs to it, in one transaction.
    ///
    /// - Parameters:
    ///   - rule: nil leaves the search without alerts; `keepsRule` leaves what it has.
    func save(search name: String, query: String, comment: String?, rule: AlertRule?, keepsRule: Bool, now: Int64)
        throws

    /// Whether a saved search can ever alert, or always does, for articles that come from now on.
    ///
    /// - Throws: `StorageError`, `QuerySyntaxError` of a saved search inside it.
    func reach(of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int) throws -> QueryReach

    func save(search name: String, query: String, now: Int64) throws

    /// All saved searches by name, or the one of a name.
    func savedSearches(named name: String?) throws -> [SavedSearch]

    /// Forgets a search with its alerts.
    ///
    /// - Returns: false where there was none of that name.
    func unsave(search name: String) throws -> Bool

    /// The rules and saved searches that have failed on articles written through this store.
    var failingSearches: [FailingSearch] { get }
}

extension SavedSearchStoring {
    public func save(search name: String, query: String, comment: String?, rule: AlertRule?, now: Int64) throws {
        try save(search: name, query: query, comment: comment, rule: rule, keepsRule: false, now: now)
    }

    public func savedSearches() throws -> [SavedSearch] { try savedSearches(named: nil) }
}
