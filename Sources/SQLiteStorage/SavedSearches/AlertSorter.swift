internal import SQLite
internal import SavedSearchMatching

/// Sorts what commits have found by search.
///
/// A commit writes all its matches as one row of `alert_batch`, whatever their number; here they become rows of
/// `alert_waiting`, some hundred articles of one search each, however many commits they come from. A match that was there
/// already is dropped here: of a new article there can be none, so only edited ones are looked up.
struct AlertSorter {
    /// The matches of one search that were found at one time.
    struct Group {
        var search: Int64
        var at: Int64
        /// Ascending, each once.
        var articles: [Int64]
    }

    private let connection: Connection
    /// Packed bytes that are sorted at once.
    private static let passBytes = 16 << 20
    /// Articles in one row.
    private static let rowArticles = 256

    init(connection: Connection) { self.connection = connection }

    var isEmpty: Bool {
        get throws { try connection.integer("SELECT 1 FROM alert_batch WHERE id > 0 LIMIT 1") == nil }
    }

    /// Calls `body` with what lies unsorted, search by search within each pass; nothing is changed.
    func read(_ body: (Group) throws -> Void) throws {
        var after: Int64 = 0
        while let last = try pass(after: after, body) { after = last }
    }

    /// Sorts everything. Several transactions where it is much.
    func sort() throws {
        while try !isEmpty {
            try connection.transaction {
                let writer = try Writer(connection)
                guard let last = try pass(after: 0, { try writer.write($0) }) else { return }
                try connection.run("DELETE FROM alert_batch WHERE id <= ?", [.integer(last)])
                try connection.run("DELETE FROM alert_forgotten WHERE batch <= ?", [.integer(last)])
            }
        }
    }

    // MARK: - Reading

    private struct Found {
        var search: Int64
        var batch: Int32
        var start: Int32
        var count: Int32
    }

    /// - Returns: the last row of the pass; nil where there was none.
    private func pass(after: Int64, _ body: (Group) throws -> Void) throws -> Int64? {
        let rows = try connection.prepare(
            "SELECT id, at, first_new, matches FROM alert_batch WHERE id > ? ORDER BY id")
        try rows.bind([.integer(after)])
        var batches: [(id: Int64, at: Int64, firstNew: Int64)] = []
        var found: [Found] = []
        var articles: [Int64] = []
        var entries: [AlertPack.Entry] = []
        var bytes = 0
        while bytes < Self.passBytes, try rows.step() {
            let packed = rows.bytes(3)
            bytes += packed.count
            entries.removeAll(keepingCapacity: true)
            AlertPack.read(packed, into: &entries, &articles)
            found += entries.map {
                Found(
                    search: $0.search, batch: Int32(batches.count), start: Int32($0.articles.lowerBound),
                    count: Int32($0.articles.count))
            }
            batches.append((rows.integer(0), rows.seconds(1), rows.integer(2)))
        }
        rows.reset()
        guard let last = batches.last?.id else { return nil }
        let forgotten = try forgottenSearches()
        found.sort { ($0.search, $0.batch, $0.start) < ($1.search, $1.batch, $1.start) }
        var next = 0
        while next < found.count {
            let search = found[next].search
            var end = next
            while end < found.count, found[end].search == search { end += 1 }
            let kept = found[next..<end].filter { batches[Int($0.batch)].id > forgotten[search] ?? 0 }
            next = end
            var group: Group?
            var known: Set<Int64>?
            for part in kept {
                let batch = batches[Int(part.batch)]
                var found = Array(articles[Int(part.start)..<Int(part.start + part.count)])
                if found[0] < batch.firstNew || known != nil {
                    // Edited articles: some may have matched before.
                    if known == nil {
                        known = try knownArticles(of: search, after: after).union(group?.articles ?? [])
                        for other in kept where other.batch < part.batch {
                            known?.formUnion(articles[Int(other.start)..<Int(other.start + other.count)])
                        }
                    }
                    found.removeAll { known?.insert($0).inserted == false }
                }
                if group?.at != batch.at {
                    if let group, !group.articles.isEmpty { try body(group) }
                    group = Group(search: search, at: batch.at, articles: [])
                }
                let isBehind = group?.articles.last ?? .min < found.first ?? .max
                group?.articles += found
                if !isBehind { group?.articles.sort() }
            }
            if let group, !group.articles.isEmpty { try body(group) }
        }
        return last
    }

    /// By search, the last row of `alert_batch` whose matches are those of a search of this number that is gone.
    private func forgottenSearches() throws -> [Int64: Int64] {
        let rows = try connection.prepare("SELECT search, max(batch) FROM alert_forgotten GROUP BY search")
        var out: [Int64: Int64] = [:]
        while try rows.step() { out[rows.integer(0)] = rows.integer(1) }
        return out
    }

    /// All that a search has told of or waits with. What an earlier pass without writing has seen is not among it.
    private func knownArticles(of search: Int64, after: Int64) throws -> Set<Int64> {
        var known: Set<Int64> = []
        let told = try connection.cachedStatement("SELECT article FROM alert WHERE search = ?")
        told.bind(search, at: 1)
        while try told.step() { known.insert(told.integer(0)) }
        told.reset()
        let waiting = try WaitingRows(connection: connection).rows(of: search, limit: .max)
        for row in waiting { known.formUnion(row.articles) }
        return known
    }

    // MARK: - Writing

    private struct Writer {
        private let connection: Connection
        private let row: Statement
        private let queue: Statement

        init(_ connection: Connection) throws {
            self.connection = connection
            row = try connection.cachedStatement(WaitingRows.insertion)
            queue = try connection.cachedStatement(
                """
                INSERT INTO alert_queue (search, waiting, since) VALUES (?, ?, ?) ON CONFLICT (search)
                DO UPDATE SET waiting = waiting + excluded.waiting, since = min(since, excluded.since)
                """)
        }

        func write(_ group: Group) throws {
            var rest = group.articles[...]
            while !rest.isEmpty {
                let part = rest.prefix(AlertSorter.rowArticles)
                try WaitingRows.write(part, of: group.search, at: group.at, with: row)
                rest = rest.dropFirst(AlertSorter.rowArticles)
            }
            queue.bind(group.search, at: 1)
            queue.bind(Int64(group.articles.count), at: 2)
            queue.bind(group.at, at: 3)
            try queue.run()
        }
    }
}

/// The rows of `alert_waiting`.
struct WaitingRows {
    struct Row {
        var at: Int64
        /// Ascending.
        var articles: [Int64]
    }

    let connection: Connection

    static let insertion = "INSERT OR IGNORE INTO alert_waiting (search, first, at, rest) VALUES (?, ?, ?, ?)"

    static func write(_ articles: ArraySlice<Int64>, of search: Int64, at: Int64, with statement: Statement) throws {
        guard let first = articles.first else { return }
        statement.bind(search, at: 1)
        statement.bind(first, at: 2)
        statement.bind(at, at: 3)
        statement.bind(blob: AlertPack.rest(of: articles).span, at: 4)
        try statement.run()
    }

    /// The oldest rows of a search that have so many articles together; fewer where it has no more.
    func rows(of search: Int64, limit: Int) throws -> [Row] {
        let rows = try connection.cachedStatement(
            "SELECT at, first, rest FROM alert_waiting WHERE search = ? ORDER BY at, first")
        defer { rows.reset() }
        rows.bind(search, at: 1)
        var out: [Row] = []
        var count = 0
        while count < limit, try rows.step() {
            let row = Row(at: rows.seconds(0), articles: AlertPack.articles(from: rows.integer(1), rest: rows.bytes(2)))
            count += row.articles.count
            out.append(row)
        }
        return out
    }

    /// Takes articles out of the rows of a search, and gives those that were there with the time of their row.
    ///
    /// - Complexity: linear in the articles where they are the search's oldest, else in all of its rows.
    func take(_ articles: Set<Int64>, of search: Int64) throws -> [(article: Int64, at: Int64)] {
        let taken = try take(articles, from: rows(of: search, limit: articles.count), of: search)
        if taken.count == articles.count { return taken }
        return try taken + take(articles, from: rows(of: search, limit: .max), of: search)
    }

    private func take(
        _ articles: Set<Int64>, from rows: [Row], of search: Int64
    ) throws -> [(article: Int64, at: Int64)] {
        let insertion = try connection.cachedStatement(Self.insertion)
        var taken: [(article: Int64, at: Int64)] = []
        for row in rows {
            let found = row.articles.filter(articles.contains)
            if found.isEmpty { continue }
            try connection.run(
                "DELETE FROM alert_waiting WHERE search = ? AND first = ?",
                [.integer(search), .integer(row.articles[0])])
            // A forged row whose number is none is not found by it.
            if connection.changedRows == 0 { continue }
            taken += found.map { ($0, row.at) }
            let rest = row.articles.filter { !articles.contains($0) }
            try Self.write(rest[...], of: search, at: row.at, with: insertion)
        }
        return taken
    }
}
