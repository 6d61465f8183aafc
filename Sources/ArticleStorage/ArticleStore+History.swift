internal import SQLite

/// What was committed after a token of the history.
public struct ArticleChanges: Sendable, Equatable {
    /// The newest token; where the next look begins.
    public var token: Int64
    /// The numbers of all new articles; nil where there are none. Numbers grow with time, so one range holds them.
    public var inserted: ClosedRange<Int64>?
    /// Numbers of articles whose content was exchanged, each once, ascending.
    public var changed: [Int64] = []

    public init(token: Int64) { self.token = token }

    public var isEmpty: Bool { inserted == nil && changed.isEmpty }
}

extension ArticleStore {
    /// The token of the newest committed batch; 0 where nothing was ever stored. It only grows.
    public func historyToken() throws -> Int64 {
        try guarded { try connection.integer("SELECT max(token) FROM history") ?? 0 }
    }

    /// The articles that came or changed after a token.
    ///
    /// - Complexity: linear in the batches since.
    public func changes(since token: Int64) throws -> ArticleChanges {
        try guarded {
            let statement = try connection.cachedStatement(
                "SELECT token, first_inserted, last_inserted, changed FROM history WHERE token > ? ORDER BY token")
            defer { statement.reset() }
            statement.bind(token, at: 1)
            var out = ArticleChanges(token: token)
            var changed: Set<Int64> = []
            while try statement.step() {
                out.token = statement.integer(0)
                if let first = statement.integerOrNil(1), let last = statement.integerOrNil(2), first <= last {
                    let range = out.inserted ?? first...last
                    out.inserted = min(range.lowerBound, first)...max(range.upperBound, last)
                }
                if !statement.isNull(3) { changed.formUnion(Self.numbers(in: statement.bytes(3))) }
            }
            out.changed = changed.sorted()
            return out
        }
    }

    /// A number that is another one as soon as another connection, of any process, has committed. Costs some
    /// microseconds: <https://www.sqlite.org/pragma.html#pragma_data_version>.
    public func dataVersion() throws -> Int64 {
        try guarded { try connection.integer("PRAGMA data_version") ?? 0 }
    }

    /// The numbers of a history row, 8 bytes each, the lowest first.
    private static func numbers(in blob: [UInt8]) -> [Int64] {
        stride(from: 0, through: blob.count - 8, by: 8).map { start in
            Int64(bitPattern: blob[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}

extension SQLFragment {
    /// The changed articles, as a condition on `a`.
    static func among(_ changes: ArticleChanges) -> SQLFragment {
        var parts: [SQLFragment] = []
        if let range = changes.inserted {
            let ends = [range.lowerBound, range.upperBound].map { SQLValue.integer($0) }
            parts.append(SQLFragment(sql: "a.n BETWEEN ? AND ?", values: ends))
        }
        if !changes.changed.isEmpty {
            // One value, however many they are: <https://www.sqlite.org/json1.html#jeach>.
            let list = "[\(changes.changed.map { String($0) }.joined(separator: ","))]"
            parts.append(SQLFragment(sql: "a.n IN (SELECT value FROM json_each(?))", values: [.text(list)]))
        }
        return combined(parts, with: "OR") ?? never
    }
}
