internal import Database
internal import SQLite
internal import System

extension AccountStore {
    /// Whether any account exists. Without an account, a service may only listen on this machine.
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
        // Check the name first, to avoid computing a password hash in vain.
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

/// UI preferences, stored for each account.
extension AccountStore {
    /// - Parameters:
    ///   - name: the name of the preference.
    ///   - account: nil for a session started with a one-time key, and for tokens.
    /// - Returns: nil if the preference is not set.
    package func preference(_ name: String, of account: String?) throws(AccountError) -> String? {
        try read { connection in
            let id = try account.map { try Self.requireAccount($0, connection) } ?? 0
            return try connection.text(
                "SELECT value FROM preference WHERE account = ? AND name = ?", [.integer(id), .text(name)])
        }
    }

    /// - Parameter value: the new value; an empty string removes the preference.
    package func setPreference(_ name: String, of account: String?, to value: String) throws(AccountError) {
        try write { connection in
            let id = try account.map { try Self.requireAccount($0, connection) } ?? 0
            if value.isEmpty {
                try connection.run(
                    "DELETE FROM preference WHERE account = ? AND name = ?", [.integer(id), .text(name)])
            } else {
                try connection.run(
                    "INSERT OR REPLACE INTO preference (account, name, value) VALUES (?, ?, ?)",
                    [.integer(id), .text(name), .text(value)])
            }
        }
    }
}

/// The sign-in log and the last-use times of credentials, which are written in the background.
extension AccountStore {
    /// The minimum number of seconds between two updates of a last-use time.
    static let useSeconds: Int64 = 60
    /// Maximum number of entries in the sign-in log.
    static let maxLogLines: Int64 = 10_000

    /// The newest entries of the sign-in log, newest first. The log contains sign-ins and refused credentials.
    public func signInLog(limit: Int) throws(AccountError) -> [SignInRecord] {
        try read { connection in
            let rows = try connection.cachedStatement(
                """
                SELECT time, kind, outcome, account, address, user_agent FROM sign_in ORDER BY id DESC LIMIT ?
                """)
            defer { rows.reset() }
            rows.bind(Int64(limit), at: 1)
            var records: [SignInRecord] = []
            while try rows.step() {
                guard let kind = Credential.Kind(rawValue: rows.text(1)),
                    let outcome = SignInRecord.Outcome(rawValue: rows.text(2))
                else { continue }
                records.append(
                    SignInRecord(
                        time: rows.seconds(0), kind: kind, outcome: outcome, account: rows.textOrNil(3),
                        address: rows.text(4), userAgent: rows.text(5)))
            }
            return records
        }
    }

    /// Writes all pending entries of the log and all pending last-use times. Entries that cannot be written are
    /// dropped. Called by tests and before the process ends.
    public func flush() {
        flushing.withLock { _ in
            while true {
                let (uses, records) = pending.withLock { $0.take() }
                if uses.isEmpty, records.isEmpty { return }
                try? write { connection in
                    for (key, time) in uses { try Self.note(key, time, connection) }
                    try Self.insert(records, connection)
                }
            }
        }
    }

    // MARK: -

    func noteUse(_ key: UseKey, lastUse: Int64?, now: Int64) {
        if let lastUse, (0..<Self.useSeconds).contains(now - lastUse) { return }
        later { $0.add(key, at: now) }
    }

    func log(_ record: SignInRecord) { later { $0.add(record) } }

    static func insert(_ records: [SignInRecord], _ connection: Connection) throws {
        if records.isEmpty { return }
        for record in records {
            try connection.run(
                "INSERT INTO sign_in (time, kind, outcome, account, address, user_agent) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .integer(record.time), .text(record.kind.rawValue), .text(record.outcome.rawValue),
                    record.account.map { .text($0) } ?? .null, .text(record.address), .text(record.userAgent),
                ])
        }
        try connection.run(
            "DELETE FROM sign_in WHERE id <= (SELECT max(id) FROM sign_in) - ?", [.integer(maxLogLines)])
    }

    private static func note(_ key: UseKey, _ time: Int64, _ connection: Connection) throws {
        let table =
            switch key.kind {
            case .token: "token"
            case .appPassword: "app_password"
            case .session: "session"
            }
        // Another process may have stored a later last-use time.
        try connection.run(
            "UPDATE \(table) SET last_use = ?1 WHERE id = ?2 AND coalesce(last_use, 0) < ?1",
            [.integer(time), .integer(key.id)])
    }

    private func later(_ add: (inout PendingWrites) -> Void) {
        let starts = pending.withLock { pending in
            add(&pending)
            if pending.isEmpty || pending.isWriting { return false }
            pending.isWriting = options.writesInBackground
            return true
        }
        guard starts else { return }
        if !options.writesInBackground { return flush() }
        let hasStarted = BackgroundThread.start { self.drainQueue() }
        if !hasStarted { pending.withLock { $0.isWriting = false } }
    }

    private func drainQueue() {
        while true {
            flush()
            let isDone = pending.withLock { pending in
                if pending.isEmpty { pending.isWriting = false }
                return pending.isEmpty
            }
            if isDone { return }
        }
    }
}
