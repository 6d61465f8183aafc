public import QueryLanguage

/// Keeps saved searches and their alert rules.
public protocol SavedSearchStoring: AnyObject {
    /// Alert settings for articles that are written through this store.
    var alertSettings: AlertSettings { get set }

    /// The number of saved-search matches recorded through this store.
    var recordedAlerts: Int { get }

    /// Saves a search with its comment and rule, in one transaction.
    ///
    /// - Parameters:
    ///   - rule: nil for no alerts.
    ///   - keepsRule: whether to keep the stored rule.
    func save(search name: String, query: String, comment: String?, rule: AlertRule?, keepsRule: Bool, now: Int64)
        throws

    /// Sets or removes the colour of a search, if the search exists.
    func setColor(_ color: SearchColor?, ofSearch name: String) throws

    /// Whether a saved search can match some, all or none of the articles that arrive in the future.
    ///
    /// - Throws: `StorageError`, `QuerySyntaxError` of a nested saved search.
    func reach(of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int) throws -> QueryReach

    func save(search name: String, query: String, now: Int64) throws

    /// All saved searches by name, or only the search with the given name.
    func savedSearches(named name: String?) throws -> [SavedSearch]

    /// The saved searches with a colour, by name.
    func coloredSearches() throws -> [SavedSearch]

    /// Deletes a search with its alerts.
    ///
    /// - Returns: false if no saved search has this name.
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
