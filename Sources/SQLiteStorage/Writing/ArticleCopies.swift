internal import SQLite
internal import SQLiteSearch
internal import TextAnalysis

/// Finds the copies of an article that share whether they are read: of its near-duplicates (`DuplicateGroups`), those whose
/// titles are equal after folding and whose texts are equal over 200 characters or more.
///
/// Less would do to fold a page of search, but not here: nobody has seen the words that a near-duplicate has changed
/// ([decision 17](../../docs/decisions/0017-copies-share-their-read-state.md)).
struct ArticleCopies {
    private static let minCharacters = 200
    private let connection: Connection
    private let find: Statement
    /// Copies of one text that are looked at; whoever posts it more often than that is not worth the time.
    private static let maxCandidates = 64

    init(store: SQLiteStore) throws {
        connection = store.connection
        find = try store.connection.prepare(
            """
            SELECT f.n, a.read AND (a.flags & \(ArticleRows.Flags.muted)) = 0 FROM article_forward f JOIN article a ON a.n = f.n
            WHERE f.fold = (SELECT fold FROM article_forward WHERE n = ?1) AND f.fold <> 0 AND f.n <> ?1
            ORDER BY f.n DESC LIMIT \(Self.maxCandidates)
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
        return Self.key(first.title) == Self.key(second.title) && Self.same(first.body, second.body)
    }

    private func text(_ n: Int64) throws -> (title: String, body: String)? {
        let statement = try connection.cachedStatement(
            "SELECT title, substr(\(StoredTexts.functionName)(body), 1, 4000) FROM article_text WHERE n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? (statement.text(0), statement.text(1)) : nil
    }

    private static func key(_ title: String) -> String {
        String(Analyzer.shared.foldedText(title).filter { !$0.isWhitespace && !$0.isPunctuation })
    }

    /// One text begins with the other's beginning, 200 characters at least.
    private static func same(_ a: String, _ b: String) -> Bool {
        let shorter = min(a.unicodeScalars.count, b.unicodeScalars.count)
        guard shorter >= minCharacters else { return false }
        return a.unicodeScalars.prefix(shorter).elementsEqual(b.unicodeScalars.prefix(shorter))
    }
}
