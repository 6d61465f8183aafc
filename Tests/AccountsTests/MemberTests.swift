import Testing

@testable import Accounts

/// Members of libraries and their roles.
@Suite struct MemberTests {
    private let place: ServicePlace
    private let store: AccountStore
    private let annas, bens: HostedLibrary

    init() throws {
        place = try ServicePlace()
        store = try place.store()
        let libraries = try ["anna", "ben", "carla"].map { [store] name in
            try store.setReady(store.addAccount(name, password: "long enough \(name)") { $0 + "/feedsearch.db" })
        }
        (annas, bens) = (libraries[0], libraries[1])
    }

    private func roles(of name: String) throws -> [String] {
        try store.libraries(of: name).map { "\($0.library.name) \($0.role.rawValue)" }
    }

    @Test("A library has its owner and the members with whom it is shared, each with one role")
    func sharing() throws {
        try store.share(annas, with: "ben", as: .reader)
        try store.share(annas, with: "CARLA", as: .editor)
        try store.share(annas, with: "ben", as: .editor)
        #expect(
            try store.members(of: annas.id).map { "\($0.name) \($0.role.rawValue)" } == [
                "anna owner", "ben editor", "carla editor",
            ])
        #expect(try roles(of: "ben") == ["ben owner", "anna editor"])
        #expect(throws: AccountError.ownsLibrary("anna")) { try store.share(annas, with: "anna", as: .reader) }
        #expect(throws: AccountError.noSuchAccount("eve")) { try store.share(annas, with: "eve", as: .reader) }
        try store.unshare(annas, with: "ben")
        #expect(throws: AccountError.notMember("ben")) { try store.unshare(annas, with: "ben") }
        #expect(throws: AccountError.ownsLibrary("anna")) { try store.unshare(annas, with: "anna") }
        #expect(try roles(of: "ben") == ["ben owner"])
    }

    @Test("A credential is for one library: by default the account's own, otherwise one that the account may use")
    func credentials() throws {
        let own = try store.createToken("own", scope: .read, of: "ben")
        #expect(throws: AccountError.notMember("ben")) {
            try store.createToken("x", scope: .read, of: "ben", for: annas)
        }
        #expect(throws: AccountError.notMember("ben")) {
            try store.createAppPassword(for: "ben", label: "x", in: annas)
        }
        try store.share(annas, with: "ben", as: .reader)
        let token = try store.createToken("shared", scope: .admin, of: "ben", for: annas)
        let app = try store.createAppPassword(for: "ben", label: "phone", in: annas)
        let session = try #require(try store.session("ben", "long enough ben"))
        for (credential, library, role) in [
            (Credential.bearer(own), bens.id, LibraryRole.owner), (.bearer(token), annas.id, .reader),
            (.appPassword(app), annas.id, .reader), (.session(session.cookie), bens.id, .owner),
        ] {
            let principal = try #require(try store.principal(credential))
            #expect(principal.library?.id == library && principal.membership?.role == role)
            #expect(principal.membership?.account == 2 && principal.account == "ben")
        }
        #expect(try store.setLibrary(annas.id, ofSession: session.principal.id))
        #expect(try store.principal(.session(session.cookie))?.library?.id == annas.id)
        #expect(try store.setLibrary(bens.id, ofSession: session.principal.id))
        #expect(try store.principal(.session(session.cookie))?.membership?.role == .owner)
        let carlas = try #require(try store.hostedLibrary(of: "carla"))
        #expect(try !store.setLibrary(carlas.id, ofSession: session.principal.id))
        #expect(try store.principal(.session(session.cookie))?.library?.id == bens.id)
    }

    @Test("The end of a membership revokes its credentials, ends its streams, and returns sessions to the own library")
    func ending() throws {
        try store.share(annas, with: "ben", as: .editor)
        try store.share(annas, with: "carla", as: .editor)
        let token = try store.createToken("shared", scope: .admin, of: "ben", for: annas)
        let app = try store.createAppPassword(for: "ben", label: "phone", in: annas)
        let carlas = try store.createToken("shared", scope: .admin, of: "carla", for: annas)
        let session = try #require(try store.session("ben", "long enough ben"))
        try store.setLibrary(annas.id, ofSession: session.principal.id)
        let principal = try #require(try store.principal(.session(session.cookie)))
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: [1: principal]) == [])
        try store.unshare(annas, with: "ben")
        #expect(try watch.over(of: [1: principal]) == [1])
        #expect(try store.refusal(.bearer(token)) == .revoked && store.refusal(.appPassword(app)) == .revoked)
        #expect(try store.principal(.session(session.cookie))?.library?.id == bens.id)
        #expect(try store.principal(.bearer(carlas))?.library?.id == annas.id)
    }

    @Test("A stream ends when the role of its session changes")
    func changedRole() throws {
        try store.share(annas, with: "ben", as: .editor)
        let session = try #require(try store.session("ben", "long enough ben"))
        try store.setLibrary(annas.id, ofSession: session.principal.id)
        let principal = try #require(try store.principal(.session(session.cookie)))
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: [1: principal]) == [])
        try store.share(annas, with: "ben", as: .reader)
        #expect(try watch.over(of: [1: principal]) == [1])
    }

    @Test("No member can use a library whose owner was removed, with or without the library", arguments: [true, false])
    func removedOwner(_ withLibrary: Bool) throws {
        try store.share(annas, with: "ben", as: .editor)
        let token = try store.createToken("shared", scope: .admin, of: "ben", for: annas)
        let session = try #require(try store.session("ben", "long enough ben"))
        try store.setLibrary(annas.id, ofSession: session.principal.id)
        try store.removeAccount("anna", withLibrary: withLibrary)
        #expect(try store.refusal(.bearer(token)) == .revoked)
        #expect(try store.principal(.session(session.cookie))?.library?.id == bens.id)
        #expect(try roles(of: "ben") == ["ben owner"])
        #expect(throws: AccountError.self) { try store.share(annas, with: "carla", as: .reader) }
    }

    @Test("A member who is removed leaves the library to its owner")
    func removedMember() throws {
        try store.share(annas, with: "ben", as: .editor)
        let token = try store.createToken("own", scope: .read, of: "anna")
        try store.removeAccount("ben", withLibrary: true)
        #expect(try store.members(of: annas.id).map(\.name) == ["anna"])
        #expect(try store.librariesToRemove().map(\.id) == [bens.id])
        #expect(try store.principal(.bearer(token))?.library?.id == annas.id)
    }
}
