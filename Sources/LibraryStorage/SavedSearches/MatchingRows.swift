internal import Articles
internal import Database
internal import SavedSearchMatching

/// Reads the data of stored articles that is needed to match them with saved searches, for many articles at a time.
package struct MatchingRows {
    /// The articles that are likely to be looked up, ascending. Looking up one of them also reads the following ones.
    private var expected: [Int64]
    private var facts: [Int64: StoredFacts] = [:]
    private var tags: [Int64: Set<String>] = [:]
    private var feeds: [Int64: (feed: Feed, folders: [Int64])] = [:]
    private var known: Set<Int64> = []
    /// The topics of the expected replies; nil until one of them is looked up.
    private var topics: [Int64: Int64]?

    /// - Parameter expected: the articles that are likely to be looked up.
    package init(_ expected: [Int64] = []) { self.expected = expected.sorted() }

    mutating func facts(of article: Int64, _ database: any LibraryDatabase) throws -> StoredFacts? {
        try need(article, database)
        return facts[article]
    }

    mutating func tags(of article: Int64, _ database: any LibraryDatabase) throws -> Set<String> {
        try need(article, database)
        return tags[article] ?? []
    }

    /// The topic of a reply; nil if the topic is not stored.
    mutating func topic(of article: Int64, _ database: any LibraryDatabase) throws -> Int64? {
        if topics == nil || place(of: article) == nil {
            let wanted = topics == nil ? expected + [article] : [article]
            try database.visit(
                "SELECT r.n, r.topic FROM \(rows: .articleReply) r WHERE r.n\(isOneOf: wanted) AND r.topic IS NOT NULL"
            ) { topics = (topics ?? [:]).merging([$0.integer(0): $0.integer(1)]) { $1 } }
            if topics == nil { topics = [:] }
        }
        return topics?[article]
    }

    /// A feed with its names, and the ids of its folders in ascending order.
    mutating func feed(_ id: Int64, _ database: any LibraryDatabase) throws -> (feed: Feed, folders: [Int64])? {
        if let known = feeds[id] { return known }
        let wanted = Set(facts.values.lazy.map(\.feed)).subtracting(feeds.keys).union([id]).sorted()
        try database.rows(of: [
            "SELECT f.id, f.url, f.title, f.own_title FROM \(rows: .feed) f WHERE f.id\(isOneOf: wanted)",
            """
            SELECT m.feed, m.folder FROM \(rows: .feedFolder) m WHERE m.feed\(isOneOf: wanted) ORDER BY m.feed, m.folder
            """,
        ]) { query, row in
            let id = row.integer(0)
            if query == 1 {
                feeds[id]?.folders.append(row.integer(1))
                return
            }
            let feed = Feed(
                id: id, url: row.text(1), title: row.textOrNil(2), ownTitle: row.textOrNil(3), homeURL: nil,
                language: nil, isSubscribed: true, isPaused: false, articles: 0, unread: 0, folders: [])
            feeds[id] = (feed, [])
        }
        return feeds[id]
    }

    /// Reads an article together with the next expected articles.
    private mutating func need(_ article: Int64, _ database: any LibraryDatabase) throws {
        guard known.insert(article).inserted else { return }
        // In PostgreSQL, round trips are expensive, so read many rows at once. In SQLite, rows are expensive, and most
        // articles may never be looked up.
        let articlesAtOnce = database.dialect == .postgres ? 1_000 : 16
        var wanted = [article]
        if let place = place(of: article) {
            let first = place / articlesAtOnce * articlesAtOnce
            wanted = Array(expected[first..<min(first + articlesAtOnce, expected.count)])
            known.formUnion(wanted)
        }
        try database.rows(of: [
            """
            SELECT a.n, a.feed, a.sort_date, a.received, a.read, a.starred, a.flags,
                lower(a.language \(sqlite: "", postgres: "COLLATE \"C\"")), a.url,
                (SELECT o.opened FROM \(rows: .articleOpened) o WHERE o.n = a.n)
            FROM \(rows: .article) a WHERE a.n\(isOneOf: wanted)
            """,
            """
            SELECT g.n, t.folded FROM \(rows: .articleTag) g JOIN \(rows: .tag) t ON t.id = g.tag
            WHERE g.n\(isOneOf: wanted)
            """,
        ]) { query, row in
            if query == 1 {
                tags[row.integer(0), default: []].insert(row.text(1))
                return
            }
            facts[row.integer(0)] = StoredFacts(
                feed: row.integer(1), sortDate: row.seconds(2), received: row.seconds(3),
                opened: row.secondsOrNil(9), read: row.bool(4), starred: row.bool(5), flags: row.integer(6),
                language: row.textOrNil(7),
                url: row.isNull(8) ? nil : row.bytes(8))
        }
    }

    /// The index of an article in `expected`, found by binary search; nil if it is not expected.
    private func place(of article: Int64) -> Int? {
        var (low, high) = (0, expected.count)
        while low < high {
            let middle = (low + high) / 2
            if expected[middle] < article { low = middle + 1 } else { high = middle }
        }
        return low < expected.count && expected[low] == article ? low : nil
    }
}
