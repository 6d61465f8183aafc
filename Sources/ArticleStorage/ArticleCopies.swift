internal import SQLite

/// Finds the stored copies of an article: those that a page of search folds with it (`DuplicateFolding`).
///
/// The key that near-duplicates share is indexed, so that texts are read only where keys are equal. Copies that arrive in
/// one batch see each other once their keys are written.
struct ArticleCopies {
    private let folding: DuplicateFolding
    private let find: Statement
    /// Copies of one text that are looked at; whoever posts it more often than that is not worth the time.
    private static let maxCandidates = 64

    init(store: ArticleStore) throws {
        folding = DuplicateFolding(store: store)
        find = try store.connection.prepare(
            """
            SELECT f.n, a.read AND (a.flags & \(ArticleRows.Flags.muted)) = 0 FROM article_forward f JOIN article a ON a.n = f.n
            WHERE f.fold = (SELECT fold FROM article_forward WHERE n = ?1) AND f.fold <> 0 AND f.n <> ?1
            ORDER BY f.n DESC LIMIT \(Self.maxCandidates)
            """)
    }

    /// The other copies of an article.
    func copies(of n: Int64) throws -> [Int64] {
        try candidates(n).map(\.n).filter { try folding.same(n, $0) }
    }

    /// Whether a copy of an article has been read, by a person and not by a rule.
    func isRead(_ n: Int64) throws -> Bool {
        try candidates(n).contains { try $0.read && folding.same(n, $0.n) }
    }

    private func candidates(_ n: Int64) throws -> [(n: Int64, read: Bool)] {
        defer { find.reset() }
        find.bind(n, at: 1)
        var out: [(Int64, Bool)] = []
        while try find.step() { out.append((find.integer(0), find.integer(1) != 0)) }
        return out
    }
}
