internal import Database
internal import SQLite

extension AccountStore {
    /// Maximum sessions per account; the least recently used ones beyond it end.
    static let maxSessions = 100

    /// The sessions of one account, or of all accounts, most recently used first.
    ///
    /// - Throws: `noSuchAccount`.
    public func sessions(of name: String? = nil) throws(AccountError) -> [Session] {
        let oldest = now - Session.idleSeconds
        return try read { connection in
            if let name { _ = try Self.requireAccount(name, connection) }
            let rows = try connection.cachedStatement(
                """
                SELECT session.id, account.name, session.created, last_use, address, user_agent
                FROM session LEFT JOIN account ON account.id = account
                WHERE last_use > ?1 AND (?2 IS NULL OR account.name = ?2) ORDER BY last_use DESC, session.id DESC
                """)
            defer { rows.reset() }
            rows.bind(oldest, at: 1)
            rows.bind(name, at: 2)
            var sessions: [Session] = []
            while try rows.step() {
                sessions.append(
                    Session(
                        id: rows.integer(0), account: rows.textOrNil(1), created: rows.seconds(2),
                        lastUse: rows.seconds(3), address: rows.text(4), userAgent: rows.text(5)))
            }
            return sessions
        }
    }

    /// Ends one session.
    ///
    /// - Returns: false if it had already ended.
    @discardableResult
    public func endSession(_ id: Int64) throws(AccountError) -> Bool {
        try write { connection in
            try connection.run("DELETE FROM session WHERE id = ?", [.integer(id)])
            return connection.changedRows > 0
        }
    }

    /// Ends all sessions of an account.
    ///
    /// - Returns: the number of ended sessions.
    /// - Throws: `noSuchAccount`.
    @discardableResult
    public func endSessions(of name: String) throws(AccountError) -> Int {
        try write { connection in
            let id = try Self.requireAccount(name, connection)
            try connection.run("DELETE FROM session WHERE account = ?", [.integer(id)])
            return Int(connection.changedRows)
        }
    }

    /// Stores a new session.
    ///
    /// - Parameter former: the cookie of the session to replace.
    /// - Returns: the value of its cookie, and its id.
    func insertSession(
        _ account: Int64?, _ visitor: Visitor, now: Int64, replacing former: String?, _ connection: Connection
    ) throws -> (cookie: String, id: Int64) {
        let cookie = RandomSecret.session()
        if let former {
            try connection.run("DELETE FROM session WHERE hash = ?", [.blob(RandomSecret.hash(former))])
        }
        try connection.run("DELETE FROM session WHERE last_use <= ?", [.integer(now - 2 * Session.idleSeconds)])
        try connection.run(
            """
            INSERT INTO session (hash, account, created, last_use, address, user_agent) VALUES (?1, ?2, ?3, ?3, ?4, ?5)
            """,
            [
                .blob(RandomSecret.hash(cookie)), account.map { .integer($0) } ?? .null, .integer(now),
                .text(visitor.address.text), .text(visitor.userAgent),
            ])
        let id = connection.lastInsertRowID
        try connection.run(
            """
            DELETE FROM session WHERE id IN (
                SELECT id FROM session WHERE account IS ? ORDER BY last_use DESC, id DESC LIMIT -1 OFFSET ?)
            """,
            [account.map { .integer($0) } ?? .null, .integer(Int64(Self.maxSessions))])
        return (cookie, id)
    }
}
