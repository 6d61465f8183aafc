internal import Database

/// A link that lets one person create an account, become a member of a library, or both.
public struct Invitation: Sendable, Equatable {
    /// The library of a host that the person joins.
    public struct Library: Sendable, Equatable {
        public let id: HostedLibrary.ID
        public let name: String
        public let role: LibraryRole
    }

    public let id: Int64
    /// Seconds since 1970.
    public let created: Int64
    public let expires: Int64
    /// The administrator or the account that created the invitation.
    public let creator: String
    /// Nil if the invitation only creates an account.
    public let library: Library?
    /// Whether the invitation can create an account. Otherwise, only accounts of the host can accept it.
    public let createsAccount: Bool
}

/// Invitations. Only the SHA-256 of an invitation's secret is stored.
extension AccountStore {
    /// The default and the maximum lifetime of an invitation, in seconds.
    public static let (invitationSeconds, maxInvitationSeconds): (Int64, Int64) = (7 * 86_400, 90 * 86_400)

    /// The maximum number of valid invitations that the owner of a library can have created.
    public static let maxInvitationsOfOwner = 100

    /// Creates an invitation.
    ///
    /// - Parameters:
    ///   - expires: seconds since 1970.
    ///   - library: the library that the person joins; nil to only create an account.
    ///   - owner: the account that invites others to its library. Such an invitation cannot create an account. Nil for
    ///     an administrator.
    /// - Returns: the invitation and its secret, which cannot be shown again.
    /// - Throws: `libraryChanged` if the library has no owner; `tooManyInvitations`.
    public func invite(
        expires: Int64, to library: HostedLibrary? = nil, as role: LibraryRole = .reader, by owner: String? = nil
    ) throws(AccountError) -> (invitation: Invitation, secret: String) {
        precondition(role != .owner, "a library has one owner")
        precondition(owner == nil || library != nil, "only administrators let people create accounts")
        let secret = RandomSecret.session()
        let invitation = try write { database in
            if let library, try !Self.hasOwner(library.id, database) {
                throw AccountError.libraryChanged(library.name)
            }
            try database.run(.delete(from: .invitation, where: "expires <= \(now)"))
            if owner != nil, let library {
                let count = try database.integer(
                    """
                    SELECT count(*) FROM \(rows: .invitation) i
                    WHERE i.hosted = \(library.id) AND NOT i.creates_account
                    """)
                if count ?? 0 >= Self.maxInvitationsOfOwner { throw AccountError.tooManyInvitations(library.name) }
            }
            let id = try database.takeIDs(1, of: .invitation)
            let invitation = Invitation(
                id: id, created: now, expires: expires, creator: owner ?? options.actor ?? "",
                library: library.map { Invitation.Library(id: $0.id, name: $0.name, role: role) },
                createsAccount: owner == nil)
            try database.run(
                .insert(
                    into: .invitation,
                    [
                        "id": .integer(id), "hash": .bytes(RandomSecret.hash(secret)), "created": .integer(now),
                        "expires": .integer(expires), "creator": .text(invitation.creator),
                        "hosted": .integer(orNull: library?.id),
                        "role": .text(orNull: library.map { _ in role.rawValue }),
                        "creates_account": .bool(owner == nil),
                    ]))
            // Earlier programs would create an account that is not a member of the library.
            if library != nil { try self.database.refuseProgramsBefore(.invitedMembers, database) }
            let object = [String(id), library?.name, library.map { _ in role.rawValue }].compactMap(\.self)
            try audit(
                .invitationCreated, owner, object: object.joined(separator: " "), by: owner, database)
            return invitation
        }
        return (invitation, secret)
    }

    /// The invitations that are valid, oldest first.
    ///
    /// - Parameter library: the library whose owner's invitations are listed; nil for all invitations.
    public func invitations(ofOwner library: HostedLibrary.ID? = nil) throws(AccountError) -> [Invitation] {
        let condition: SQL = library.map { "i.hosted = \($0) AND NOT i.creates_account" } ?? "TRUE"
        return try read { try Self.invitations($0, where: "i.expires > \(now) AND \(sql: condition)") }
    }

    /// - Parameters:
    ///   - library: the library whose owner revokes the invitation; nil for an administrator.
    ///   - owner: the name of this owner.
    /// - Throws: `noSuchInvitation` if the invitation does not exist, or has been used.
    public func revokeInvitation(
        _ id: Int64, ofOwner library: HostedLibrary.ID? = nil, by owner: String? = nil
    ) throws(AccountError) {
        let condition: SQL = library.map { "id = \(id) AND hosted = \($0) AND NOT creates_account" } ?? "id = \(id)"
        try write { database in
            guard try database.run(.delete(from: .invitation, where: condition)) == 1 else {
                throw AccountError.noSuchInvitation(id)
            }
            try audit(.invitationRevoked, owner, object: String(id), by: owner, database)
        }
    }

    /// Checks the secret of an invitation.
    ///
    /// - Throws: `Refusal` if the invitation does not exist, or has been used or revoked, or has expired, or if its
    ///   library no longer exists.
    @discardableResult
    package func checkInvitation(_ secret: String, from visitor: Visitor) throws -> Invitation {
        guard let invitation = try read({ try validInvitation(secret, $0) }) else {
            throw refuse(.unknown, .invitation, nil, visitor)
        }
        return invitation
    }

    /// Uses up an invitation and makes an account a member of its library.
    ///
    /// - Returns: the invitation.
    /// - Throws: `Refusal` if the invitation is not valid, or has no library; `AccountError.ownsLibrary` and
    ///   `isMember`, which leave the invitation valid.
    package func accept(_ secret: String, as name: String, from visitor: Visitor) throws -> Invitation {
        let accepted: Invitation? = try write { database in
            guard let invitation = try validInvitation(secret, database), let library = invitation.library else {
                return nil
            }
            let account = try Self.requireAccount(name, database)
            switch try Self.role(of: account, in: library.id, database) {
            case .owner: throw AccountError.ownsLibrary(name)
            case let role? where role >= library.role: throw AccountError.isMember(name)
            default: break
            }
            try database.run(.delete(from: .invitation, where: "id = \(invitation.id)"))
            try insertMember(account, name, invitation, database)
            let record = SignInRecord(
                time: now, kind: .invitation, outcome: .accepted, account: name, address: visitor.address.text,
                userAgent: visitor.userAgent)
            try Self.insert([record], database)
            return invitation
        }
        guard let accepted else { throw refuse(.unknown, .invitation, nil, visitor) }
        return accepted
    }

    private func insertMember(
        _ account: Int64, _ name: String, _ invitation: Invitation, _ database: any LibraryDatabase
    ) throws {
        guard let library = invitation.library else { return }
        try database.run(
            .insert(
                into: .membership,
                [
                    "account": .integer(account), "hosted": .integer(library.id), "role": .text(library.role.rawValue),
                ], onConflict: .updates(["role"])))
        try audit(
            .libraryShared, name, object: "\(library.name) \(library.role.rawValue)",
            by: "invitation \(invitation.id)", database)
    }

    /// Creates an account with an invitation, on a host also its library, and starts a session. The invitation can be
    /// used only once. Blocks while the password hash is computed.
    ///
    /// - Parameters:
    ///   - address: returns the address of a library with this name, relative to the host; nil on a service with one
    ///     library. The library is in the state `new`.
    ///   - former: the cookie of the browser's previous session, which ends.
    /// - Throws: `Refusal` if the invitation is not valid, or if the client has tried too many names; `AccountError` as
    ///   `addAccount`.
    package func join(
        _ secret: String, name: String, password: String, from visitor: Visitor, replacing former: String? = nil,
        libraryAt address: ((String) -> String)?
    ) throws -> (session: NewSession, library: HostedLibrary?) {
        guard try checkInvitation(secret, from: visitor).createsAccount else {
            throw refuse(.unknown, .invitation, nil, visitor)
        }
        let hash: String
        do throws(AccountError) {
            hash = try newHash(name, password: password, allowsWeak: false)
        } catch AccountError.accountExists {
            throw nameIsTaken(name, visitor)
        }
        let joined: (cookie: String, id: Int64, library: HostedLibrary?)?
        do throws(AccountError) {
            joined = try write { database in
                guard let invitation = try validInvitation(secret, database), invitation.createsAccount else {
                    return nil
                }
                if try Self.accountID(name, database) != nil { throw AccountError.accountExists(name) }
                try database.run(.delete(from: .invitation, where: "id = \(invitation.id)"))
                let account = try insertAccount(name, hash, database)
                try audit(.accountAdded, name, by: "invitation \(invitation.id)", database)
                let library = try address.map { try insertLibrary(account, name, $0, database) }
                try insertMember(account, name, invitation, database)
                let record = SignInRecord(
                    time: now, kind: .invitation, outcome: .accepted, account: name, address: visitor.address.text,
                    userAgent: visitor.userAgent)
                try Self.insert([record], database)
                let session = try insertSession(account, visitor, now: now, replacing: former, database)
                return (session.cookie, session.id, library)
            }
        } catch AccountError.accountExists {
            throw nameIsTaken(name, visitor)
        }
        guard let joined else { throw refuse(.unknown, .invitation, nil, visitor) }
        return (newSession((joined.cookie, joined.id), account: name), joined.library)
    }

    /// Counts an attempt with a name that is taken. The limit prevents a client from finding out many names with one
    /// invitation.
    private func nameIsTaken(_ name: String, _ visitor: Visitor) -> any Error {
        let refusal = refuse(.unknown, .invitation, nil, visitor)
        if case .tooMany = refusal { return refusal }
        return AccountError.accountExists(name)
    }

    private func validInvitation(_ secret: String, _ database: any LibraryDatabase) throws -> Invitation? {
        let hash = RandomSecret.hash(secret)
        return try Self.invitations(database, where: "i.hash = \(hash) AND i.expires > \(now)").first
    }

    /// Reads invitations, except those to libraries that no longer exist or have no owner.
    private static func invitations(
        _ database: any LibraryDatabase, where condition: SQL
    ) throws -> [Invitation] {
        try database.rows(
            """
            SELECT i.id, i.created, i.expires, i.creator, i.creates_account, l.id, l.name, i.role
            FROM \(rows: .invitation) i
            LEFT JOIN \(rows: .hostedLibrary) l ON l.id = i.hosted AND l.state = \(HostedLibrary.State.ready.rawValue)
                AND EXISTS (SELECT 1 FROM \(rows: .membership) m
                    WHERE m.hosted = l.id AND m.role = \(HostedLibrary.ownerRole))
            WHERE \(sql: condition) AND (i.hosted IS NULL OR l.id IS NOT NULL) ORDER BY i.id
            """
        ) { row in
            let library: Invitation.Library? =
                if row.isNull(5) { nil } else {
                    LibraryRole(rawValue: row.text(7)).map {
                        Invitation.Library(id: row.integer(5), name: row.text(6), role: $0)
                    }
                }
            return Invitation(
                id: row.integer(0), created: row.seconds(1), expires: row.seconds(2), creator: row.text(3),
                library: library, createsAccount: row.bool(4))
        }
    }
}

/// Libraries of new accounts whose creation was interrupted.
extension AccountStore {
    private static let creationSeconds: Int64 = 60

    /// The libraries whose creation began at least `creationSeconds` ago and has not ended.
    package func librariesToCreate() throws(AccountError) -> [HostedLibrary] {
        let before = now - Self.creationSeconds
        return try read { database in
            try Self.hostedLibraries(
                database, where: "WHERE l.state = \(HostedLibrary.State.new.rawValue) AND l.created <= \(before)"
            ).filter { $0.owner != nil }
        }
    }
}
