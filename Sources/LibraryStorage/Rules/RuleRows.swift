internal import Articles
internal import Database

/// Updates the progress of rules, inside the caller's transaction.
struct RuleRows {
    let database: any LibraryDatabase

    /// Increments the number of articles that a rule has matched.
    func countMatches(ofRule id: Int64, _ count: Int) throws {
        try database.run(.update(.arrivalRule, set: "matched = matched + \(count)", where: "id = \(id)"))
    }

    /// The range of articles to which a delayed rule has not been applied yet; nil if the range is empty. It ends
    /// before the first article that arrived after `time`, ignoring arrival times that are implausibly far in the
    /// future.
    ///
    /// Ids ascend in the order of arrival, so each rule examines each article only once.
    func waitingArticles(ofRule id: Int64, arrivedBy time: Int64, delay: Int64) throws -> ClosedRange<Int64>? {
        let horizon = StoredFuture.horizon(time, delay + StoredFuture.maxClockError)
        let bounds = try database.first(
            """
            SELECT r.next, coalesce(
                (SELECT a.n FROM \(rows: .article) a
                    WHERE a.n >= r.next AND a.received > \(time) AND a.received <= \(horizon) ORDER BY a.n LIMIT 1),
                1 + (SELECT max(a.n) FROM \(rows: .article) a), 1)
            FROM \(rows: .arrivalRule) r WHERE r.id = \(id)
            """
        ) { (next: $0.integer(0), end: $0.integer(1)) }
        guard let bounds, bounds.end > bounds.next else { return nil }
        return bounds.next...bounds.end - 1
    }

    /// Records that a delayed rule has been applied to all articles up to the given article.
    func setAsked(ofRule id: Int64, upTo article: Int64) throws {
        try database.run(.update(.arrivalRule, set: "next = \(article &+ 1)", where: "id = \(id)"))
    }
}
