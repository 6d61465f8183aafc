import Testing

@testable import Accounts

/// Removal of accounts on their own request, and deletion of their libraries.
@Suite struct LeavingTests {
    private let place: ServicePlace
    private let store: AccountStore
    private let library: HostedLibrary

    init() throws {
        place = try ServicePlace()
        store = try place.store()
        library = try store.addAccount("anna", password: "long enough anna") { $0 + "/feedsearch.db" }
        _ = try store.addAccount("ben", password: "long enough ben") { $0 + "/feedsearch.db" }
    }

    private func request(_ password: String = "long enough anna") throws -> Int64 {
        try store.requestRemoval(of: "anna", password: password, from: .local)
    }

    @Test("A requested removal ends the sessions, refuses tokens and app passwords, and leaves only signing in")
    func requested() throws {
        let session = try #require(try store.session("anna", "long enough anna"))
        let token = try store.createToken("t", scope: .admin, of: "anna")
        let app = try store.createAppPassword(for: "anna", label: "phone")
        let token2 = try #require(try store.principal(.bearer(token)))
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: [1: session.principal, 2: token2]) == [])
        #expect(try request() == place.time.now + 14 * 86_400)
        #expect(try watch.over(of: [1: session.principal, 2: token2]) == [1, 2])
        let other = try place.store()
        for accounts in [store, other] {
            #expect(try accounts.refusal(.session(session.cookie)) == .unknown)
            #expect(try accounts.refusal(.bearer(token)) == .leaving)
            #expect(try accounts.refusal(.appPassword(app)) == .leaving)
        }
        let again = try #require(try store.session("anna", "long enough anna"))
        #expect(again.principal.removal == place.time.now + 14 * 86_400)
        #expect(try other.principal(.session(again.cookie))?.removal == again.principal.removal)
        #expect(try watch.over(of: [1: again.principal]) == [])
        #expect(try store.ownedLibrary(library.id) == nil)
        #expect(try store.hostedLibrary(of: "anna")?.isPaused == true)
        // A second request does not postpone the removal.
        place.time.advance(86_400)
        #expect(try request() == again.principal.removal)
    }

    @Test("Only the password requests and cancels a removal")
    func passwords() throws {
        #expect(throws: Refusal.unknown) { try request("wrong") }
        #expect(try store.accounts().map(\.removal) == [nil, nil])
        _ = try request()
        #expect(throws: Refusal.unknown) { try store.cancelRemoval(of: "anna", password: "x", from: .local) }
        #expect(try store.accounts().first?.removal != nil)
        let token = try store.createToken("t", scope: .admin, of: "anna")
        try store.cancelRemoval(of: "anna", password: "long enough anna", from: .local)
        #expect(try store.accounts().map(\.removal) == [nil, nil])
        #expect(try store.refusal(.bearer(token)) == nil)
        place.time.advance(15 * 86_400)
        #expect(try store.removeDueAccounts() == [])
        #expect(try store.principal(.bearer(token)) != nil)
    }

    @Test("Guesses of the password in the form are throttled as sign-ins are")
    func guesses() throws {
        for _ in 0..<10 { #expect(throws: Refusal.unknown) { try request("wrong") } }
        #expect(throws: Refusal.tooMany(retryAfterSeconds: 60)) { try request("wrong") }
        #expect(throws: Refusal.tooMany(retryAfterSeconds: 60)) {
            try store.cancelRemoval(of: "anna", password: "wrong", from: .local)
        }
    }

    @Test(
        "After 14 days, the account, its credentials and everything stored for its library are removed, and nothing of ben"
    )
    func removal() throws {
        let token = try store.createToken("t", scope: .admin, of: "anna")
        let app = try store.createAppPassword(for: "anna", label: "phone")
        let bens = try #require(try store.hostedLibrary(of: "ben"))
        var secrets: [HostedLibrary.ID: String] = [:]
        for owned in [library, bens] {
            secrets[owned.id] = try store.keepSecret("hook", for: "https://a.example", in: owned.id)
            _ = try store.renewFeedSecret(of: owned.id)
            _ = try store.addHubSubscription(
                feed: 1, url: "https://a.example/f", hub: "https://h.example", topic: "t", in: owned.id)
        }
        try store.confirmMail("me@example.org", of: "anna")
        _ = try request()
        place.time.advance(14 * 86_400 - 1)
        #expect(try store.removeDueAccounts() == [])
        place.time.advance(1)
        #expect(try store.removeDueAccounts() == ["anna"])
        #expect(try store.removeDueAccounts() == [])
        #expect(try store.accounts().map(\.name) == ["ben"])
        #expect(try store.refusal(.bearer(token)) == .unknown && store.refusal(.appPassword(app)) == .unknown)
        #expect(try store.refusedSignIn("anna", "long enough anna") == .unknown)
        #expect(try store.secret(secrets[library.id] ?? "", for: "https://a.example", in: library.id) == nil)
        #expect(try store.feedSecret(of: library.id) == nil && store.hubSubscriptions(of: library.id).isEmpty)
        #expect(try store.secret(secrets[bens.id] ?? "", for: "https://a.example", in: bens.id) == "hook")
        #expect(try store.feedSecret(of: bens.id) != nil && store.hubSubscriptions(of: bens.id).count == 1)
        #expect(try store.librariesToRemove().map(\.id) == [library.id])
        let log = try store.auditLog(limit: 9).map { "\($0.actor) \($0.action.rawValue) \($0.object ?? "")" }
        #expect(Set(log) == ["anna account removed ", "anna library removed anna"])
    }

    @Test("A suspended account is not removed until it is resumed; an administrator cancels a removal by resuming")
    func suspended() throws {
        _ = try request()
        try store.suspend("anna")
        place.time.advance(15 * 86_400)
        #expect(try store.removeDueAccounts() == [])
        try store.resume("anna")
        #expect(try store.accounts().first?.removal == place.time.now + 14 * 86_400)
        #expect(try store.removeDueAccounts() == [])
        try store.resume("anna")
        #expect(try store.accounts().first?.removal == nil)
        #expect(try store.removeDueAccounts() == [])
    }

    @Test("The name and place of a deleted library are never used again")
    func reserved() throws {
        try store.removeAccount("anna", withLibrary: true)
        let removing = try #require(try store.librariesToRemove().first)
        #expect(removing.state == .removing && removing.address == library.address)
        #expect(try store.hostedLibraries().map(\.name) == ["anna", "ben"])
        #expect(throws: AccountError.libraryChanged("anna")) { try store.setReady(library) }
        try store.didRemove(removing)
        #expect(try store.librariesToRemove() == [] && store.hostedLibraries().map(\.name) == ["ben"])
        let second = try store.addAccount("anna", password: "long enough anna") { $0 + "/feedsearch.db" }
        #expect(second.name == "library-\(second.id)" && second.id > library.id)
        // A process that was slow has no effect on the new library.
        try store.didRemove(removing)
        #expect(try store.hostedLibrary(of: "anna") == second)
        place.time.advance(86_401)
        let again = try #require(try store.librariesToRemove().first)
        #expect(again.state == .removed && again.id == library.id)
        try store.didRemove(again)
        #expect(try store.librariesToRemove() == [])
        let third = try store.addAccount("ANNA2", password: "long enough anna") { $0 + "/feedsearch.db" }
        #expect(third.id > second.id)
        try store.removeAccount("anna", withLibrary: true)
        let fourth = try store.addAccount("anna", password: "long enough anna") { $0 + "/feedsearch.db" }
        #expect(fourth.name == "library-\(fourth.id)")
        #expect(try store.hostedLibraries().map(\.name) == ["anna2", "ben", second.name, fourth.name])
    }

    @Test("Without the library, a removed account leaves it in the directory")
    func keptLibrary() throws {
        try store.removeAccount("anna")
        #expect(try store.librariesToRemove() == [])
        #expect(try store.hostedLibraries().map(\.owner) == [nil, "ben"])
    }
}
