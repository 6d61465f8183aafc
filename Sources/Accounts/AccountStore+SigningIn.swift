internal import Database
internal import SQLite

extension AccountStore {
    /// Starts a session with the name and password of an account. Blocks while the password hash is queued and
    /// computed.
    ///
    /// An unknown name takes as long to refuse as a wrong password.
    ///
    /// - Parameter former: the cookie of the browser's previous session, which ends when the new session starts.
    public func signIn(
        name: String, password: String, from visitor: Visitor, replacing former: String? = nil
    ) throws(AccountError) -> SignIn {
        guard PasswordRules.isValid(password), name.utf8.count <= PasswordRules.maxBytes else {
            return .refused(refuse(.unknown, .password, nil, visitor))
        }
        let account = try read { connection -> (id: Int64, name: String, hash: String)? in
            let row = try connection.cachedStatement("SELECT id, name, password FROM account WHERE name = ?")
            defer { row.reset() }
            row.bind(name, at: 1)
            return try row.step() ? (row.integer(0), row.text(1), row.text(2)) : nil
        }
        let isThrottled = throttle.isThrottled(visitor.address, now: monotonicNow)
        let isRight = hasher.verify(password, account?.hash, for: visitor.address, isThrottled: isThrottled)
        // Too many sign-ins are waiting for a password hash.
        guard let isRight else { return .refused(.tooMany(retryAfterSeconds: 1)) }
        guard isRight, let account else {
            return .refused(refuse(.unknown, .password, account?.name, visitor))
        }
        let newHash = hasher.isOutdated(account.hash) ? try hasher.hash(password) : nil
        let session = try write { connection -> (cookie: String, id: Int64)? in
            // The password or the account may have changed while the hash was computed.
            let current = try connection.text("SELECT password FROM account WHERE id = ?", [.integer(account.id)])
            guard current == account.hash else { return nil }
            if let newHash {
                try connection.run(
                    "UPDATE account SET password = ? WHERE id = ?", [.text(newHash), .integer(account.id)])
            }
            let record = SignInRecord(
                time: now, kind: .password, outcome: .accepted, account: account.name,
                address: visitor.address.text, userAgent: visitor.userAgent)
            try Self.insert([record], connection)
            return try insertSession(account.id, visitor, now: now, replacing: former, connection)
        }
        guard let session else { return .refused(refuse(.unknown, .password, account.name, visitor)) }
        return .accepted(newSession(session, account: account.name))
    }

    /// Exchanges a one-time key for a session without an account.
    public func signIn(
        oneTimeKey presented: String, of key: OneTimeKey, from visitor: Visitor, replacing former: String? = nil
    ) throws(AccountError) -> SignIn {
        do throws(Refusal) {
            try key.take(presented)
        } catch {
            return .refused(refuse(error, .oneTimeKey, nil, visitor))
        }
        let session: (cookie: String, id: Int64)?
        do throws(AccountError) {
            session = try write { connection in
                // The key is only for the first account.
                if try connection.integer("SELECT 1 FROM account LIMIT 1") != nil { return nil }
                let record = SignInRecord(
                    time: now, kind: .oneTimeKey, outcome: .accepted, account: nil, address: visitor.address.text,
                    userAgent: visitor.userAgent)
                try Self.insert([record], connection)
                return try insertSession(nil, visitor, now: now, replacing: former, connection)
            }
        } catch {
            key.giveBack()
            throw error
        }
        guard let session else { return .refused(refuse(.revoked, .oneTimeKey, nil, visitor)) }
        return .accepted(newSession(session, account: nil))
    }

    private func newSession(_ session: (cookie: String, id: Int64), account: String?) -> NewSession {
        NewSession(
            cookie: session.cookie,
            principal: Principal(
                kind: .session, id: session.id, account: account, label: "", scope: .admin,
                csrf: CSRFSecret(sessionSecret: session.cookie)))
    }
}

extension AccountStore {
    /// Identifies the owner of a credential. Reads the database each time, so that revocations by any process take
    /// effect at once.
    ///
    /// - Complexity: one look-up by hash and one SHA-256, about 10 µs. The method returns without writing to the
    ///   disk.
    /// - Complexity: one look-up by hash and one SHA-256, about 10 µs. Use times and refusals are written after the
    ///   return.
    public func authenticate(_ credential: Credential, from visitor: Visitor) throws(AccountError) -> Authentication {
        let found =
            switch credential {
            case .bearer(let token): try token.hasPrefix(RandomSecret.tokenPrefix) ? find(token: token) : nil
            case .basic(let name, let password):
                try find(appPassword: RandomSecret.hash(typed: password), isFever: false, name: name)
            case .appPassword(let password):
                try find(appPassword: RandomSecret.hash(typed: password), isFever: false)
            case .feverKey(let key):
                try find(appPassword: RandomSecret.hash(key.lowercased()), isFever: true)
            case .readerToken(let token): try find(readerToken: token)
            case .session(let cookie): try find(session: cookie)
            }
        switch found {
        case nil: return .refused(refuse(.unknown, credential.kind, nil, visitor))
        case let found? where found.revoked != nil:
            return .refused(refuse(.revoked, credential.kind, found.principal.account, visitor))
        case let found? where found.expires.map { $0 <= now } ?? false:
            return .refused(refuse(.expired, credential.kind, found.principal.account, visitor))
        case let found?:
            noteUse(UseKey(found.principal.kind, found.principal.id), lastUse: found.lastUse, now: now)
            return .accepted(found.principal)
        }
    }

    // MARK: -

    private struct Found {
        let principal: Principal
        var expires: Int64?
        var lastUse: Int64?
        var revoked: Int64?
    }

    private func find(token: String) throws(AccountError) -> Found? {
        let hash = RandomSecret.hash(token)
        return try read { connection in
            let row = try connection.cachedStatement(
                "SELECT hash, id, name, scope, expires, last_use, revoked FROM token WHERE hash = ?")
            defer { row.reset() }
            row.bind(blob: hash.span, at: 1)
            guard try row.step(), Sodium.isEqual(row.bytes(0), hash), let scope = Scope(rawValue: row.text(3)) else {
                return nil
            }
            let principal = Principal(
                kind: .token, id: row.integer(1), account: nil, label: row.text(2), scope: scope)
            return Found(
                principal: principal, expires: row.secondsOrNil(4), lastUse: row.secondsOrNil(5),
                revoked: row.secondsOrNil(6))
        }
    }

    /// - Parameter name: the account name sent by the app; nil if the protocol sends no name.
    private func find(appPassword hash: [UInt8], isFever: Bool, name: String? = nil) throws(AccountError) -> Found? {
        try read { connection in
            let column = isFever ? "fever_hash" : "hash"
            let row = try connection.cachedStatement(
                """
                SELECT \(column), app_password.id, account.name, label, last_use, revoked
                FROM app_password JOIN account ON account.id = account WHERE \(column) = ?
                """)
            defer { row.reset() }
            row.bind(blob: hash.span, at: 1)
            guard try row.step(), Sodium.isEqual(row.bytes(0), hash) else { return nil }
            let account = row.text(2)
            if let name, !NameRules.isSame(name, account) { return nil }
            let principal = Principal(
                kind: .appPassword, id: row.integer(1), account: account, label: row.text(3), scope: .reader)
            return Found(
                principal: principal, lastUse: row.secondsOrNil(4), revoked: row.secondsOrNil(5))
        }
    }

    private func find(readerToken token: String) throws(AccountError) -> Found? {
        let parts = token.prefix(Self.maxReaderTokenBytes).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let id = Int64(parts[0]) else { return nil }
        return try read { connection in
            let row = try connection.cachedStatement(
                """
                SELECT hash, account.name, label, last_use, revoked
                FROM app_password JOIN account ON account.id = account WHERE app_password.id = ?
                """)
            defer { row.reset() }
            row.bind(id, at: 1)
            guard try row.step(), Sodium.isEqual(Array(token.utf8), Array(readerToken(id, hash: row.bytes(0)).utf8))
            else { return nil }
            let principal = Principal(
                kind: .appPassword, id: id, account: row.text(1), label: row.text(2), scope: .reader)
            return Found(principal: principal, lastUse: row.secondsOrNil(3), revoked: row.secondsOrNil(4))
        }
    }

    private func find(session cookie: String) throws(AccountError) -> Found? {
        let hash = RandomSecret.hash(cookie)
        return try read { connection in
            let row = try connection.cachedStatement(
                """
                SELECT hash, session.id, account.name, last_use FROM session LEFT JOIN account ON account.id = account
                WHERE hash = ?
                """)
            defer { row.reset() }
            row.bind(blob: hash.span, at: 1)
            guard try row.step(), Sodium.isEqual(row.bytes(0), hash) else { return nil }
            let principal = Principal(
                kind: .session, id: row.integer(1), account: row.textOrNil(2), label: "", scope: .admin,
                csrf: CSRFSecret(sessionSecret: cookie))
            let lastUse = row.seconds(3)
            return Found(principal: principal, expires: lastUse + Session.idleSeconds, lastUse: lastUse)
        }
    }

    /// Counts and logs a refused credential.
    func refuse(
        _ refusal: Refusal, _ kind: Credential.Kind, _ account: String?, _ visitor: Visitor
    ) -> Refusal {
        if let seconds = throttle.refuse(visitor.address, now: monotonicNow) {
            return .tooMany(retryAfterSeconds: seconds)
        }
        let outcome: SignInRecord.Outcome =
            switch refusal {
            case .expired: .expired
            case .revoked: .revoked
            case .unknown, .tooMany: .unknown
            }
        log(
            SignInRecord(
                time: now, kind: kind, outcome: outcome, account: account, address: visitor.address.text,
                userAgent: visitor.userAgent))
        return refusal
    }
}

extension AccountStore {
    /// Throws an error if the accounts database is missing, was replaced, or cannot be read. Otherwise requests would
    /// be refused or writes lost.
    ///
    /// - Complexity: reads the whole file, which is small.
    public func verify() throws(AccountError) {
        try read { connection in
            // Drop cached pages, which could hide damage to the file.
            try connection.execute("PRAGMA shrink_memory")
            if let problem = try connection.text("PRAGMA quick_check(1)"), problem != "ok" {
                throw AccountError.damaged(path: path, message: problem)
            }
        }
    }
}

extension AccountStore {
    /// Maximum number of sessions per account. Above it, the least recently used sessions end.
    static let maxSessions = 100

    /// The sessions of one account, or of all accounts, sorted with the most recently used first.
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
    /// - Returns: false if the session had already ended.
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
    /// - Returns: the new session's cookie value and id.
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
