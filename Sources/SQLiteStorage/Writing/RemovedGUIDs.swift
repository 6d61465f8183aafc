internal import Articles
internal import SQLite

/// Knows which articles were removed, so that a feed that still lists them does not bring them back.
struct RemovedGUIDs {
    private let connection: Connection
    private let find: Statement
    /// Mostly nothing was ever removed, and then nobody needs to look.
    private var hasAny = false

    init(connection: Connection) throws {
        self.connection = connection
        find = try connection.prepare(
            """
            SELECT 1 FROM removed_guid WHERE feed = ?1 AND guid = ?2
            UNION ALL
            SELECT 1 FROM removed_guid WHERE n = (SELECT n FROM article_alias WHERE feed = ?1 AND guid = ?2)
            """)
        try begin()
    }

    /// Called at the beginning of a transaction: another process may have removed articles since the last one.
    mutating func begin() throws {
        hasAny = try connection.integer("SELECT 1 FROM removed_guid LIMIT 1") != nil
    }

    /// Whether an article that is not stored stays so. Only a feed's document is held back; anyone who brings in articles
    /// of their own means it.
    func holdsBack(_ draft: ArticleDraft, feed: Int64) throws -> Bool {
        guard hasAny else { return false }
        find.bind(feed, at: 1)
        find.bind(draft.guid, at: 2)
        defer { find.reset() }
        guard try find.step() else { return false }
        if draft.isSnapshot { return true }
        try connection.run(
            "DELETE FROM removed_guid WHERE feed = ? AND guid = ?", [.integer(feed), .text(draft.guid)])
        return false
    }
}
