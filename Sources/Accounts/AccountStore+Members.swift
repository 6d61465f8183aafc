internal import Database

/// What an account may do in a library.
public enum LibraryRole: String, Sendable, CaseIterable, Comparable {
    /// May read, mark and star articles, and have rules that mark articles for themselves.
    case reader
    /// May also add, move and remove feeds, and change folders, tags, rules that tag, and saved searches without
    /// alerts.
    case editor
    /// May also change the settings of feeds, all other rules, channels, destinations and secrets. A library has one
    /// owner.
    case owner

    public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .reader: 0
        case .editor: 1
        case .owner: 2
        }
    }
}

/// An account that may use a library.
public struct LibraryAccount: Sendable, Equatable {
    /// The number of the account, which is never used again.
    public let account: Int64
    public let name: String
    public let role: LibraryRole
}

/// Sharing of libraries with other accounts.
extension AccountStore {
    /// The accounts that may use a library: the owner, then the others by name.
    public func members(of library: HostedLibrary.ID) throws(AccountError) -> [LibraryAccount] {
        try read { database in
            try database.rows(
                """
                SELECT a.id, a.name, m.role FROM \(rows: .membership) m JOIN \(rows: .account) a ON a.id = m.account
                WHERE m.hosted = \(library) ORDER BY m.role <> \(LibraryRole.owner.rawValue), \(sql: .byName("a.name"))
                """
            ) { row in
                LibraryRole(rawValue: row.text(2)).map {
                    LibraryAccount(account: row.integer(0), name: row.text(1), role: $0)
                }
            }.compactMap(\.self)
        }
    }

    /// The libraries that an account may use: its own, then the others by name.
    ///
    /// - Throws: `noSuchAccount`.
    public func libraries(of name: String) throws(AccountError) -> [(library: HostedLibrary, role: LibraryRole)] {
        try read { database in
            let id = try Self.requireAccount(name, database)
            return try database.rows(
                """
                SELECT \(sql: Self.hostedColumns), m.role
                FROM \(rows: .membership) m JOIN \(rows: .hostedLibrary) l ON l.id = m.hosted
                WHERE m.account = \(id) ORDER BY m.role <> \(LibraryRole.owner.rawValue), l.name
                """
            ) { row -> (library: HostedLibrary, role: LibraryRole)? in
                guard let library = Self.hosted(row, from: 0, owner: nil), let role = LibraryRole(rawValue: row.text(5))
                else { return nil }
                return (library, role)
            }.compactMap(\.self)
        }
    }

    /// Lets an account use a library that belongs to another account, or changes the role of a member.
    ///
    /// - Parameter role: `reader` or `editor`.
    /// - Throws: `noSuchAccount`; `ownsLibrary` if the account is the owner; `libraryChanged` if the library has no
    ///   owner.
    public func share(
        _ library: HostedLibrary, with name: String, as role: LibraryRole
    ) throws(AccountError) {
        precondition(role != .owner, "a library has one owner")
        try write { database in
            let id = try Self.requireAccount(name, database)
            guard try Self.hasOwner(library.id, database) else { throw AccountError.libraryChanged(library.name) }
            if try Self.role(of: id, in: library.id, database) == .owner { throw AccountError.ownsLibrary(name) }
            try self.database.refuseProgramsBefore(.states, database)
            try database.run(
                .insert(
                    into: .membership,
                    ["account": .integer(id), "hosted": .integer(library.id), "role": .text(role.rawValue)],
                    onConflict: .updates(["role"])))
            try audit(.libraryShared, name, object: "\(library.name) \(role.rawValue)", database)
        }
    }

    /// Ends the membership of an account: revokes its tokens and app passwords for the library, and returns its
    /// sessions to its own library.
    ///
    /// - Throws: `noSuchAccount`; `ownsLibrary`; `notMember`.
    public func unshare(_ library: HostedLibrary, with name: String) throws(AccountError) {
        try write { database in
            let id = try Self.requireAccount(name, database)
            switch try Self.role(of: id, in: library.id, database) {
            case .owner: throw AccountError.ownsLibrary(name)
            case nil: throw AccountError.notMember(name)
            case .reader, .editor: break
            }
            try database.run(.delete(from: .membership, where: "account = \(id) AND hosted = \(library.id)"))
            try endUses(of: library.id, by: "account = \(id)", database)
            try audit(.libraryUnshared, name, object: library.name, database)
        }
    }

    /// Makes a session use a library of its account.
    ///
    /// - Returns: false if the account is not a member of the library.
    @discardableResult
    package func setLibrary(_ library: HostedLibrary.ID, ofSession session: Int64) throws(AccountError) -> Bool {
        try write { database in
            let role = try database.text(
                """
                SELECT m.role FROM \(rows: .session) s JOIN \(rows: .membership) m ON m.account = s.account
                WHERE s.id = \(session) AND m.hosted = \(library)
                """)
            guard let role else { return false }
            let hosted: Int64? = role == LibraryRole.owner.rawValue ? nil : library
            let value = DatabaseValue.integer(orNull: hosted)
            try database.run(
                .update(.session, set: .setting("hosted", of: .session, to: value), where: "id = \(session)"))
            return true
        }
    }

    /// Revokes the tokens and app passwords of accounts for a library, and returns their sessions to their own
    /// libraries.
    ///
    /// - Parameter accounts: a condition on the accounts.
    func endUses(of library: HostedLibrary.ID, by accounts: SQL, _ database: any LibraryDatabase) throws {
        let isHeld: SQL = "hosted = \(library) AND \(sql: accounts)"
        try database.run([
            .update(.token, set: "revoked = \(now)", where: "\(sql: isHeld) AND revoked IS NULL"),
            .update(.appPassword, set: "revoked = \(now)", where: "\(sql: isHeld) AND revoked IS NULL"),
            .update(.session, set: "hosted = NULL", where: isHeld),
        ])
    }

    /// The role of an account in a library; nil if it is not a member.
    static func role(
        of account: Int64, in library: HostedLibrary.ID, _ database: any LibraryDatabase
    ) throws -> LibraryRole? {
        try database.text(
            "SELECT m.role FROM \(rows: .membership) m WHERE m.account = \(account) AND m.hosted = \(library)"
        ).flatMap(LibraryRole.init(rawValue:))
    }

    static func hasOwner(_ library: HostedLibrary.ID, _ database: any LibraryDatabase) throws -> Bool {
        try database.hasRow(
            """
            SELECT 1 FROM \(rows: .membership) m JOIN \(rows: .hostedLibrary) l ON l.id = m.hosted
            WHERE m.hosted = \(library) AND m.role = \(LibraryRole.owner.rawValue)
                AND l.state = \(HostedLibrary.State.ready.rawValue)
            """)
    }

    /// The stored form of the library of a new credential.
    ///
    /// - Returns: null for the account's own library.
    /// - Throws: `notMember`.
    func stored(
        _ library: HostedLibrary?, for account: Int64?, _ name: String?, _ database: any LibraryDatabase
    ) throws -> DatabaseValue {
        guard let library else { return .null }
        guard let account, let role = try Self.role(of: account, in: library.id, database) else {
            throw AccountError.notMember(name ?? "")
        }
        return role == .owner ? .null : .integer(library.id)
    }
}
