import Database
import System
import Testing

@testable import Accounts

@Suite struct AccountTests {
    let place: ServicePlace
    let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
    }

    @Test("An account is added, listed and removed; its name counts whatever the case of ASCII letters")
    func life() throws {
        #expect(try !store.hasAccounts())
        try store.addAccount("Anna", password: "correct horse")
        #expect(try store.hasAccounts())
        #expect(throws: AccountError.accountExists("ANNA")) {
            try store.addAccount("ANNA", password: "x", allowsWeak: true)
        }
        // Other letters are told apart.
        try store.addAccount("Ärne", password: "x", allowsWeak: true)
        try store.addAccount("ärne", password: "x", allowsWeak: true)
        #expect(try store.accounts().map(\.name).contains("Anna"))
        #expect(try store.session("anna", "correct horse")?.principal.account == "Anna")
        try store.removeAccount("aNNa")
        #expect(throws: AccountError.noSuchAccount("Anna")) { try store.removeAccount("Anna") }
        #expect(try store.refusedSignIn("Anna", "correct horse") == .unknown)
    }

    @Test(
        "Names that could be mistaken, or cannot be typed, are refused",
        arguments: [
            "", " a", "a ", "a:b", "a\nb", "a\u{0}", "a\u{7F}", "a\u{202E}b", "a\u{200B}b", "\u{2028}",
            String(repeating: "a", count: 65),
        ])
    func badNames(_ name: String) {
        #expect(throws: AccountError.badName(name)) { try store.addAccount(name, password: "x", allowsWeak: true) }
        #expect(throws: AccountError.badName(name)) { try store.createToken(name, scope: .read) }
    }

    @Test(
        "Names of other scripts, and of 64 characters, are taken",
        arguments: ["名前", "Anna Maria", String(repeating: "a", count: 64)])
    func goodNames(_ name: String) throws {
        try store.addAccount(name, password: "x", allowsWeak: true)
        #expect(try store.session(name, "x") != nil)
    }

    @Test("A password is compared byte by byte; an empty or endless one is refused")
    func passwords() throws {
        try store.addAccount("anna", password: "pass\u{0}word 密码")
        #expect(try store.session("anna", "pass\u{0}word 密码") != nil)
        for wrong in ["pass", "pass\u{0}", "Pass\u{0}word 密码", "", String(repeating: "x", count: 2_000)] {
            #expect(try store.session("anna", wrong) == nil)
        }
        #expect(throws: AccountError.badPassword) { try store.setPassword(of: "anna", to: "") }
        let long = String(repeating: "x", count: PasswordRules.maxBytes + 1)
        #expect(throws: AccountError.badPassword) { try store.setPassword(of: "anna", to: long) }
        #expect(PasswordRules.weakness("1q5x7zk", for: "anna") == .short)
    }

    @Test("Passwords are stored as Argon2id, and a name that does not exist costs the same hash")
    func sameWork() throws {
        try store.addAccount("anna", password: "secret", allowsWeak: true)
        let stored = try store.read { try $0.text("SELECT a.password FROM \(rows: .account) a") ?? "" }
        #expect(stored.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        for (name, password) in [
            ("anna", "secret"), ("anna", "wrong"), ("nobody", "secret"), ("no\u{0}body", "secret"),
        ] {
            let before = store.hasher.hashCount
            _ = try store.signIn(name: name, password: password, from: .local)
            #expect(store.hasher.hashCount == before + 1, "\(name) \(password)")
        }
    }

    @Test("The default cost is libsodium's interactive limit or more")
    func cost() {
        let cost = AccountStore.Options().passwordCost
        #expect(cost.passes >= 2 && cost.memoryBytes >= 64 << 20)
    }

    @Test("A password that was hashed at another cost is hashed anew when it is used")
    func rehash() throws {
        try store.addAccount("anna", password: "secret", allowsWeak: true)
        var options = ServicePlace.options
        options.passwordCost = PasswordCost(passes: 2, memoryBytes: 16_384)
        let dearer = try place.store(options)
        #expect(try dearer.session("anna", "secret") != nil)
        let stored = try store.read { try $0.text("SELECT a.password FROM \(rows: .account) a") ?? "" }
        #expect(stored.hasPrefix("$argon2id$v=19$m=16,t=2,p=1$"))
        #expect(try dearer.session("anna", "secret") != nil)
        #expect(try dearer.session("anna", "wrong") == nil)
        #expect(try store.sessions(of: "anna").count == 2)
    }

    @Test("A password that is changed while it is checked begins no session")
    func racingChange() throws {
        try store.addAccount("anna", password: "old", allowsWeak: true)
        let (other, time) = (store, place.time)
        // The clock is asked after the stored hash is read and before the password is hashed.
        let clock = SystemClock(
            now: { time.now },
            monotonicSeconds: {
                try? other.setPassword(of: "anna", to: "new", allowsWeak: true)
                return 0
            })
        let racing = try place.store(clock: clock)
        #expect(try racing.refusedSignIn("anna", "old") == .unknown)
        #expect(try store.sessions().isEmpty)
        #expect(try store.session("anna", "new") != nil)
    }

    @Test("A new password ends all sessions of the account, and of no other")
    func passwordChange() throws {
        try store.addAccount("anna", password: "old", allowsWeak: true)
        try store.addAccount("bob", password: "old", allowsWeak: true)
        let anna = try #require(try store.session("anna", "old"))
        let bob = try #require(try store.session("bob", "old"))
        let app = try store.createAppPassword(for: "anna", label: "phone")
        try store.setPassword(of: "ANNA", to: "new", allowsWeak: true)
        #expect(try store.refusal(.session(anna.cookie)) == .unknown)
        #expect(try store.principal(.session(bob.cookie))?.account == "bob")
        #expect(try store.principal(.appPassword(app)) != nil)
        #expect(try store.session("anna", "old") == nil)
        #expect(try store.session("anna", "new") != nil)
        #expect(throws: AccountError.noSuchAccount("eve")) {
            try store.setPassword(of: "eve", to: "new", allowsWeak: true)
        }
    }
}
