internal import Articles

extension OutboxRows {
    /// The waiting matches of each search that delivers alerts, including matches that are not sorted yet.
    func waitingAlerts() throws -> [WaitingAlerts] {
        var unsorted: [Int64: WaitingAlerts] = [:]
        try AlertSorter(rows: self).read { group in
            var waiting = unsorted[group.search] ?? .init(search: group.search, count: 0, since: group.at)
            waiting.count += group.articles.count
            waiting.since = min(waiting.since, group.at)
            unsorted[group.search] = waiting
        }
        return try counted(all: !unsorted.isEmpty).compactMap { counted in
            var waiting = counted
            if let more = unsorted[waiting.search] {
                waiting.since = waiting.count > 0 ? min(waiting.since, more.since) : more.since
                waiting.count += more.count
            }
            return waiting.count > 0 ? waiting : nil
        }
    }

    /// All articles that a search has matched: first those that wait for delivery, then those that the user was
    /// notified of, newest first.
    func alerted(of search: Int64, limit: Int) throws -> [Int64] {
        var found = try waiting(of: [search], limit: .max).flatMap(\.articles)
        try AlertSorter(rows: self).read { if $0.search == search { found += $0.articles } }
        return Array((found.reversed() + (try notified(of: search, limit: limit))).prefix(limit))
    }

    /// Moves waiting matches to one delivery. Must be called inside a transaction.
    ///
    /// - Parameter folded: matches that are not delivered because they are near-duplicates of another match.
    /// - Returns: the number of matches moved. If it is 0, no delivery is created.
    func addDelivery(
        of articles: [Int64], folded: [Int64], search: Int64, uid: String, now: Int64
    ) throws -> Int {
        try removeDeliveries(finishedBefore: now - OutboxLimits.keptSeconds)
        let taken = try take(Set(articles + folded), of: search)
        if taken.isEmpty { return 0 }
        let id = articles.isEmpty ? 0 : try insertDelivery(of: search, uid: uid, now: now)
        let away = Set(folded)
        try insertNotified(taken.map { ($0.article, $0.at, away.contains($0.article) ? 0 &- id : id) }, of: search)
        try uncount(taken.count, of: search)
        return taken.count
    }

    /// Removes articles from the waiting rows of a search.
    ///
    /// - Returns: the removed articles, with the time of their row.
    /// - Complexity: linear in the number of articles if they are the search's oldest; otherwise linear in all waiting
    ///   rows of the search.
    private func take(_ articles: Set<Int64>, of search: Int64) throws -> [(article: Int64, at: Int64)] {
        var oldest: [WaitingRow] = []
        var count = 0
        for row in try waiting(of: [search], limit: articles.count) where count < articles.count {
            oldest.append(row)
            count += row.articles.count
        }
        let taken = try take(articles, from: oldest, of: search)
        if taken.count == articles.count { return taken }
        return try taken + take(articles, from: waiting(of: [search], limit: .max), of: search)
    }

    private func take(
        _ articles: Set<Int64>, from rows: [WaitingRow], of search: Int64
    ) throws -> [(article: Int64, at: Int64)] {
        let touched = rows.filter { $0.articles.contains(where: articles.contains) }
        if touched.isEmpty { return [] }
        // A malformed row may not be found by its first article, so check which rows were removed.
        let removed = try removeWaiting(of: search, first: touched.map { $0.articles[0] })
        var taken: [(article: Int64, at: Int64)] = []
        var rest: [WaitingRow] = []
        for var row in touched where removed.contains(row.articles[0]) {
            taken += row.articles.lazy.filter(articles.contains).map { ($0, row.at) }
            row.articles.removeAll(where: articles.contains)
            if !row.articles.isEmpty { rest.append(row) }
        }
        try insert(rest)
        return taken
    }
}

/// Limits of the outbox.
enum OutboxLimits {
    /// How long finished deliveries are kept in the list, in seconds.
    static let keptSeconds: Int64 = 90 * 86_400
}

/// Finds near-duplicates of articles that the user was already notified of.
enum NotifiedCopies {
    /// - Parameters:
    ///   - articles: the articles in order of arrival.
    ///   - group: returns an article's group of near-duplicates; 0 if it has none.
    ///   - isNotified: returns whether the user was notified of an article of this group. Called once for each group.
    /// - Returns: the articles that are near-duplicates of an earlier article, or of an article that the user was
    ///   notified of.
    static func among(
        _ articles: [Int64], group: (Int64) throws -> Int64, isNotified: (Int64) throws -> Bool
    ) rethrows -> Set<Int64> {
        var groups: [Int64: Bool] = [:]
        var copies: Set<Int64> = []
        for article in articles {
            let number = try group(article)
            guard number != 0 else { continue }
            if try groups[number] ?? isNotified(number) { copies.insert(article) }
            groups[number] = true
        }
        return copies
    }
}
