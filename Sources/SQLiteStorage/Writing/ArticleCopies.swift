internal import LibraryStorage
internal import SQLite
internal import SQLiteSearch

/// Finds the copies of an article that share whether they are read: of its near-duplicates (`DuplicateGroups`), those that
/// `CopyComparison` says so of.
struct ArticleCopies {
    private let connection: Connection
    private let find: Statement

    init(store: SQLiteStore) throws {
        connection = store.connection
        find = try store.connection.prepare(
            """
            SELECT f.n, a.read AND (a.flags & \(ArticleRows.Flags.muted)) = 0 FROM article_forward f JOIN article a ON a.n = f.n
            WHERE f.fold = (SELECT fold FROM article_forward WHERE n = ?1) AND f.fold <> 0 AND f.n <> ?1
            ORDER BY f.n DESC LIMIT \(CopyComparison.maxCandidates)
            """)
    }

    /// The other copies of an article.
    func copies(of n: Int64) throws -> [Int64] {
        try candidates(n).map(\.id).filter { try same(n, $0) }
    }

    /// Whether a copy of an article has been read, by a person and not by a rule.
    func isRead(_ n: Int64) throws -> Bool {
        try candidates(n).contains { try $0.read && same(n, $0.id) }
    }

    private func candidates(_ n: Int64) throws -> [(id: Int64, read: Bool)] {
        defer { find.reset() }
        find.bind(n, at: 1)
        var out: [(Int64, Bool)] = []
        while try find.step() { out.append((find.integer(0), find.integer(1) != 0)) }
        return out
    }

    private func same(_ a: Int64, _ b: Int64) throws -> Bool {
        guard let first = try text(a), let second = try text(b) else { return false }
        return first.holds(second)
    }

    private func text(_ n: Int64) throws -> CopyComparison? {
        let statement = try connection.cachedStatement(
            """
            SELECT title, substr(\(StoredTexts.functionName)(body), 1, \(CopyComparison.maxCharacters))
            FROM article_text WHERE n = ?
            """)
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? CopyComparison(title: statement.text(0), body: statement.text(1)) : nil
    }
}
