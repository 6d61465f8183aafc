package import Articles
package import Database

/// Finds the near-duplicates that share their read state with an article, as decided by `CopyComparison`.
package struct CopyState {
    private let database: any LibraryDatabase

    package init(database: any LibraryDatabase) { self.database = database }

    private struct Candidate {
        var id: ArticleID
        /// Whether the user has read the article. False for articles that a rule marked as read.
        var isRead: Bool
        var comparison: CopyComparison
    }

    /// An article and its group of near-duplicates.
    typealias Membership = (article: ArticleID, group: Int64)

    /// The given articles that have a copy that the user has read, in ascending order.
    package func readElsewhere(_ articles: [ArticleID]) throws -> [ArticleID] {
        if articles.isEmpty { return [] }
        // Check this first: usually no copy has been read, and then no text needs to be loaded.
        let hasRead: SQL = """
            EXISTS (
                SELECT 1 FROM (
                    SELECT m.n FROM \(sql: Self.groups) m WHERE m.first = g.first ORDER BY m.n DESC LIMIT \(sql: Self.maxMembers)
                ) c
                JOIN \(rows: .article) a ON a.n = c.n WHERE c.n <> g.n AND \(sql: Self.isRead))
            """
        let memberships = try memberships(Self.memberships(of: articles) + " AND " + hasRead)
        return try copies(memberships).compactMap { n, copies in copies.contains(where: \.isRead) ? n : nil }.sorted()
    }

    /// The other copies of each article that has copies, newest first.
    package func copies(ofEach articles: [ArticleID]) throws -> [ArticleID: [ArticleID]] {
        try copies(ofEach: memberships(Self.memberships(of: articles)))
    }

    func copies(ofEach memberships: [Membership]) throws -> [ArticleID: [ArticleID]] {
        try copies(memberships).mapValues { $0.map(\.id) }
    }

    private func memberships(_ query: SQL) throws -> [Membership] {
        try database.rows(query) { ($0.integer(0), $0.integer(1)) }
    }

    /// A query whose rows are `Membership`s.
    static func memberships(of articles: [ArticleID]) -> SQL {
        "SELECT g.n, g.first FROM \(sql: groups) g WHERE g.n\(isOneOf: articles)"
    }

    /// The groups of articles. SQLite stores them with the ranking data.
    private static let groups: SQL = """
        \(sqlite: "(SELECT n, fold AS first FROM article_forward WHERE fold <> 0)", postgres: ofLibrary)
        """
    private static let ofLibrary = "(SELECT n, first FROM feedsearch.article_group WHERE library = $1 AND slot = $2)"

    /// The maximum number of articles of a group, including the article itself.
    private static let maxMembers = SQL.literal(Int64(CopyComparison.maxCandidates + 1))
    /// Rules mark articles as read only for the owner; hidden articles count as read for members.
    private static let isRead: SQL = """
        a.read AND (a.flags & \(owner: .literal(StoredFlags.muted), other: .literal(StoredFlags.hidden))) = 0
        """

    private func copies(_ memberships: [Membership]) throws -> [ArticleID: [Candidate]] {
        if memberships.isEmpty { return [:] }
        let groups = Set(memberships.map(\.group)).sorted()
        let found = try candidates(
            groups.map { "g.first = \($0) ORDER BY g.n DESC LIMIT \(sql: Self.maxMembers)" })
        let members = Dictionary(zip(groups, found)) { first, _ in first }
        var own = Dictionary(found.joined().map { ($0.id, $0.comparison) }) { first, _ in first }
        // Also load the given articles that are too old to be among the newest `maxMembers` of their group.
        let others = memberships.map(\.article).filter { own[$0] == nil }
        if !others.isEmpty {
            for article in try candidates(["g.n\(isOneOf: others)"])[0] { own[article.id] = article.comparison }
        }
        var copies: [ArticleID: [Candidate]] = [:]
        for (n, group) in memberships {
            guard let own = own[n] else { continue }
            copies[n] = (members[group] ?? []).filter { $0.id != n }.prefix(CopyComparison.maxCandidates)
                .filter { own.holds($0.comparison) }
        }
        return copies
    }

    /// - Parameter conditions: SQL conditions on the row `g` of `groups`, each of which may end with ORDER BY.
    /// - Returns: the articles that meet each condition, in the order of the conditions.
    private func candidates(_ conditions: [SQL]) throws -> [[Candidate]] {
        try database.rows(
            of: conditions.map { condition in
                """
                SELECT g.n, \(sql: Self.isRead), t.title, \(sql: StoredTextColumns.body)
                FROM \(sql: Self.groups) g JOIN \(rows: .article) a ON a.n = g.n JOIN \(rows: .articleText) t ON t.n = g.n
                WHERE \(sql: condition)
                """
            }
        ) { _, row in
            let body = try database.storedText(row, 3).prefix(CopyComparison.maxCharacters * 4)
            let characters = String(decoding: body, as: UTF8.self).unicodeScalars.prefix(CopyComparison.maxCharacters)
            return Candidate(
                id: row.integer(0), isRead: row.bool(1),
                comparison: CopyComparison(title: row.text(2), body: String(characters)))
        }
    }
}
