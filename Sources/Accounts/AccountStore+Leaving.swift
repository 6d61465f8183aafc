internal import Database

/// Removal of accounts at their own request, after a delay during which it can be cancelled.
extension AccountStore {
    /// The time between the request and the removal, in seconds.
    public static let removalSeconds: Int64 = 14 * 86_400

    /// Requests the removal of an account. All sessions end, and tokens and app passwords are refused. Blocks while the
    /// password hash is queued and computed.
    ///
    /// - Returns: the time of the removal.
    /// - Throws: `Refusal` if the password is wrong; `AccountError`.
    package func requestRemoval(of name: String, password: String, from visitor: Visitor) throws -> Int64 {
        let account = try checked(name, password, visitor)
        let time = account.removal ?? now + Self.removalSeconds
        let isStored = try write { database in
            guard try Self.isCurrent(account, database) else { return false }
            try database.run([
                .update(.account, set: "removal = coalesce(removal, \(time))", where: "id = \(account.id)"),
                .delete(from: .session, where: "account = \(account.id)"),
            ])
            try self.database.refuseProgramsBefore(.states, database)
            return true
        }
        guard isStored else { throw refuse(.unknown, .password, account.name, visitor) }
        return time
    }

    /// Cancels the removal of an account. Blocks while the password hash is queued and computed.
    ///
    /// - Throws: `Refusal` if the password is wrong; `AccountError`.
    package func cancelRemoval(of name: String, password: String, from visitor: Visitor) throws {
        let account = try checked(name, password, visitor)
        let isStored = try write { database in
            guard try Self.isCurrent(account, database) else { return false }
            try database.run(.update(.account, set: "removal = NULL", where: "id = \(account.id)"))
            return true
        }
        guard isStored else { throw refuse(.unknown, .password, account.name, visitor) }
    }

    private func checked(_ name: String, _ password: String, _ visitor: Visitor) throws -> CheckedAccount {
        switch try check(name: name, password: password, from: visitor) {
        case .right(let account): return account
        case .refused(let refusal): throw refusal
        }
    }

    /// Removes the accounts whose removal is due, with their libraries. Suspended accounts stay.
    ///
    /// - Returns: the names of the removed accounts.
    @discardableResult
    package func removeDueAccounts() throws(AccountError) -> [String] {
        let isDue: SQL = "a.removal <= \(now) AND a.suspended IS NULL"
        let due = try read { database in
            try database.rows("SELECT a.id, a.name FROM \(rows: .account) a WHERE \(sql: isDue)") { row in
                (id: row.integer(0), name: row.text(1))
            }
        }
        var removed: [String] = []
        for account in due {
            let isRemoved = try write { database in
                // The removal may have been cancelled in the meantime.
                let isStillDue = try database.hasRow(
                    "SELECT 1 FROM \(rows: .account) a WHERE a.id = \(account.id) AND \(sql: isDue)")
                guard isStillDue else { return false }
                try audit(.accountRemoved, account.name, by: account.name, database)
                try startRemovingLibrary(of: account.id, account.name, by: account.name, database)
                try removeAccount(account.id, database)
                return true
            }
            if isRemoved { removed.append(account.name) }
        }
        return removed
    }
}

/// Deletion of libraries of a host. It takes several steps, and any process can continue what another process has
/// begun.
extension AccountStore {
    private static let secondsBetweenDeletions: Int64 = 86_400

    /// Marks the library of an account for deletion, and removes everything that is stored for it with the accounts.
    func startRemovingLibrary(
        of account: Int64, _ name: String, by actor: String? = nil, _ database: any LibraryDatabase
    ) throws {
        guard let library = try Self.ownLibrary(of: account, database) else { return }
        try audit(.libraryRemoved, name, object: library.name, by: actor, database)
        try startRemoving(library.id, database)
    }

    func startRemoving(_ library: HostedLibrary.ID, _ database: any LibraryDatabase) throws {
        try endUses(of: library, by: "1 = 1", database)
        let secrets = Self.prefix(of: library)
        // "0" follows the slash at the end of the prefix in ASCII.
        let end = String(secrets.dropLast()) + "0"
        let hubs = LibraryNumber.adding(library, to: "")
        try database.run([
            .update(
                .hostedLibrary,
                set: "state = \(HostedLibrary.State.removing.rawValue), version = version + 1",
                where: "id = \(library)"),
            .delete(from: .membership, where: "hosted = \(library)"),
            .delete(from: .secret, where: "name >= \(secrets) AND name < \(end)"),
            .delete(
                from: .hubSubscription,
                where: "substr(id, 1, CAST(\(Int64(hubs.utf8.count)) AS int4)) = \(hubs)"),
        ])
    }

    /// The libraries whose data must be deleted. Those that were deleted a day ago are included once more, because a
    /// request that was running may have left files.
    public func librariesToRemove() throws(AccountError) -> [HostedLibrary] {
        let before = now - Self.secondsBetweenDeletions
        return try read { database in
            try database.rows(
                """
                SELECT \(sql: Self.hostedColumns) FROM \(rows: .hostedLibrary) l
                WHERE l.state = \(HostedLibrary.State.removing.rawValue)
                    OR (l.state = \(HostedLibrary.State.removed.rawValue) AND l.created < \(before))
                ORDER BY l.id
                """
            ) { Self.hosted($0, from: 0, owner: nil) }.compactMap(\.self)
        }
    }

    /// Records that the data of a library have been deleted.
    public func didRemove(_ library: HostedLibrary) throws(AccountError) {
        try database.write(changesCredentials: false) { database in
            if library.state == .removed {
                try database.run(
                    .update(
                        .hostedLibrary, set: "state = \(HostedLibrary.State.erased.rawValue)",
                        where: "id = \(library.id) AND state = \(HostedLibrary.State.removed.rawValue)"))
            } else {
                // From now on, `created` is the time of the deletion.
                try database.run(
                    .update(
                        .hostedLibrary,
                        set: "state = \(HostedLibrary.State.removed.rawValue), created = \(now)",
                        where: "id = \(library.id) AND state = \(HostedLibrary.State.removing.rawValue)"))
            }
        }
    }
}
