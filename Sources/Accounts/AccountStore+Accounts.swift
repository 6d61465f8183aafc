internal import Database
internal import System

extension AccountStore {
    /// Whether any account exists. Without an account, a service may only listen on this machine.
    public func hasAccounts() throws(AccountError) -> Bool {
        try read { try Self.hasAccounts($0) }
    }

    /// Whether an account with this name exists.
    public func hasAccount(_ name: String) throws(AccountError) -> Bool {
        try read { try Self.accountID(name, $0) != nil }
    }

    /// All accounts, sorted by name.
    public func accounts() throws(AccountError) -> [Account] {
        let oldest = now - Session.idleSeconds
        return try read { database in
            try database.rows(
                """
                SELECT a.id, a.name, a.created, a.password_changed, a.suspended, a.removal,
                       (SELECT count(*) FROM \(rows: .session) s WHERE s.account = a.id AND s.last_use > \(oldest))
                FROM \(rows: .account) a ORDER BY \(sql: .byName("a.name"))
                """
            ) { row in
                Account(
                    id: row.integer(0), name: row.text(1), created: row.seconds(2), passwordChanged: row.seconds(3),
                    sessionCount: row.count(6), suspended: row.secondsOrNil(4), removal: row.secondsOrNil(5))
            }
        }
    }

    /// Adds an account. Sessions started with a one-time key end when the first account is added.
    ///
    /// - Parameter allowsWeak: whether an easily guessed password is accepted.
    /// - Throws: `badName`, `badPassword`, `weakPassword` or `accountExists`.
    public func addAccount(_ name: String, password: String, allowsWeak: Bool = false) throws(AccountError) {
        let hash = try newHash(name, password: password, allowsWeak: allowsWeak)
        try write { database in
            if try Self.accountID(name, database) != nil { throw AccountError.accountExists(name) }
            try insertAccount(name, hash, database)
            try audit(.accountAdded, name, database)
        }
    }

    /// The hash of the password of a new account.
    ///
    /// - Throws: `badName`, `badPassword`, `weakPassword` or `accountExists`.
    func newHash(_ name: String, password: String, allowsWeak: Bool) throws(AccountError) -> String {
        try NameRules.check(name)
        try PasswordRules.check(password, for: name, allowsWeak: allowsWeak)
        // Check the name before computing a password hash, which is slow.
        if try hasAccount(name) { throw .accountExists(name) }
        return try hasher.hash(password)
    }

    /// Adds the first account.
    ///
    /// - Returns: false, without making any change, if an account already exists.
    /// - Throws: `badName`, `badPassword` or `weakPassword`.
    package func addFirstAccount(_ name: String, password: String) throws(AccountError) -> Bool {
        try NameRules.check(name)
        try PasswordRules.check(password, for: name)
        if try hasAccounts() { return false }
        let hash = try hasher.hash(password)
        return try write { database in
            if try Self.hasAccounts(database) { return false }
            try insertAccount(name, hash, database)
            return true
        }
    }

    /// Removes an account together with its app passwords, tokens and sessions.
    ///
    /// - Parameter withLibrary: whether to delete the account's library on a host (`librariesToRemove`). Otherwise, the
    ///   library stays in the directory without an owner and is not served.
    /// - Throws: `noSuchAccount`.
    public func removeAccount(_ name: String, withLibrary: Bool = false) throws(AccountError) {
        try write { database in
            let id = try Self.requireAccount(name, database)
            try audit(.accountRemoved, name, database)
            if withLibrary {
                try startRemovingLibrary(of: id, name, database)
            } else if let library = try Self.ownLibrary(of: id, database) {
                // Memberships of a library without an owner could not be ended later.
                try endUses(of: library.id, by: "1 = 1", database)
                try database.run(.delete(from: .membership, where: "hosted = \(library.id)"))
            }
            try removeAccount(id, database)
        }
    }

    func removeAccount(_ id: Int64, _ database: any LibraryDatabase) throws {
        try database.run([
            .delete(from: .appPassword, where: "account = \(id)"),
            .delete(from: .session, where: "account = \(id)"),
            .delete(from: .preference, where: "account = \(id)"),
            .delete(from: .token, where: "account = \(id)"),
            .delete(from: .membership, where: "account = \(id)"),
            .delete(from: .account, where: "id = \(id)"),
        ])
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
        try write { database in
            let id = try Self.requireAccount(name, database)
            try audit(.passwordChanged, name, database)
            try database.run([
                .update(.account, set: "password = \(hash), password_changed = \(now)", where: "id = \(id)"),
                .delete(from: .session, where: "account = \(id)"),
            ])
        }
    }

    // MARK: -

    @discardableResult
    func insertAccount(_ name: String, _ hash: String, _ database: any LibraryDatabase) throws -> Int64 {
        let id = try database.takeIDs(1, of: .account)
        try database.run([
            .insert(
                into: .account,
                [
                    "id": .integer(id), "name": .text(name), "password": .text(hash), "created": .integer(now),
                    "password_changed": .integer(now),
                ]),
            .delete(from: .session, where: "account IS NULL"),
        ])
        return id
    }

    static func hasAccounts(_ database: any LibraryDatabase) throws -> Bool {
        try database.hasRow("SELECT 1 FROM \(rows: .account) a LIMIT 1")
    }

    static func accountID(_ name: String, _ database: any LibraryDatabase) throws -> Int64? {
        try database.integer("SELECT a.id FROM \(rows: .account) a WHERE \(sql: .name("a.name", is: name))")
    }

    static func requireAccount(_ name: String, _ database: any LibraryDatabase) throws -> Int64 {
        guard let id = try accountID(name, database) else { throw AccountError.noSuchAccount(name) }
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
        try read { database -> String? in
            guard let account else {
                return try database.text(
                    "SELECT p.value FROM \(rows: .preference) p WHERE p.account = 0 AND p.name = \(name)")
            }
            let values = try database.rows(
                """
                SELECT p.value FROM \(rows: .account) a
                LEFT JOIN \(rows: .preference) p ON p.account = a.id AND p.name = \(name)
                WHERE \(sql: .name("a.name", is: account))
                """
            ) { $0.textOrNil(0) }
            guard let value = values.first else { throw AccountError.noSuchAccount(account) }
            return value
        }
    }

    /// - Parameter value: the new value; an empty string removes the preference.
    package func setPreference(_ name: String, of account: String?, to value: String) throws(AccountError) {
        try database.write(changesCredentials: false) { database in
            let id = try account.map { try Self.requireAccount($0, database) } ?? 0
            if value.isEmpty {
                try database.run(.delete(from: .preference, where: "account = \(id) AND name = \(name)"))
            } else {
                try database.run(
                    .insert(
                        into: .preference, ["account": .integer(id), "name": .text(name), "value": .text(value)],
                        onConflict: .updates(["value"])))
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
        try read { database in
            try database.rows(
                """
                SELECT s.time, s.kind, s.outcome, s.account, s.address, s.user_agent FROM \(rows: .signIn) s
                ORDER BY s.id DESC LIMIT \(limit)
                """
            ) { row -> SignInRecord? in
                guard let kind = Credential.Kind(rawValue: row.text(1)),
                    let outcome = SignInRecord.Outcome(rawValue: row.text(2))
                else { return nil }
                return SignInRecord(
                    time: row.seconds(0), kind: kind, outcome: outcome, account: row.textOrNil(3),
                    address: row.text(4), userAgent: row.text(5))
            }.compactMap(\.self)
        }
    }

    /// Writes all pending entries of the log and all pending last-use times. Entries that cannot be written are
    /// dropped. Called by tests and before the process ends.
    public func flush() {
        flushing.withLock { _ in
            while true {
                let (uses, records) = pending.withLock { $0.take() }
                if uses.isEmpty, records.isEmpty { return }
                try? database.write(changesCredentials: false) { database in
                    try database.run(uses.map { Self.noting($0, $1) })
                    try Self.insert(records, database)
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

    static func insert(_ records: [SignInRecord], _ database: any LibraryDatabase) throws {
        if records.isEmpty { return }
        let first = try database.takeIDs(records.count, of: .signIn)
        let rows = records.enumerated().map { place, record -> [DatabaseValue] in
            [
                .integer(first &+ Int64(place)), .integer(record.time), .text(record.kind.rawValue),
                .text(record.outcome.rawValue), .text(orNull: record.account), .text(record.address),
                .text(record.userAgent),
            ]
        }
        try database.insert(rows, into: .signIn, Table.signIn.columns.map(\.name))
        let last = first &+ Int64(records.count) &- 1
        try database.postpone([.delete(from: .signIn, where: "id <= \(last &- maxLogLines)")])
    }

    /// The statement that stores a last-use time.
    private static func noting(_ key: UseKey, _ time: Int64) -> SQL {
        let table: Table =
            switch key.kind {
            case .token: .token
            case .appPassword: .appPassword
            case .session: .session
            }
        // Another process may have stored a later last-use time.
        return .update(
            table, set: "last_use = \(time)", where: "id = \(key.id) AND coalesce(last_use, 0) < \(time)")
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
