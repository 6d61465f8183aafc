internal import Database

/// The states of accounts: an account can be suspended by an administrator, or wait for its removal.
extension AccountStore {
    /// Suspends an account: ends its sessions, and refuses its password, tokens and app passwords until it is resumed.
    /// On a host, its library is neither served nor refreshed meanwhile.
    ///
    /// - Returns: false if the account is suspended already.
    /// - Throws: `noSuchAccount`.
    @discardableResult
    public func suspend(_ name: String) throws(AccountError) -> Bool {
        try write { database in
            let id = try Self.requireAccount(name, database)
            let count = try database.run([
                .update(.account, set: "suspended = \(now)", where: "id = \(id) AND suspended IS NULL"),
                .delete(from: .session, where: "account = \(id)"),
            ])
            guard count.first == 1 else { return false }
            try self.database.refuseProgramsBefore(.states, database)
            try audit(.accountSuspended, name, database)
            return true
        }
    }

    /// Ends the suspension of an account or, if it is not suspended, cancels its removal. Its tokens and app passwords
    /// are valid again; its sessions have ended. If its removal was requested, the 14 days begin again, so that it can
    /// still be cancelled.
    ///
    /// - Throws: `noSuchAccount`; `notSuspended`.
    public func resume(_ name: String) throws(AccountError) {
        try write { database in
            let id = try Self.requireAccount(name, database)
            var count = try database.run(
                .update(
                    .account,
                    set: """
                        suspended = NULL,
                        removal = CASE WHEN removal IS NOT NULL THEN \(now + Self.removalSeconds) END
                        """, where: "id = \(id) AND suspended IS NOT NULL"))
            if count == 0 {
                count = try database.run(
                    .update(.account, set: "removal = NULL", where: "id = \(id) AND removal IS NOT NULL"))
            }
            guard count == 1 else { throw AccountError.notSuspended(name) }
            try audit(.accountResumed, name, database)
        }
    }
}
