internal import Database

/// The directory of a host: the libraries, and the accounts that they belong to.
///
/// It is stored with the accounts. A principal has the library of its account, which is read with the credential, so
/// that a change of the directory counts as soon as a revocation does.
extension AccountStore {
    /// The columns of `HostedLibrary` but the owner.
    static let hostedColumns: SQL = "l.id, l.name, l.address, l.version, l.state"
    private static let hostedColumnCount: Int32 = 5

    /// The library of a credential of the account `a`, if the account may use it: the library that the credential
    /// names, or the account's own.
    ///
    /// - Parameter credential: the alias of the table of the credential.
    static func joinLibrary(of credential: SQL) -> SQL {
        """
        LEFT JOIN \(rows: .membership) m ON m.account = a.id AND (
            (\(sql: credential).hosted IS NULL AND m.role = \(HostedLibrary.ownerRole)) OR m.hosted = \(sql: credential).hosted)
        LEFT JOIN \(rows: .hostedLibrary) l ON l.id = m.hosted
        """
    }

    /// - Parameter column: the first of `hostedColumns`.
    static func hosted(_ row: any DatabaseRow, from column: Int32, owner: String?) -> HostedLibrary? {
        guard !row.isNull(column), let state = HostedLibrary.State(rawValue: row.text(column + 4)) else { return nil }
        return HostedLibrary(
            id: row.integer(column), name: row.text(column + 1), address: row.text(column + 2),
            version: row.integer(column + 3), state: state, owner: owner)
    }

    /// All libraries that have not been deleted, by name.
    public func hostedLibraries() throws(AccountError) -> [HostedLibrary] {
        try read { database in
            let (removed, erased) = (HostedLibrary.State.removed.rawValue, HostedLibrary.State.erased.rawValue)
            return try Self.hostedLibraries(database, where: "WHERE l.state <> \(removed) AND l.state <> \(erased)")
        }
    }

    /// The library that an account owns.
    static func ownLibrary(of account: Int64, _ database: any LibraryDatabase) throws -> HostedLibrary? {
        try hostedLibraries(database, where: "WHERE m.account = \(account)").first
    }

    /// Whether the accounts are those of a host, so that each has a library of its own.
    public func isHost() throws(AccountError) -> Bool {
        try read { try $0.hasRow("SELECT 1 FROM \(rows: .hostedLibrary) l LIMIT 1") }
    }

    /// - Returns: nil if no library has this name.
    public func hostedLibrary(named name: String) throws(AccountError) -> HostedLibrary? {
        try read { try Self.hostedLibraries($0, where: "WHERE l.name = \(name)").first }
    }

    /// - Returns: nil if the library does not exist, has no owner, or is paused.
    public func ownedLibrary(_ id: HostedLibrary.ID) throws(AccountError) -> HostedLibrary? {
        try read { try Self.hostedLibraries($0, where: "WHERE l.id = \(id)").first { $0.owner != nil && !$0.isPaused } }
    }

    /// The library of an account; nil if it has none.
    ///
    /// - Throws: `noSuchAccount`.
    public func hostedLibrary(of account: String) throws(AccountError) -> HostedLibrary? {
        try read { database in
            let id = try Self.requireAccount(account, database)
            return try Self.ownLibrary(of: id, database)
        }
    }

    static func hostedLibraries(
        _ database: any LibraryDatabase, where condition: SQL = ""
    ) throws -> [HostedLibrary] {
        try database.rows(
            """
            SELECT \(sql: hostedColumns), a.name, a.suspended, a.removal FROM \(rows: .hostedLibrary) l
            LEFT JOIN \(rows: .membership) m ON m.hosted = l.id AND m.role = \(HostedLibrary.ownerRole)
            LEFT JOIN \(rows: .account) a ON a.id = m.account
            \(sql: condition) ORDER BY l.name
            """
        ) { row in
            var library = hosted(row, from: 0, owner: row.textOrNil(hostedColumnCount))
            library?.isPaused = !row.isNull(hostedColumnCount + 1) || !row.isNull(hostedColumnCount + 2)
            return library
        }.compactMap(\.self)
    }

    // MARK: - Changes

    /// Adds an account with a new library in one transaction. The library is in the state `new`.
    ///
    /// - Parameter address: returns the address of a library with this name, relative to the host.
    /// - Throws: as `addAccount`.
    public func addAccount(
        _ name: String, password: String, allowsWeak: Bool = false, libraryAt address: (String) -> String
    ) throws(AccountError) -> HostedLibrary {
        let hash = try newHash(name, password: password, allowsWeak: allowsWeak)
        return try write { database in
            if try Self.accountID(name, database) != nil { throw AccountError.accountExists(name) }
            let account = try insertAccount(name, hash, database)
            try audit(.accountAdded, name, database)
            return try insertLibrary(account, name, address, database)
        }
    }

    /// Gives an account that has no library a new one. The library is in the state `new`.
    ///
    /// - Throws: `noSuchAccount`; `accountExists` if the account has a library.
    public func addLibrary(
        for name: String, at address: (String) -> String
    ) throws(AccountError) -> HostedLibrary {
        try write { database in
            let account = try Self.requireAccount(name, database)
            let isOwner = try database.hasRow(
                """
                SELECT 1 FROM \(rows: .membership) m
                WHERE m.account = \(account) AND m.role = \(HostedLibrary.ownerRole)
                """)
            if isOwner { throw AccountError.accountExists(name) }
            try audit(.libraryAdded, name, database)
            return try insertLibrary(account, name, address, database)
        }
    }

    /// Gives a library that does not exist yet another name and place, because another program has taken the place.
    public func rename(
        _ library: HostedLibrary, at address: (String) -> String
    ) throws(AccountError) -> HostedLibrary {
        let name = "library-\(library.id)"
        return try change(library, to: .new, address: address(name), name: name)
    }

    /// Records that a library exists.
    @discardableResult
    public func setReady(_ library: HostedLibrary) throws(AccountError) -> HostedLibrary {
        try change(library, to: .ready)
    }

    /// Changes the row of a library.
    ///
    /// - Parameter address: the new place; nil to keep it.
    /// - Throws: `libraryChanged` if another process has changed the row in the meantime.
    @discardableResult
    public func change(
        _ library: HostedLibrary, to state: HostedLibrary.State, address: String? = nil, name: String? = nil
    ) throws(AccountError) -> HostedLibrary {
        try write { database in
            try Self.change(
                library,
                set: """
                    state = \(state.rawValue), address = \(address ?? library.address), name = \(name ?? library.name)
                    """, database)
        }
    }

    /// Changes the place of a library, and records the former one in the audit log.
    ///
    /// - Throws: `libraryChanged` if another process has changed the row in the meantime.
    @discardableResult
    public func move(_ library: HostedLibrary, to address: String) throws(AccountError) -> HostedLibrary {
        try write { database in
            let moved = try Self.change(library, set: "address = \(address)", database)
            // `formerAddress` reads this record.
            try audit(
                .libraryMoved, library.owner, object: "\(library.name) (\(library.id)): \(library.address)",
                always: true, database)
            return moved
        }
    }

    /// Renames a library. Its place, number, accounts and credentials do not change.
    ///
    /// - Throws: `badName` for a name that a host would not choose; `libraryNameTaken` if a library has or had the
    ///   name; `libraryChanged` if another process has changed the row in the meantime.
    @discardableResult
    public func rename(_ library: HostedLibrary, to name: String) throws(AccountError) -> HostedLibrary {
        guard HostedLibraryName.isPlain(name), !HostedLibraryName.isReserved(name) else { throw .badName(name) }
        return try write { database in
            let isTaken = try database.hasRow(
                "SELECT 1 FROM \(rows: .hostedLibrary) l WHERE l.name = \(name) AND l.id <> \(library.id)")
            if isTaken { throw AccountError.libraryNameTaken(name) }
            let renamed = try Self.change(library, set: "name = \(name)", database)
            try audit(.libraryRenamed, library.owner, object: "\(library.name): \(name)", database)
            return renamed
        }
    }

    /// Marks a library without an owner for deletion, and removes everything that is stored for it with the accounts.
    ///
    /// - Throws: `libraryChanged` if an account owns the library.
    public func startRemoving(_ library: HostedLibrary) throws(AccountError) {
        try write { database in
            if try Self.hasOwner(library.id, database) { throw AccountError.libraryChanged(library.name) }
            try audit(.libraryRemoved, nil, object: library.name, database)
            try startRemoving(library.id, database)
        }
    }

    /// The place from which a library was last moved; nil if it was never moved.
    public func formerAddress(of library: HostedLibrary) throws(AccountError) -> String? {
        // The number, because a library can be renamed. Records of earlier versions have only the name.
        return try read { database in
            try database.rows(
                """
                SELECT a.object FROM \(rows: .audit) a
                WHERE a.action = \(AuditRecord.Action.libraryMoved.rawValue) ORDER BY a.id DESC
                """
            ) { $0.text(0) }
        }.lazy.compactMap { Self.place($0, of: library) }.first
    }

    /// The address in a record of `move`; nil if another library was moved.
    private static func place(_ record: String, of library: HostedLibrary) -> String? {
        let parts = record.split(separator: ": ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        let isOfLibrary = parts[0].hasSuffix(" (\(library.id))") || parts[0] == library.name
        return isOfLibrary ? parts[1] : nil
    }

    /// Changes the row of a library, unless another process has changed it in the meantime.
    private static func change(
        _ library: HostedLibrary, set values: SQL, _ database: any LibraryDatabase
    ) throws -> HostedLibrary {
        let count = try database.run(
            .update(
                .hostedLibrary, set: "\(sql: values), version = version + 1",
                where: "id = \(library.id) AND version = \(library.version)"))
        guard count == 1,
            let changed = try hostedLibraries(database, where: "WHERE l.id = \(library.id)").first
        else { throw AccountError.libraryChanged(library.name) }
        return changed
    }

    func insertLibrary(
        _ account: Int64, _ accountName: String, _ address: (String) -> String, _ database: any LibraryDatabase
    ) throws -> HostedLibrary {
        let id = try database.takeIDs(1, of: .hostedLibrary)
        let name = try HostedLibraryName.name(for: accountName, id: id) { name in
            try database.hasRow(
                """
                SELECT 1 FROM \(rows: .hostedLibrary) l WHERE l.name = \(name) OR l.address = \(address(name))
                """)
        }
        let place = address(name)
        try database.run([
            .insert(
                into: .hostedLibrary,
                [
                    "id": .integer(id), "name": .text(name), "address": .text(place), "version": .integer(1),
                    "state": .text(HostedLibrary.State.new.rawValue), "created": .integer(now),
                ]),
            .insert(
                into: .membership,
                ["account": .integer(account), "hosted": .integer(id), "role": .text(HostedLibrary.ownerRole)]),
        ])
        return HostedLibrary(
            id: id, name: name, address: place, version: 1, state: .new, owner: accountName)
    }
}
