internal import Database

/// A link that can create one account.
public struct Invitation: Sendable, Equatable {
    public let id: Int64
    /// Seconds since 1970.
    public let created: Int64
    public let expires: Int64
    /// The administrator who created the invitation.
    public let creator: String
}

/// Invitations. Only the SHA-256 of an invitation's secret is stored.
extension AccountStore {
    /// The default and the maximum lifetime of an invitation, in seconds.
    public static let (invitationSeconds, maxInvitationSeconds): (Int64, Int64) = (7 * 86_400, 90 * 86_400)

    /// Creates an invitation.
    ///
    /// - Parameter expires: seconds since 1970.
    /// - Returns: the invitation and its secret, which cannot be shown again.
    public func invite(expires: Int64) throws(AccountError) -> (invitation: Invitation, secret: String) {
        let secret = RandomSecret.session()
        let invitation = try write { database in
            let id = try database.takeIDs(1, of: .invitation)
            let invitation = Invitation(
                id: id, created: now, expires: expires, creator: options.actor ?? "")
            try database.run([
                .delete(from: .invitation, where: "expires <= \(now)"),
                .insert(
                    into: .invitation,
                    [
                        "id": .integer(id), "hash": .bytes(RandomSecret.hash(secret)), "created": .integer(now),
                        "expires": .integer(expires), "creator": .text(invitation.creator),
                    ]),
            ])
            try audit(.invitationCreated, nil, object: String(id), database)
            return invitation
        }
        return (invitation, secret)
    }

    /// The invitations that are valid, oldest first.
    public func invitations() throws(AccountError) -> [Invitation] {
        try read { try Self.invitations($0, where: "i.expires > \(now)") }
    }

    /// - Throws: `noSuchInvitation` if the invitation does not exist, or has been used.
    public func revokeInvitation(_ id: Int64) throws(AccountError) {
        try write { database in
            guard try database.run(.delete(from: .invitation, where: "id = \(id)")) == 1 else {
                throw AccountError.noSuchInvitation(id)
            }
            try audit(.invitationRevoked, nil, object: String(id), database)
        }
    }

    /// Checks the secret of an invitation.
    ///
    /// - Throws: `Refusal` if the invitation does not exist, or has been used or revoked, or has expired.
    package func checkInvitation(_ secret: String, from visitor: Visitor) throws {
        guard try read({ try validInvitation(secret, $0) }) != nil else {
            throw refuse(.unknown, .invitation, nil, visitor)
        }
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
        try checkInvitation(secret, from: visitor)
        let hash: String
        do throws(AccountError) {
            hash = try newHash(name, password: password, allowsWeak: false)
        } catch AccountError.accountExists {
            throw nameIsTaken(name, visitor)
        }
        let joined: (cookie: String, id: Int64, library: HostedLibrary?)?
        do throws(AccountError) {
            joined = try write { database in
                guard let invitation = try validInvitation(secret, database) else { return nil }
                if try Self.accountID(name, database) != nil { throw AccountError.accountExists(name) }
                try database.run(.delete(from: .invitation, where: "id = \(invitation.id)"))
                let account = try insertAccount(name, hash, database)
                try audit(.accountAdded, name, by: "invitation \(invitation.id)", database)
                let library = try address.map { try insertLibrary(account, name, $0, database) }
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

    private static func invitations(
        _ database: any LibraryDatabase, where condition: SQL
    ) throws -> [Invitation] {
        try database.rows(
            """
            SELECT i.id, i.created, i.expires, i.creator FROM \(rows: .invitation) i
            WHERE \(sql: condition) ORDER BY i.id
            """
        ) { row in
            Invitation(
                id: row.integer(0), created: row.seconds(1), expires: row.seconds(2), creator: row.text(3))
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
