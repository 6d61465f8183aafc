internal import Database
internal import SQLite

extension AccountStore {
    /// Whether there is an account. Without one, a service may only listen on this machine.
    public func hasAccounts() throws(AccountError) -> Bool {
        try read { try $0.integer("SELECT 1 FROM account LIMIT 1") != nil }
    }

    /// Whether an account with this name exists.
    public func hasAccount(_ name: String) throws(AccountError) -> Bool {
        try read { try Self.accountID(name, $0) != nil }
    }

    /// All accounts, by name.
    public func accounts() throws(AccountError) -> [Account] {
        let oldest = now - Session.idleSeconds
        return try read { connection in
            let rows = try connection.cachedStatement(
                """
                SELECT id, name, created, password_changed,
                       (SELECT count(*) FROM session WHERE account = account.id AND last_use > ?)
                FROM account ORDER BY name
                """)
            defer { rows.reset() }
            rows.bind(oldest, at: 1)
            var accounts: [Account] = []
            while try rows.step() {
                accounts.append(
                    Account(
                        id: rows.integer(0), name: rows.text(1), created: rows.seconds(2),
                        passwordChanged: rows.seconds(3), sessionCount: rows.count(4)))
            }
            return accounts
        }
    }

    /// Adds an account. Sessions started with a one-time key end when the first account is added.
    ///
    /// - Parameter allowsWeak: whether an easily guessed password is accepted.
    /// - Throws: `badName`, `badPassword`, `weakPassword` or `accountExists`.
    public func addAccount(_ name: String, password: String, allowsWeak: Bool = false) throws(AccountError) {
        try NameRules.check(name)
        try PasswordRules.check(password, for: name, allowsWeak: allowsWeak)
        // Check first, to avoid computing a hash for nothing.
        if try hasAccount(name) { throw .accountExists(name) }
        let hash = try hasher.hash(password)
        try write { connection in
            if try Self.accountID(name, connection) != nil { throw AccountError.accountExists(name) }
            try insertAccount(name, hash, connection)
        }
    }

    /// Adds the first account.
    ///
    /// - Returns: false, without a change, if there is already an account.
    /// - Throws: `badName`, `badPassword` or `weakPassword`.
    package func addFirstAccount(_ name: String, password: String) throws(AccountError) -> Bool {
        try NameRules.check(name)
        try PasswordRules.check(password, for: name)
        if try hasAccounts() { return false }
        let hash = try hasher.hash(password)
        return try write { connection in
            if try connection.integer("SELECT 1 FROM account LIMIT 1") != nil { return false }
            try insertAccount(name, hash, connection)
            return true
        }
    }

    /// Removes an account together with its app passwords and sessions.
    ///
    /// - Throws: `noSuchAccount`.
    public func removeAccount(_ name: String) throws(AccountError) {
        try write { connection in
            try connection.run("DELETE FROM account WHERE name = ?", [.text(name)])
            if connection.changedRows == 0 { throw AccountError.noSuchAccount(name) }
        }
    }

    /// Changes a password, and ends all sessions of the account.
    ///
    /// - Parameter allowsWeak: whether an easily guessed password is accepted.
    /// - Throws: `badPassword`, `weakPassword` or `noSuchAccount`.
    public func setPassword(
        of name: String, to password: String, allowsWeak: Bool = false
    ) throws(AccountError) {
        try PasswordRules.check(password, for: name, allowsWeak: allowsWeak)
        guard try hasAccount(name) else { throw .noSuchAccount(name) }
        let hash = try hasher.hash(password)
        try write { connection in
            let id = try Self.requireAccount(name, connection)
            try connection.run(
                "UPDATE account SET password = ?, password_changed = ? WHERE id = ?",
                [.text(hash), .integer(now), .integer(id)])
            try connection.run("DELETE FROM session WHERE account = ?", [.integer(id)])
        }
    }

    // MARK: -

    private func insertAccount(_ name: String, _ hash: String, _ connection: Connection) throws {
        try connection.run(
            "INSERT INTO account (name, password, created, password_changed) VALUES (?1, ?2, ?3, ?3)",
            [.text(name), .text(hash), .integer(now)])
        try connection.run("DELETE FROM session WHERE account IS NULL")
    }

    static func accountID(_ name: String, _ connection: Connection) throws -> Int64? {
        try connection.integer("SELECT id FROM account WHERE name = ?", [.text(name)])
    }

    static func requireAccount(_ name: String, _ connection: Connection) throws -> Int64 {
        guard let id = try accountID(name, connection) else { throw AccountError.noSuchAccount(name) }
        return id
    }
}
