import Testing

@testable import Accounts

/// Invitations, in the database of the accounts.
@Suite struct InvitationTests {
    private let place: ServicePlace
    private let store: AccountStore

    init() throws {
        place = try ServicePlace()
        var options = ServicePlace.options
        options.actor = "root"
        store = try place.store(options)
    }

    private func join(_ secret: String, _ name: String, _ store: AccountStore) throws {
        _ = try store.join(secret, name: name, password: "a long password", from: .local) { $0 + "/feedsearch.db" }
    }

    @Test("An invitation is listed until it is used, and only its hash is stored")
    func use() throws {
        let (invitation, secret) = try store.invite(expires: place.time.now + 60)
        #expect(invitation.creator == "root")
        #expect(try store.invitations() == [invitation])
        #expect(try !place.contains(secret))
        let service = try place.store()
        try service.checkInvitation(secret, from: .local)
        let (session, library) = try service.join(
            secret, name: "ben", password: "a long password", from: .local, libraryAt: { $0 + "/feedsearch.db" })
        #expect(library?.name == "ben" && library?.state == .new)
        #expect(try service.principal(.session(session.cookie))?.account == "ben")
        #expect(try store.invitations().isEmpty)
        #expect(throws: Refusal.unknown) { try join(secret, "carla", service) }
        #expect(throws: AccountError.noSuchInvitation(invitation.id)) { try store.revokeInvitation(invitation.id) }
        let log = try store.auditLog(limit: 5).map { "\($0.actor), \($0.action.rawValue), \($0.account ?? "")" }
        #expect(log == ["invitation 1, account added, ben", "root, invitation created, "])
    }

    @Test("An account of a service with one library gets no library by an invitation")
    func oneLibrary() throws {
        let (_, secret) = try store.invite(expires: place.time.now + 60)
        let joined = try store.join(secret, name: "ben", password: "a long password", from: .local, libraryAt: nil)
        #expect(joined.library == nil)
        #expect(try store.hostedLibraries().isEmpty)
    }

    @Test("Expired and revoked invitations are refused")
    func invalid() throws {
        let (_, expired) = try store.invite(expires: place.time.now + 60)
        let (second, revoked) = try store.invite(expires: place.time.now + 600)
        try store.revokeInvitation(second.id)
        place.time.advance(60)
        for secret in [expired, revoked, ""] {
            #expect(throws: Refusal.unknown) { try join(secret, "ben", store) }
        }
        #expect(try store.invitations().isEmpty && store.accounts().isEmpty)
        // Numbers are not used again.
        #expect(try store.invite(expires: place.time.now + 60).invitation.id == 3)
    }

    @Test("A name that is taken leaves the invitation valid")
    func takenName() throws {
        try store.addAccount("ben", password: "a long password")
        let (_, secret) = try store.invite(expires: place.time.now + 60)
        #expect(throws: AccountError.accountExists("BEN")) { try join(secret, "BEN", store) }
        #expect(try store.invitations().count == 1)
        try join(secret, "carla", store)
    }
}
