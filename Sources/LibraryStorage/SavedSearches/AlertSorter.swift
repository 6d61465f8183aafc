internal import Articles
internal import SavedSearchMatching

/// Sorts the matches of commits by saved search.
///
/// Each commit writes all its matches as one row. The sorter converts these rows to rows that contain up to 256
/// articles of a single search, possibly from many commits. Matches that are already known are dropped. Only edited
/// articles are checked for known matches, because a new article cannot have any.
struct AlertSorter {
    /// Matches of one search that were found at the same time.
    struct Group {
        var search: Int64
        var at: Int64
        /// The matching articles, ascending, without duplicates.
        var articles: [Int64]
    }

    private let rows: OutboxRows
    /// The maximum size of the rows of one pass, in packed bytes.
    private static let passBytes = 16 << 20
    /// Maximum number of articles in a row.
    private static let rowArticles = 256
    /// The number of searches whose known articles are read in one round trip.
    private static let searchesAtOnce = 256

    init(rows: OutboxRows) { self.rows = rows }

    /// Calls `body` with the unsorted matches, grouped by search within each pass. Changes nothing.
    func read(_ body: (Group) throws -> Void) throws {
        var after: Int64 = 0
        while let last = try pass(after: after, body) { after = last }
    }

    /// Sorts one pass of matches, inside the caller's transaction. Matches of searches with a condition are counted.
    func sortSome() throws {
        var writer = Writer(rows: rows)
        let trends = TrendRows(rows.database)
        guard let last = try pass(after: 0, count: trends.count, { try writer.write($0) }) else { return }
        try writer.flush()
        try rows.removeUnsorted(upTo: last)
    }

    // MARK: - Reading

    private struct Found {
        var search: Int64
        var batch: Int32
        var start: Int32
        var count: Int32
    }

    /// The rows of one pass.
    private struct Pass {
        var batches: [AlertBatch] = []
        /// The matches, sorted by search, then by batch.
        var found: [Found] = []
        var articles: [Int64] = []

        /// The articles of a part, ascending.
        func articles(of part: Found) -> ArraySlice<Int64> {
            articles[Int(part.start)..<Int(part.start + part.count)]
        }

        func batch(of part: Found) -> AlertBatch { batches[Int(part.batch)] }

        /// Whether some articles of the part were stored before this batch, so that they may have matched before.
        func isEdited(_ part: Found) -> Bool { articles[Int(part.start)] < batch(of: part).firstNew }
    }

    /// - Parameter count: receives the new articles of searches with a condition.
    /// - Returns: the id of the last row of the pass; nil if there was no row.
    private func pass(
        after: Int64, count: (TrendRows.Found) throws -> Void = { _ in }, _ body: (Group) throws -> Void
    ) throws -> Int64? {
        var pass = Pass()
        var entries: [AlertPack.Entry] = []
        for row in try rows.unsorted(after: after, bytes: Self.passBytes) {
            entries.removeAll(keepingCapacity: true)
            AlertPack.read(row.matches, into: &entries, &pass.articles)
            pass.found += entries.map {
                Found(
                    search: $0.search, batch: Int32(pass.batches.count), start: Int32($0.articles.lowerBound),
                    count: Int32($0.articles.count))
            }
            pass.batches.append(AlertBatch(id: row.id, at: row.at, firstNew: row.firstNew, matches: []))
        }
        guard let last = pass.batches.last?.id else { return nil }
        let forgotten = try rows.forgottenSearches()
        pass.found = pass.found.filter { pass.batch(of: $0).id > forgotten[$0.search] ?? 0 }
        try count(takeTrends(from: &pass))
        pass.found.sort { ($0.search, $0.batch, $0.start) < ($1.search, $1.batch, $1.start) }
        let searches = self.searches(of: pass)
        for first in stride(from: 0, to: searches.count, by: Self.searchesAtOnce) {
            let some = searches[first..<min(first + Self.searchesAtOnce, searches.count)]
            let known = try knownArticles(
                of: some.filter { pass.found[$0].contains(where: pass.isEdited) }.map {
                    pass.found[$0.lowerBound].search
                })
            for parts in some {
                try read(parts, of: pass, known: known[pass.found[parts.lowerBound].search] ?? [], body)
            }
        }
        return last
    }

    /// Removes the matches of searches with a condition from a pass.
    ///
    /// - Returns: the new articles among them. Edited articles are left out, because they were counted on arrival.
    private func takeTrends(from pass: inout Pass) throws -> TrendRows.Found {
        if pass.found.isEmpty { return [:] }
        let conditions = try TrendRows(rows.database).conditions()
        if conditions.isEmpty { return [:] }
        var found: TrendRows.Found = [:]
        for part in pass.found where conditions[part.search] != nil {
            let first = pass.batch(of: part).firstNew
            found[part.search, default: []] += pass.articles(of: part).drop { $0 < first }
        }
        pass.found.removeAll { conditions[$0.search] != nil }
        return found
    }

    /// The ranges of `found` that belong to each search.
    private func searches(of pass: Pass) -> [Range<Int>] {
        var searches: [Range<Int>] = []
        var next = 0
        while next < pass.found.count {
            let start = next
            while next < pass.found.count, pass.found[next].search == pass.found[start].search { next += 1 }
            searches.append(start..<next)
        }
        return searches
    }

    private func read(
        _ parts: Range<Int>, of pass: Pass, known stored: Set<Int64>, _ body: (Group) throws -> Void
    ) throws {
        var group: Group?
        var known: Set<Int64>?
        for place in parts {
            let part = pass.found[place]
            let batch = pass.batch(of: part)
            var found = Array(pass.articles(of: part))
            if pass.isEdited(part) || known != nil {
                if known == nil {
                    var all = stored
                    for other in pass.found[parts.lowerBound..<place] where other.batch < part.batch {
                        all.formUnion(pass.articles(of: other))
                    }
                    known = all.union(group?.articles ?? [])
                }
                found.removeAll { known?.insert($0).inserted == false }
            }
            if group?.at != batch.at {
                if let group, !group.articles.isEmpty { try body(group) }
                group = Group(search: part.search, at: batch.at, articles: [])
            }
            let isBehind = group?.articles.last ?? .min < found.first ?? .max
            group?.articles += found
            if !isBehind { group?.articles.sort() }
        }
        if let group, !group.articles.isEmpty { try body(group) }
    }

    /// All articles that searches have notified the user of, and articles that wait for delivery. Does not include
    /// results of earlier read-only passes.
    private func knownArticles(of searches: [Int64]) throws -> [Int64: Set<Int64>] {
        if searches.isEmpty { return [:] }
        var known: [Int64: Set<Int64>] = [:]
        for (search, article) in try rows.notified(of: searches) { known[search, default: []].insert(article) }
        for row in try rows.waiting(of: searches, limit: .max) {
            known[row.search, default: []].formUnion(row.articles)
        }
        return known
    }

    // MARK: - Writing

    private struct Writer {
        let rows: OutboxRows
        private var waiting: [WaitingRow] = []
        private var counts: [WaitingAlerts] = []
        /// The maximum number of rows or groups held in memory before they are written.
        private static let maxHeld = 1_000

        init(rows: OutboxRows) { self.rows = rows }

        mutating func write(_ group: Group) throws {
            for first in stride(from: 0, to: group.articles.count, by: AlertSorter.rowArticles) {
                let articles = group.articles.dropFirst(first).prefix(AlertSorter.rowArticles)
                waiting.append(WaitingRow(search: group.search, at: group.at, articles: Array(articles)))
            }
            counts.append(.init(search: group.search, count: group.articles.count, since: group.at))
            if waiting.count >= Self.maxHeld { try flush() }
        }

        mutating func flush() throws {
            try rows.insert(waiting)
            try rows.count(counts)
            waiting.removeAll(keepingCapacity: true)
            counts.removeAll(keepingCapacity: true)
        }
    }
}
