internal import Database
internal import Formats
internal import System

extension AccountStore {
    /// Starts a session with the name and password of an account. Blocks while the password hash is queued and
    /// computed.
    ///
    /// Refusing an unknown name takes as long as refusing a wrong password.
    ///
    /// - Parameter former: the cookie of the browser's previous session, which ends when the new session starts.
    public func signIn(
        name: String, password: String, from visitor: Visitor, replacing former: String? = nil
    ) throws(AccountError) -> SignIn {
        let account: CheckedAccount
        switch try check(name: name, password: password, from: visitor) {
        case .refused(let refusal): return .refused(refusal)
        case .right(let found): account = found
        }
        let newHash = hasher.isOutdated(account.hash) ? try hasher.hash(password) : nil
        let session = try write { database -> (cookie: String, id: Int64)? in
            // The password or the account may have changed while the hash was computed.
            guard try Self.isCurrent(account, database) else { return nil }
            if let newHash {
                try database.run(.update(.account, set: "password = \(newHash)", where: "id = \(account.id)"))
            }
            let record = SignInRecord(
                time: now, kind: .password, outcome: .accepted, account: account.name,
                address: visitor.address.text, userAgent: visitor.userAgent)
            try Self.insert([record], database)
            return try insertSession(account.id, visitor, now: now, replacing: former, database)
        }
        guard let session else { return .refused(refuse(.unknown, .password, account.name, visitor)) }
        return .accepted(newSession(session, account: account.name, removal: account.removal))
    }

    /// An account whose password was verified.
    struct CheckedAccount {
        var id: Int64
        var name: String
        var hash: String
        var removal: Int64?
    }

    enum PasswordCheck {
        case right(CheckedAccount)
        case refused(Refusal)
    }

    /// Checks the name and the password of an account. Blocks while the password hash is queued and computed.
    func check(name: String, password: String, from visitor: Visitor) throws(AccountError) -> PasswordCheck {
        guard PasswordRules.isValid(password), name.utf8.count <= PasswordRules.maxBytes else {
            return .refused(refuse(.unknown, .password, nil, visitor))
        }
        let found = try read { database in
            try database.first(
                """
                SELECT a.id, a.name, a.password, a.suspended, a.removal FROM \(rows: .account) a
                WHERE \(sql: .name("a.name", is: name))
                """
            ) { row in
                (
                    account: CheckedAccount(
                        id: row.integer(0), name: row.text(1), hash: row.text(2), removal: row.secondsOrNil(4)),
                    isSuspended: !row.isNull(3)
                )
            }
        }
        let isThrottled = throttle.isThrottled(visitor.address, now: monotonicNow)
        let isRight = hasher.verify(password, found?.account.hash, for: visitor.address, isThrottled: isThrottled)
        // Too many sign-ins are waiting for a password hash.
        guard let isRight else { return .refused(.tooMany(retryAfterSeconds: 1)) }
        guard isRight, let found else {
            return .refused(refuse(.unknown, .password, found?.account.name, visitor))
        }
        // Only a client with the right password learns that the account is suspended.
        if found.isSuspended { return .refused(refuse(.suspended, .password, found.account.name, visitor)) }
        return .right(found.account)
    }

    /// Whether the password of an account has not changed since it was verified, and the account is not suspended.
    static func isCurrent(_ account: CheckedAccount, _ database: any LibraryDatabase) throws -> Bool {
        try database.text(
            "SELECT a.password FROM \(rows: .account) a WHERE a.id = \(account.id) AND a.suspended IS NULL"
        ) == account.hash
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
            session = try write { database in
                // The key may be used only before the first account exists.
                if try Self.hasAccounts(database) { return nil }
                let record = SignInRecord(
                    time: now, kind: .oneTimeKey, outcome: .accepted, account: nil, address: visitor.address.text,
                    userAgent: visitor.userAgent)
                try Self.insert([record], database)
                return try insertSession(nil, visitor, now: now, replacing: former, database)
            }
        } catch {
            key.giveBack()
            throw error
        }
        guard let session else { return .refused(refuse(.revoked, .oneTimeKey, nil, visitor)) }
        return .accepted(newSession(session, account: nil))
    }

    func newSession(
        _ session: (cookie: String, id: Int64), account: String?, removal: Int64? = nil
    ) -> NewSession {
        NewSession(
            cookie: session.cookie,
            principal: Principal(
                kind: .session, id: session.id, account: account, label: "", scope: .admin,
                csrf: CSRFSecret(sessionSecret: session.cookie), removal: removal))
    }
}

extension AccountStore {
    /// Identifies the owner of a credential. An accounts file is read each time, so revocations by any process take
    /// effect at once; with a server, they take effect within `maxCacheSeconds`.
    ///
    /// - Complexity: one look-up by hash and one SHA-256, about 10 µs; with a server, at most one round trip. Last-use
    ///   times and refusals are written later.
    /// - Throws: `AccountError`, such as `unavailable` if a server does not respond.
    public func authenticate(_ credential: Credential, from visitor: Visitor) throws(AccountError) -> Authentication {
        switch try find(credential) {
        case nil:
            // While a library is removed, its credentials are unknown. That is not the client's mistake.
            if database.isRemote { try database.verify() }
            return .refused(refuse(.unknown, credential.kind, nil, visitor))
        case let found? where found.revoked != nil:
            return .refused(refuse(.revoked, credential.kind, found.principal.account, visitor))
        case let found? where found.expires.map { $0 <= now } ?? false:
            return .refused(refuse(.expired, credential.kind, found.principal.account, visitor))
        case let found? where found.closed != nil:
            return .refused(refuse(found.closed ?? .unknown, credential.kind, found.principal.account, visitor))
        case let found?:
            noteUse(UseKey(found.principal.kind, found.principal.id), lastUse: found.lastUse, now: now)
            return .accepted(found.principal)
        }
    }

    /// The principal of a credential that is in the memory of this process and may be used without asking the server.
    ///
    /// Never waits, so that valid clients are served while others wait for the server or for password hashes.
    public func knownPrincipal(of credential: Credential) -> Principal? {
        guard database.isRemote else { return nil }
        let cached = found.withLock {
            $0.found(credential.cacheKey, now: monotonicNow, maxAge: options.maxCacheSeconds)
        }
        guard let cached, cached.revoked == nil, cached.expires.map({ $0 > now }) ?? true else { return nil }
        noteUse(UseKey(cached.principal.kind, cached.principal.id), lastUse: cached.lastUse, now: now)
        return cached.principal
    }

    /// Whether further wrong credentials from an address get 429, because it has sent too many.
    public func isThrottled(_ address: PeerAddress) -> Bool {
        throttle.isThrottled(address, now: monotonicNow)
    }

    // MARK: -

    private func find(_ credential: Credential) throws(AccountError) -> FoundCredential? {
        guard database.isRemote else { return try lookUp(credential) }
        let key = credential.cacheKey
        let began = monotonicNow
        let (known, forgotten) = found.withLock {
            ($0.found(key, now: began, maxAge: options.maxCacheSeconds), $0.forgotten)
        }
        if let known { return known }
        guard let found = try lookUp(credential) else { return nil }
        self.found.withLock { $0.keep(found, as: key, began: began, forgotten: forgotten) }
        return found
    }

    private func lookUp(_ credential: Credential) throws(AccountError) -> FoundCredential? {
        switch credential {
        case .bearer(let token): try token.hasPrefix(RandomSecret.tokenPrefix) ? find(token: token) : nil
        case .basic(let name, let password):
            try find(appPassword: RandomSecret.hash(typed: password), isFever: false, name: name)
        case .appPassword(let password): try find(appPassword: RandomSecret.hash(typed: password), isFever: false)
        case .feverKey(let key): try find(appPassword: RandomSecret.hash(key.lowercased()), isFever: true)
        case .readerToken(let token): try find(readerToken: token)
        case .session(let cookie): try find(session: cookie)
        }
    }

    private func find(token: String) throws(AccountError) -> FoundCredential? {
        let hash = RandomSecret.hash(token)
        return try read { database in
            try database.first(
                """
                SELECT t.hash, t.id, t.name, t.scope, t.expires, t.last_use, t.revoked, \(sql: .changeNumber),
                       a.name, \(sql: Self.hostedColumns), \(sql: Self.stateColumns)
                FROM \(rows: .token) t LEFT JOIN \(rows: .account) a ON a.id = t.account
                \(sql: Self.joinLibrary(of: "t")) WHERE t.hash = \(hash)
                """
            ) { row -> FoundCredential? in
                guard Sodium.isEqual(row.bytes(0), hash), let scope = Scope(rawValue: row.text(3)) else { return nil }
                return FoundCredential(
                    principal: Principal(
                        kind: .token, id: row.integer(1), account: row.textOrNil(8), label: row.text(2), scope: scope,
                        library: Self.hosted(row, from: 9, owner: row.textOrNil(8)),
                        membership: Self.membership(row, from: 14)),
                    change: row.integer(7), expires: row.secondsOrNil(4), lastUse: row.secondsOrNil(5),
                    revoked: row.secondsOrNil(6), closed: Self.closed(row, from: 14))
            } ?? nil
        }
    }

    /// - Parameter name: the account name sent by the app; nil if the protocol sends no name.
    private func find(
        appPassword hash: [UInt8], isFever: Bool, name: String? = nil
    ) throws(AccountError) -> FoundCredential? {
        try read { database in
            let column: SQL = isFever ? "p.fever_hash" : "p.hash"
            return try database.first(
                """
                SELECT \(sql: column), p.id, a.name, p.label, p.last_use, p.revoked, \(sql: .changeNumber),
                       \(sql: Self.hostedColumns), \(sql: Self.stateColumns)
                FROM \(rows: .appPassword) p JOIN \(rows: .account) a ON a.id = p.account
                \(sql: Self.joinLibrary(of: "p")) WHERE \(sql: column) = \(hash)
                """
            ) { row -> FoundCredential? in
                guard Sodium.isEqual(row.bytes(0), hash) else { return nil }
                if let name, !NameRules.isSame(name, row.text(2)) { return nil }
                return Self.found(appPassword: row.integer(1), row, from: 2)
            } ?? nil
        }
    }

    private func find(readerToken token: String) throws(AccountError) -> FoundCredential? {
        let parts = token.prefix(Self.maxReaderTokenBytes).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let id = Int64(parts[0]) else { return nil }
        return try read { database in
            try database.first(
                """
                SELECT p.hash, a.name, p.label, p.last_use, p.revoked, \(sql: .changeNumber),
                       \(sql: Self.hostedColumns), \(sql: Self.stateColumns)
                FROM \(rows: .appPassword) p JOIN \(rows: .account) a ON a.id = p.account
                \(sql: Self.joinLibrary(of: "p")) WHERE p.id = \(id)
                """
            ) { row -> FoundCredential? in
                let right = readerToken(id, hash: row.bytes(0))
                guard Sodium.isEqual(Array(token.utf8), Array(right.utf8)) else { return nil }
                return Self.found(appPassword: id, row, from: 1)
            } ?? nil
        }
    }

    /// - Parameter column: the column of the account's name. It is followed by the columns for the label, last use,
    ///   revocation, change number, library and state.
    private static func found(appPassword id: Int64, _ row: any DatabaseRow, from column: Int32) -> FoundCredential {
        FoundCredential(
            principal: Principal(
                kind: .appPassword, id: id, account: row.text(column), label: row.text(column + 1), scope: .reader,
                library: hosted(row, from: column + 5, owner: row.text(column)),
                membership: membership(row, from: column + 10)),
            change: row.integer(column + 4), lastUse: row.secondsOrNil(column + 2),
            revoked: row.secondsOrNil(column + 3), closed: closed(row, from: column + 10))
    }

    private func find(session cookie: String) throws(AccountError) -> FoundCredential? {
        let hash = RandomSecret.hash(cookie)
        return try read { database in
            try database.first(
                """
                SELECT s.hash, s.id, a.name, s.last_use, \(sql: .changeNumber), \(sql: Self.hostedColumns),
                       \(sql: Self.stateColumns)
                FROM \(rows: .session) s LEFT JOIN \(rows: .account) a ON a.id = s.account
                \(sql: Self.joinLibrary(of: "s")) WHERE s.hash = \(hash)
                """
            ) { row -> FoundCredential? in
                guard Sodium.isEqual(row.bytes(0), hash) else { return nil }
                let lastUse = row.seconds(3)
                return FoundCredential(
                    principal: Principal(
                        kind: .session, id: row.integer(1), account: row.textOrNil(2), label: "", scope: .admin,
                        csrf: CSRFSecret(sessionSecret: cookie),
                        library: Self.hosted(row, from: 5, owner: row.textOrNil(2)), removal: row.secondsOrNil(11),
                        membership: Self.membership(row, from: 10)),
                    change: row.integer(4), expires: lastUse + Session.idleSeconds, lastUse: lastUse,
                    closed: row.isNull(10) ? nil : .suspended)
            } ?? nil
        }
    }

    /// The columns of the state of an account `a` and of its membership `m`. The last column is true if the owner of
    /// a shared library is suspended or leaving.
    private static let stateColumns: SQL = """
        a.suspended, a.removal, m.role, a.id, m.role <> \(HostedLibrary.ownerRole) AND NOT EXISTS (
            SELECT 1 FROM \(rows: .membership) w JOIN \(rows: .account) o ON o.id = w.account
            WHERE w.hosted = m.hosted AND w.role = \(HostedLibrary.ownerRole)
            AND o.suspended IS NULL AND o.removal IS NULL)
        """

    /// The membership that lets a credential use its library.
    ///
    /// - Parameter column: the first of `stateColumns`.
    private static func membership(_ row: any DatabaseRow, from column: Int32) -> Principal.Membership? {
        guard let role = row.textOrNil(column + 2).flatMap(LibraryRole.init(rawValue:)) else { return nil }
        return Principal.Membership(
            account: row.integer(column + 3), role: role, isPaused: role != .owner && row.bool(column + 4))
    }

    /// Why a token or an app password of the account is refused; nil if it is not.
    ///
    /// - Parameter column: the first of `stateColumns`.
    private static func closed(_ row: any DatabaseRow, from column: Int32) -> Refusal? {
        if !row.isNull(column) { return .suspended }
        return row.isNull(column + 1) ? nil : .leaving
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
            case .suspended, .leaving: .suspended
            case .unknown, .tooMany: .unknown
            }
        log(
            SignInRecord(
                time: now, kind: kind, outcome: outcome, account: account, address: visitor.address.text,
                userAgent: visitor.userAgent))
        return refusal
    }
}

extension Credential {
    /// A hash that identifies a credential without containing it.
    fileprivate var cacheKey: [UInt8] {
        let (kind, name, secret) =
            switch self {
            case .bearer(let token): ("bearer", "", token)
            case .basic(let name, let password): ("basic", name, password)
            case .appPassword(let password): ("app password", "", password)
            case .feverKey(let key): ("fever", "", key)
            case .readerToken(let token): ("reader", "", token)
            case .session(let cookie): ("session", "", cookie)
            }
        // Include the length of the name, so that name and secret cannot be split differently.
        return SHA256.hash(Array("\(kind) \(name.utf8.count) \(name) \(secret)".utf8))
    }
}

extension AccountStore {
    /// The maximum number of sessions per account. If there are more, the least recently used sessions end.
    static let maxSessions = 100

    /// The sessions of one account, or of all accounts, with the most recently used first.
    ///
    /// - Throws: `noSuchAccount`.
    public func sessions(of name: String? = nil) throws(AccountError) -> [Session] {
        let oldest = now - Session.idleSeconds
        return try read { database in
            let id = try name.map { try Self.requireAccount($0, database) }
            return try database.rows(
                """
                SELECT s.id, a.name, s.created, s.last_use, s.address, s.user_agent
                FROM \(rows: .session) s LEFT JOIN \(rows: .account) a ON a.id = s.account
                WHERE s.last_use > \(oldest)\(sql: id.map { " AND s.account = \($0)" } ?? "")
                ORDER BY s.last_use DESC, s.id DESC
                """
            ) { row in
                Session(
                    id: row.integer(0), account: row.textOrNil(1), created: row.seconds(2), lastUse: row.seconds(3),
                    address: row.text(4), userAgent: row.text(5))
            }
        }
    }

    /// Ends one session.
    ///
    /// - Returns: false if the session had already ended.
    @discardableResult
    public func endSession(_ id: Int64) throws(AccountError) -> Bool {
        try write { try $0.run(.delete(from: .session, where: "id = \(id)")) > 0 }
    }

    /// Ends all sessions of an account.
    ///
    /// - Returns: the number of ended sessions.
    /// - Throws: `noSuchAccount`.
    @discardableResult
    public func endSessions(of name: String) throws(AccountError) -> Int {
        try write { database in
            let id = try Self.requireAccount(name, database)
            try audit(.sessionsEnded, name, database)
            return try database.run(.delete(from: .session, where: "account = \(id)"))
        }
    }

    /// Stores a new session.
    ///
    /// - Parameter former: the cookie of the session to replace.
    /// - Returns: the new session's cookie value and id.
    func insertSession(
        _ account: Int64?, _ visitor: Visitor, now: Int64, replacing former: String?, _ database: any LibraryDatabase
    ) throws -> (cookie: String, id: Int64) {
        let cookie = RandomSecret.session()
        let id = try database.takeIDs(1, of: .session)
        var statements: [SQL] = []
        if let former { statements.append(.delete(from: .session, where: "hash = \(RandomSecret.hash(former))")) }
        let owner: SQL = account.map { "account = \($0)" } ?? "account IS NULL"
        statements += [
            .delete(from: .session, where: "last_use <= \(now - 2 * Session.idleSeconds)"),
            .insert(
                into: .session,
                [
                    "id": .integer(id), "hash": .bytes(RandomSecret.hash(cookie)),
                    "account": .integer(orNull: account), "created": .integer(now), "last_use": .integer(now),
                    "address": .text(visitor.address.text), "user_agent": .text(visitor.userAgent),
                ]),
            .delete(
                from: .session,
                where: """
                    id IN (SELECT s.id FROM \(rows: .session) s WHERE s.\(sql: owner)
                        ORDER BY s.last_use DESC, s.id DESC LIMIT \(sqlite: "-1", postgres: "ALL") OFFSET \(Self.maxSessions))
                    """),
        ]
        try database.run(statements)
        return (cookie, id)
    }
}
