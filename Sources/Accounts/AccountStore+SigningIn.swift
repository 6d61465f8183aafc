internal import SQLite

extension AccountStore {
    /// Starts a session with the name and password of an account. Blocks until its password hash is computed, including
    /// the time in the queue.
    ///
    /// An unknown name takes as long as a wrong password.
    ///
    /// - Parameter former: the cookie of the browser's previous session, which ends when the new one starts.
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
        // Too many sign-ins are waiting for a hash.
        guard let isRight else { return .refused(.tooMany(retryAfterSeconds: 1)) }
        guard isRight, let account else {
            return .refused(refuse(.unknown, .password, account?.name, visitor))
        }
        let newHash = hasher.isOutdated(account.hash) ? try hasher.hash(password) : nil
        let session = try write { connection -> (cookie: String, id: Int64)? in
            // The password may have changed, or the account been removed, while the hash was computed.
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
                // An account has been added since the key was shown.
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
