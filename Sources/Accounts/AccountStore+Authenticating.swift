internal import Database
internal import SQLite

extension AccountStore {
    /// Identifies the owner of a credential. Reads the file, so that revocations by any process take effect at once.
    ///
    /// - Parameter visitor: recorded in the log of refusals.
    /// - Complexity: one look-up by hash and one SHA-256, about 10 µs. Nothing is written before it returns.
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

    /// - Parameter name: the name that the app signs in with; nil if the protocol has none.
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

    /// Counts and logs a refusal.
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
