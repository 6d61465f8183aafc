internal import Articles
internal import LibraryStorage
internal import SQLite

/// Changes what a reader keeps about articles, one by one, inside the caller's transaction; unread sums follow, and copies
/// share whether they are read.
struct StateWriter {
    private let connection: Connection
    private let copies: ArticleCopies
    private var rows: ArticleRows

    init(store: SQLiteStore) throws {
        connection = store.connection
        copies = try ArticleCopies(store: store)
        rows = try ArticleRows(connection: store.connection, texts: store.texts)
    }

    /// - Parameter isRule: nobody has read what a rule marks read, so that its copies in other feeds stay as they are.
    /// - Returns: false where nothing was to be changed.
    mutating func apply(_ change: StateChange, to n: Int64, isRule: Bool = false) throws -> Bool {
        switch change {
        case .read(let read):
            guard try setRead(read, n, isMuted: read && isRule) else { return false }
            if isRule { return true }
            for copy in try copies.copies(of: n) { _ = try setRead(read, copy) }
            return true
        case .starred(let starred):
            try connection.run(
                "UPDATE article SET starred = ?1 WHERE n = ?2 AND starred <> ?1",
                [.integer(starred ? 1 : 0), .integer(n)])
            return connection.changedRows > 0
        case .tags(let add, let remove):
            guard try connection.integer("SELECT 1 FROM article WHERE n = ?", [.integer(n)]) != nil else {
                return false
            }
            return try rows.changeOwnTags(of: n, add: add, remove: remove)
        case .hidden(let hidden):
            let bit = ArticleRows.Flags.hidden
            try connection.run(
                "UPDATE article SET flags = (flags & ~\(bit)) | ?1 WHERE n = ?2 AND (flags & \(bit)) <> ?1",
                [.integer(hidden ? bit : 0), .integer(n)])
            let changed = connection.changedRows > 0
            if hidden { _ = try setRead(true, n, isMuted: true) }
            return changed
        }
    }

    /// Marks a new article read where a copy of it was.
    func adopt(_ n: Int64) throws {
        if try copies.isRead(n) { _ = try setRead(true, n) }
    }

    private func setRead(_ read: Bool, _ n: Int64, isMuted: Bool = false) throws -> Bool {
        let bit = ArticleRows.Flags.muted
        try connection.run(
            "UPDATE article SET read = ?1, flags = (flags & ~\(bit)) | ?3 WHERE n = ?2 AND read <> ?1",
            [.integer(read ? 1 : 0), .integer(n), .integer(isMuted ? bit : 0)])
        guard connection.changedRows > 0 else { return false }
        try connection.run(
            "UPDATE feed SET unread = unread + ? WHERE id = (SELECT feed FROM article WHERE n = ?)",
            [.integer(read ? -1 : 1), .integer(n)])
        return true
    }
}
