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

    private func library(of name: String) throws -> HostedLibrary {
        try store.setReady(store.addAccount(name, password: "a long password") { $0 + "/feedsearch.db" })
    }

    private func roles(in library: HostedLibrary) throws -> [String] {
        try store.members(of: library.id).map { "\($0.name) \($0.role.rawValue)" }
    }

    @Test("An account created with an invitation to a library has its own library and is a member of the other one")
    func joinLibrary() throws {
        let anna = try library(of: "anna")
        let (invitation, secret) = try store.invite(expires: place.time.now + 60, to: anna, as: .editor)
        #expect(invitation.library == .init(id: anna.id, name: "anna", role: .editor))
        #expect(try store.invitations() == [invitation])
        try join(secret, "ben", place.store())
        #expect(try roles(in: anna) == ["anna owner", "ben editor"])
        #expect(try store.hostedLibrary(of: "ben")?.name == "ben")
        let log = try store.auditLog(limit: 3).map {
            "\($0.actor), \($0.action.rawValue), \($0.account ?? ""), \($0.object ?? "")"
        }
        #expect(
            log == [
                "invitation 1, library shared, ben, anna editor", "invitation 1, account added, ben, ",
                "root, invitation created, , 1 anna editor",
            ])
    }

    @Test("An account accepts an invitation once, keeps a higher role, and cannot join its own library")
    func accept() throws {
        let anna = try library(of: "anna")
        _ = try library(of: "ben")
        let service = try place.store()
        func invite(_ role: LibraryRole) throws -> String {
            try store.invite(expires: place.time.now + 60, to: anna, as: role).secret
        }
        let first = try invite(.reader)
        #expect(throws: AccountError.ownsLibrary("anna")) { try service.accept(first, as: "anna", from: .local) }
        #expect(try service.accept(first, as: "ben", from: .local).library?.role == .reader)
        #expect(try roles(in: anna) == ["anna owner", "ben reader"])
        #expect(throws: Refusal.unknown) { try service.accept(first, as: "ben", from: .local) }
        _ = try service.accept(invite(.editor), as: "ben", from: .local)
        #expect(try roles(in: anna) == ["anna owner", "ben editor"])
        let lower = try invite(.reader)
        #expect(throws: AccountError.isMember("ben")) { try service.accept(lower, as: "ben", from: .local) }
        #expect(try roles(in: anna) == ["anna owner", "ben editor"] && store.invitations().count == 1)
        // An invitation without a library is only for new accounts.
        let plain = try store.invite(expires: place.time.now + 60).secret
        #expect(throws: Refusal.unknown) { try service.accept(plain, as: "ben", from: .local) }
    }

    @Test("The invitation of an owner creates no account, and only the owner sees and revokes it")
    func ofOwner() throws {
        let (anna, ben) = (try library(of: "anna"), try library(of: "ben"))
        let service = try place.store()
        let (invitation, secret) = try service.invite(expires: place.time.now + 60, to: anna, by: "anna")
        #expect(invitation.creator == "anna" && !invitation.createsAccount)
        #expect(throws: Refusal.unknown) { try join(secret, "carla", service) }
        let ofAdministrator = try store.invite(expires: place.time.now + 60, to: anna).invitation
        #expect(try service.invitations(ofOwner: anna.id) == [invitation])
        #expect(try service.invitations(ofOwner: ben.id).isEmpty)
        for (id, library) in [(invitation.id, ben), (ofAdministrator.id, anna)] {
            #expect(throws: AccountError.noSuchInvitation(id)) {
                try service.revokeInvitation(id, ofOwner: library.id, by: library.name)
            }
        }
        try service.revokeInvitation(invitation.id, ofOwner: anna.id, by: "anna")
        #expect(throws: Refusal.unknown) { try service.accept(secret, as: "ben", from: .local) }
        for _ in 0..<AccountStore.maxInvitationsOfOwner {
            _ = try service.invite(expires: place.time.now + 60, to: anna, by: "anna")
        }
        #expect(throws: AccountError.tooManyInvitations("anna")) {
            try service.invite(expires: place.time.now + 60, to: anna, by: "anna")
        }
    }

    @Test("An invitation to a library that no longer has an owner is not valid")
    func removedLibrary() throws {
        let anna = try library(of: "anna")
        _ = try library(of: "ben")
        let (_, secret) = try store.invite(expires: place.time.now + 60, to: anna)
        try store.removeAccount("anna")
        #expect(try store.invitations().isEmpty)
        #expect(throws: Refusal.unknown) { try join(secret, "carla", store) }
        #expect(throws: Refusal.unknown) { try store.accept(secret, as: "ben", from: .local) }
        #expect(throws: AccountError.libraryChanged("anna")) {
            try store.invite(expires: place.time.now + 60, to: anna)
        }
    }
}
