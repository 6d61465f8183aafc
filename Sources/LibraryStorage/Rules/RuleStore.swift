package import SavedSearchMatching

/// What carrying out rules needs of an engine, inside a transaction that writes.
package protocol RuleStore: TableStore {
    /// The rules of which an article was too costly for a regular expression.
    var failing: FailingSearches { get }
}
