import Testing

@testable import Accounts

@Suite struct SessionTests {
    let place: ServicePlace
    let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
        try store.addAccount("anna", password: "secret", allowsWeak: true)
    }

    @Test("Each sign-in begins a session of its own, listed with its browser, and ended one by one or all together")
    func life() throws {
        let browser = Visitor(
            PeerAddress("2001:db8::7"), userAgent: "Firefox\u{1B}[2J\u{202E}" + String(repeating: "x", count: 500))
        let first = try #require(try store.session("anna", "secret", from: browser))
        place.time.advance(1)
        let second = try #require(try store.session("anna", "secret"))
        #expect(first.cookie != second.cookie && first.cookie.utf8.count == 43)
        #expect(try store.principal(.session(first.cookie))?.scope == .admin)
        let sessions = try store.sessions(of: "anna")
        #expect(sessions.map(\.id) == [second.principal.id, first.principal.id])
        #expect(sessions[1].address == "2001:db8::7" && sessions[1].userAgent.utf8.count == 200)
        #expect(sessions[1].userAgent.hasPrefix("Firefox?[2J???"))
        #expect(try store.endSession(first.principal.id))
        #expect(try !store.endSession(first.principal.id))
        #expect(try store.refusal(.session(first.cookie)) == .unknown)
        #expect(try store.endSessions(of: "ANNA") == 1)
        #expect(try store.refusal(.session(second.cookie)) == .unknown)
        #expect(try store.accounts().map(\.sessionCount) == [0])
    }

    @Test("A session is over after 30 days without a request, and not before")
    func idle() throws {
        let session = try #require(try store.session("anna", "secret"))
        for _ in 0..<4 {
            place.time.advance(Session.idleSeconds - 1)
            #expect(try store.refusal(.session(session.cookie)) == nil)
        }
        place.time.advance(Session.idleSeconds)
        #expect(try store.refusal(.session(session.cookie)) == .expired)
        #expect(try store.sessions().isEmpty)
    }

    @Test("Secrets do not show when values are printed")
    func printed() throws {
        let session = try #require(try store.session("anna", "secret"))
        for text in [
            "\(session)", String(reflecting: session), "\(Credential.session(session.cookie))",
            String(reflecting: [Credential.session(session.cookie)]),
        ] {
            #expect(!text.contains(session.cookie))
        }
    }

    @Test("An account keeps its newest hundred sessions")
    func many() throws {
        for _ in 0..<AccountStore.maxSessions + 5 { _ = try #require(try store.session("anna", "secret")) }
        #expect(try store.sessions(of: "anna").count == AccountStore.maxSessions)
    }

    @Test("A session's token is masked anew for each answer, and proves that session alone")
    func csrf() throws {
        let session = try #require(try store.session("anna", "secret"))
        let other = try #require(try store.session("anna", "secret")?.principal.csrf)
        let csrf = try #require(try store.principal(.session(session.cookie))?.csrf)
        let tokens = (0..<4).map { _ in csrf.token() }
        #expect(Set(tokens).count == 4 && tokens.allSatisfy(csrf.matches))
        #expect(try #require(session.principal.csrf).matches(tokens[0]))
        #expect(!tokens.contains(where: other.matches))
        let wrong = [
            "", "x", String(tokens[0].dropLast()), tokens[0] + "A", String(repeating: "A", count: 86),
            String(repeating: "A", count: 100_000), session.cookie,
        ]
        #expect(!wrong.contains(where: csrf.matches))
    }

    @Test("A one-time key is exchanged once, for a session that ends with the first account")
    func oneTimeKey() throws {
        try store.removeAccount("anna")
        let key = OneTimeKey()
        func exchange(_ text: String) throws -> SignIn { try store.signIn(oneTimeKey: text, of: key, from: .local) }
        guard case .refused(.unknown) = try exchange("aaaa-bbbb") else {
            Issue.record("a wrong key was taken")
            return
        }
        guard case .accepted(let session) = try exchange(key.text.uppercased()) else {
            Issue.record("the key was not taken")
            return
        }
        guard case .refused(.revoked) = try exchange(key.text) else {
            Issue.record("the key was taken twice")
            return
        }
        let principal = try #require(try store.principal(.session(session.cookie)))
        #expect(principal.scope == .admin && principal.account == nil)
        #expect(try store.sessions().map(\.account) == [nil])
        try store.addAccount("anna", password: "x", allowsWeak: true)
        #expect(try store.refusal(.session(session.cookie)) == .unknown)
    }

    @Test("The first account is made once, and ends sessions of the key")
    func firstAccount() throws {
        #expect(try !store.addFirstAccount("bert", password: "long enough"))
        try store.removeAccount("anna")
        let key = OneTimeKey()
        guard case .accepted(let session) = try store.signIn(oneTimeKey: key.text, of: key, from: .local) else {
            Issue.record("the key was not taken")
            return
        }
        #expect(throws: AccountError.badName("a:b")) { try store.addFirstAccount("a:b", password: "long enough") }
        #expect(throws: AccountError.badPassword) { try store.addFirstAccount("bert", password: "") }
        #expect(try store.addFirstAccount("bert", password: "long enough"))
        #expect(try store.refusal(.session(session.cookie)) == .unknown)
        #expect(try !store.addFirstAccount("eve", password: "long enough"))
        #expect(try store.accounts().map(\.name) == ["bert"])
    }

    @Test("A one-time key does not open a service that has an account by now")
    func lateKey() throws {
        let key = OneTimeKey()
        guard case .refused(.revoked) = try store.signIn(oneTimeKey: key.text, of: key, from: .local) else {
            Issue.record("the key was taken")
            return
        }
    }

    @Test("Sign-ins and refusals are logged, with the names of accounts only")
    func log() throws {
        _ = try store.session("ANNA", "secret", from: .at("192.0.2.1"))
        _ = try store.session("anna", "wrong", from: .at("192.0.2.2"))
        _ = try store.session("my password", "typed into the wrong field", from: .at("192.0.2.3"))
        _ = try store.refusal(.bearer("fs_x"), from: .at("192.0.2.4"))
        let log = try store.signInLog(limit: 10)
        #expect(log.map(\.kind) == [.token, .password, .password, .password])
        #expect(log.map(\.outcome) == [.unknown, .unknown, .unknown, .accepted])
        #expect(log.map(\.account) == [nil, nil, "anna", "anna"])
        #expect(log.map(\.address) == ["192.0.2.4", "192.0.2.3", "192.0.2.2", "192.0.2.1"])
        #expect(try store.signInLog(limit: 1) == [log[0]])
    }

    @Test("The log is bounded")
    func boundedLog() throws {
        let record = SignInRecord(
            time: 1, kind: .token, outcome: .unknown, account: nil, address: "local", userAgent: "")
        try store.write { connection in
            try AccountStore.insert(Array(repeating: record, count: Int(AccountStore.maxLogLines) + 50), connection)
        }
        #expect(try store.signInLog(limit: 20_000).count == Int(AccountStore.maxLogLines))
    }
}
