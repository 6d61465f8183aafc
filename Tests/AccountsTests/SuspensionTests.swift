import Testing

@testable import Accounts

/// Accounts that an administrator suspends and resumes.
@Suite struct SuspensionTests {
    private let place: ServicePlace
    private let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
        _ = try store.addAccount("anna", password: "long enough anna") { $0 + "/feedsearch.db" }
    }

    @Test("No credential of a suspended account is accepted; after it is resumed, all but its sessions are")
    func credentials() throws {
        let session = try #require(try store.session("anna", "long enough anna"))
        let token = try store.createToken("t", scope: .admin, of: "anna")
        let app = try store.createAppPassword(for: "anna", label: "phone", forFever: true)
        let principal = try #require(try store.principal(.appPassword(app)))
        let reader = try #require(try store.readerToken(of: principal))
        let other = try place.store()
        let lasting: [Credential] = [
            .bearer(token), .appPassword(app), .basic(name: "anna", password: app), .readerToken(reader),
        ]
        for credential in lasting + [.session(session.cookie)] { #expect(try other.refusal(credential) == nil) }
        try store.suspend("ANNA")
        for accounts in [store, other] {
            for credential in lasting { #expect(try accounts.refusal(credential) == .suspended, "\(credential)") }
            #expect(try accounts.refusal(.session(session.cookie)) == .unknown)
            #expect(try accounts.refusedSignIn("anna", "long enough anna") == .suspended)
        }
        #expect(try store.accounts().map(\.suspended) == [place.time.now])
        try store.resume("anna")
        for credential in lasting { #expect(try other.refusal(credential) == nil, "\(credential)") }
        #expect(try other.refusal(.session(session.cookie)) == .unknown)
        #expect(try other.session("anna", "long enough anna") != nil)
        #expect(try store.accounts().map(\.suspended) == [nil])
    }

    @Test("A wrong password does not reveal that an account is suspended")
    func wrongPassword() throws {
        try store.suspend("anna")
        #expect(try store.refusedSignIn("anna", "wrong") == .unknown)
        #expect(try store.refusedSignIn("nobody", "long enough anna") == .unknown)
    }

    @Test("Requests and streams of a suspended account end, and those of other accounts continue")
    func watch() throws {
        try store.addAccount("ben", password: "long enough ben")
        let anna = try #require(try store.session("anna", "long enough anna")).principal
        let token = try store.createToken("t", scope: .read, of: "anna")
        let app = try store.createAppPassword(for: "anna", label: "phone")
        let ben = try #require(try store.session("ben", "long enough ben")).principal
        let metrics = try #require(try store.principal(.bearer(store.createToken("m", scope: .read))))
        let principals = [
            1: anna, 2: ben, 3: try #require(try store.principal(.bearer(token))),
            4: try #require(try store.principal(.appPassword(app))), 5: metrics,
        ]
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: principals) == [])
        try store.suspend("anna")
        #expect(try watch.over(of: principals) == [1, 3, 4])
    }

    @Test("The library of a suspended account is paused, and has no address without a credential")
    func library() throws {
        let library = try #require(try store.hostedLibrary(of: "anna"))
        #expect(!library.isPaused)
        #expect(try store.ownedLibrary(library.id) != nil)
        try store.suspend("anna")
        #expect(try store.hostedLibraries().map(\.isPaused) == [true])
        #expect(try store.ownedLibrary(library.id) == nil)
        try store.resume("anna")
        #expect(try store.ownedLibrary(library.id) != nil)
    }

    @Test("An unknown account, and one that is not suspended, are errors")
    func mistakes() throws {
        #expect(throws: AccountError.noSuchAccount("eve")) { try store.suspend("eve") }
        #expect(throws: AccountError.noSuchAccount("eve")) { try store.resume("eve") }
        #expect(throws: AccountError.notSuspended("anna")) { try store.resume("anna") }
    }
}
