package import Articles
package import SavedSearchMatching

/// What carrying out rules needs of an engine, inside a transaction that writes.
package protocol RuleStore: ArticleWriting, StateStoring {
    /// The rules of which an article was too costly for a regular expression.
    var failing: FailingSearches { get }
    /// Seconds east of UTC at a moment.
    var utcOffset: @Sendable (Int64) -> Int { get }
    /// Changes the state of articles. Nobody has read what is marked read here, so that copies in other feeds stay as they are.
    func changeByRule(_ change: StateChange, of numbers: [Int64]) throws
    /// Queues the pages of articles that have not the whole text yet.
    func queuePages(of numbers: [Int64], now: Int64) throws
    /// Adds to the number of articles that a rule has matched.
    func countMatches(ofRule id: Int64, _ count: Int) throws
    /// The articles that a delayed rule has not been asked of, of which each up to the last arrived at `time` at the latest, or
    /// long after now, `delay` later; nil for none.
    ///
    /// Ids grow with arrival, so that each rule goes through the articles once.
    func waitingArticles(ofRule id: Int64, arrivedBy time: Int64, delay: Int64) throws -> ClosedRange<Int64>?
    /// Notes that a delayed rule has been asked of all articles up to one.
    func setAsked(ofRule id: Int64, upTo article: Int64) throws
}
