import Accounts
import Formats
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Who may do what, for every route of the table.
@Suite(.fewAtOnce) struct AuthorisationTests {
    private static let address = HTTPPeer.address(IPAddress("192.0.2.7") ?? IPAddress("127.0.0.1")!)

    private func target(_ route: HTTPService.Operation) -> String {
        "/" + route.parts.map { if case .text(let text) = $0 { text } else { "1" } }.joined(separator: "/")
    }

    @Test("Without a credential, with a wrong, an expired or a revoked one, a route answers 401 and does nothing")
    func refused() async throws {
        let fixture = try ServiceFixture()
        let expired = try fixture.accounts.createToken("expired", scope: .admin, expires: 1)
        let revoked = try fixture.accounts.createToken("revoked", scope: .admin)
        try fixture.accounts.revokeToken("revoked")
        for route in ServiceFixture.table.operations where route.scope != nil {
            // Refused credentials of one address are throttled; a unix socket's as well, so each route asks anew.
            for method in route.methods {
                for token in [nil, "fs_wrong", expired, revoked] {
                    let answer = try await fixture.ask(method, target(route), token: token)
                    #expect(answer.status == 401 || token != nil && answer.status == 429, "\(route.name)")
                    #expect(answer.headers["WWW-Authenticate"] != nil || answer.status == 429)
                }
            }
        }
        #expect(try await fixture.get("/v1/feeds").object["feeds"] as? [Any] != nil)
    }

    @Test("A scope that is too small is refused with 403")
    func scopes() async throws {
        let fixture = try ServiceFixture()
        for route in ServiceFixture.table.operations {
            guard let scope = route.scope else { continue }
            for weaker in [Scope.read, .write] where !weaker.includes(scope) {
                for method in route.methods {
                    let answer = try await fixture.ask(method, target(route), token: fixture.tokens[weaker])
                    #expect(answer.status == 403, "\(route.name) with \(weaker)")
                }
            }
        }
    }

    @Test("Routes that change anything want more than reading")
    func changes() {
        for route in ServiceFixture.table.operations where route.methods != [.get] && route.path.hasPrefix("/v1") {
            #expect(route.scope == .write || route.scope == .admin || route.name == "searchRequest", "\(route.name)")
        }
    }

    @Test("Ten refused credentials of an address are enough for a minute; valid ones are served as before")
    func throttled() async throws {
        let fixture = try ServiceFixture()
        for _ in 0..<10 {
            #expect(try await fixture.ask(.get, "/v1/feeds", token: "wrong", peer: Self.address).status == 401)
        }
        let refused = try await fixture.ask(.get, "/v1/feeds", token: "wrong", peer: Self.address)
        #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
        let token = fixture.tokens[.read]
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token, peer: Self.address).status == 200)
    }

    @Test("A name that is not the service's is not answered, whatever DNS says")
    func rebinding() async throws {
        let fixture = try ServiceFixture()
        let answer = try await fixture.ask(
            .get, "/healthz", headers: ["Host": "evil.example"], peer: Self.address)
        #expect(answer.status == 421)
    }

    @Test("A session reads by its cookie; a change wants the token of a page and comes from no other site")
    func sessions() async throws {
        let key = OneTimeKey()
        let fixture = try ServiceFixture(oneTimeKey: key)
        let form = "application/x-www-form-urlencoded"
        let other = try await fixture.ask(
            .post, "/login", headers: ["Origin": "https://evil.example"], body: "key=\(key.text)", type: form)
        #expect(other.status == 403)
        let signedIn = try await fixture.ask(.post, "/login", body: "key=\(key.text)", type: form)
        #expect(signedIn.status == 204)
        let line = try #require(signedIn.headers["Set-Cookie"])
        #expect(line.contains("HttpOnly") && line.contains("SameSite=Strict"))
        let cookie = String(line.prefix { $0 != ";" })
        #expect(try await fixture.ask(.get, "/v1/feeds", headers: ["Cookie": cookie]).status == 200)
        let body = #"{"articles":[1],"read":true}"#
        #expect(try await fixture.ask(.post, "/v1/state", headers: ["Cookie": cookie], body: body).status == 403)
        #expect(try await fixture.ask(.post, "/login", body: "key=\(key.text)", type: form).status == 401)
    }
}

/// From the one-time key to an account.
@Suite(.fewAtOnce) struct FirstAccountTests {
    private static let form = "application/x-www-form-urlencoded"

    private func post(
        _ target: String, _ body: String, cookie: String? = nil, _ fixture: ServiceFixture
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(
            .post, target, headers: cookie.map { ["Cookie": $0] } ?? [:], body: body, type: Self.form)
    }

    private func signInPage(_ fixture: ServiceFixture) async throws -> String {
        try await fixture.ask(.get, "/", headers: ["Accept": "text/html"]).text
    }

    @Test("The session of the key makes the first account, and the page for signing in asks for it from then on")
    func first() async throws {
        let key = OneTimeKey()
        let fixture = try ServiceFixture(oneTimeKey: key)
        #expect(try await signInPage(fixture).contains("name=\"key\""))
        let signedIn = try await post("/login", "key=\(key.text)&next=starred", fixture)
        #expect(signedIn.headers["Location"]?.hasSuffix("/account") == true)
        let cookie = String(try #require(signedIn.headers["Set-Cookie"]).prefix { $0 != ";" })
        let session = try await fixture.ask(.get, "/v1/session", headers: ["Cookie": cookie])
        let csrf = try #require(session.object["csrf"] as? String)
        for (fields, status) in [
            ("name=anna&new=long+enough&again=long+enough", 403),
            ("csrf=\(csrf)&name=anna&new=long+enough&again=other", 422),
            ("csrf=\(csrf)&name=a:b&new=long+enough&again=long+enough", 422),
            ("csrf=\(csrf)&name=anna&new=&again=", 422),
            ("csrf=\(csrf)&name=anna&new=a&again=a", 422),
            ("csrf=\(csrf)&name=anna&new=Password1&again=Password1", 422),
            ("csrf=\(csrf)&name=annabella&new=Annabella&again=Annabella", 422),
        ] {
            #expect(try await post("/actions/first-account", fields, cookie: cookie, fixture).status == status)
        }
        let fields = "csrf=\(csrf)&name=anna&new=long+enough&again=long+enough"
        let made = try await post("/actions/first-account", fields, cookie: cookie, fixture)
        #expect(made.status == 303 && made.headers["Set-Cookie"]?.contains("HttpOnly") == true)
        #expect(try await post("/actions/first-account", fields, cookie: cookie, fixture).status == 401)
        let page = try await signInPage(fixture)
        #expect(page.contains("name=\"password\"") && !page.contains("name=\"key\""))
        #expect(try await post("/login", "key=\(key.text)", fixture).status == 401)
        #expect(try await post("/login", "name=anna&password=long+enough", fixture).status == 204)
    }

    @Test("No other credential makes an account, whatever its scope")
    func others() async throws {
        let fixture = try ServiceFixture(oneTimeKey: OneTimeKey())
        let fields = "name=eve&new=long+enough&again=long+enough"
        let answer = try await fixture.post("/actions/first-account", fields, type: Self.form)
        #expect(answer.status == 422)
        #expect(try !fixture.accounts.hasAccounts())
    }
}

/// What a browser does: it signs in by a form, and keeps a cookie.
@Suite(.fewAtOnce) struct SessionRouteTests {
    let fixture: ServiceFixture
    let cookie: String

    init() async throws {
        fixture = try ServiceFixture()
        try fixture.accounts.addAccount("owner", password: "secret", allowsWeak: true)
        cookie = try await Self.signIn(fixture)
    }

    private static func signIn(_ fixture: ServiceFixture) async throws -> String {
        let answer = try await fixture.ask(
            .post, "/login", body: "name=owner&password=secret", type: "application/x-www-form-urlencoded")
        return String(try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first))
    }

    private func ask(
        _ method: HTTPMethod, _ target: String, csrf: String? = nil, body: String = ""
    ) async throws -> ServiceFixture.Answer {
        var headers: HTTPHeaders = ["Cookie": cookie]
        if let csrf { headers.add("X-CSRF-Token", csrf) }
        return try await fixture.ask(method, target, headers: headers, body: body)
    }

    @Test("A session asks for its token, another one each time, and changes things with any of them")
    func csrf() async throws {
        let tokens = try await [ask(.get, "/v1/session"), ask(.get, "/v1/session")].map { $0.object["csrf"] as? String }
        #expect(tokens[0] != nil && tokens[0] != tokens[1])
        let change = #"{"articles":[1],"read":true}"#
        #expect(try await ask(.post, "/v1/state", body: change).status == 403)
        for token in tokens { #expect(try await ask(.post, "/v1/state", csrf: token, body: change).status == 200) }
        let principal = try await fixture.get("/v1/session").object
        #expect(principal["kind"] as? String == "token" && principal["csrf"] == nil)
    }

    @Test("Signing in again ends the session that the browser had, and no other")
    func again() async throws {
        let other = try await Self.signIn(fixture)
        let answer = try await fixture.ask(
            .post, "/login", headers: ["Cookie": cookie], body: "name=owner&password=secret",
            type: "application/x-www-form-urlencoded")
        let new = String(try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first))
        #expect(try await ask(.get, "/v1/session").status == 401)
        for cookie in [new, other] {
            #expect(try await fixture.ask(.get, "/v1/session", headers: ["Cookie": cookie]).status == 200)
        }
        let refused = try await fixture.ask(
            .post, "/login", headers: ["Cookie": new], body: "name=owner&password=wrong",
            type: "application/x-www-form-urlencoded")
        #expect(refused.status == 401)
        #expect(try await fixture.ask(.get, "/v1/session", headers: ["Cookie": new]).status == 200)
    }

    @Test("Sign out everywhere ends all sessions of the account, and no token")
    func signOut() async throws {
        let csrf = try await ask(.get, "/v1/session").object["csrf"] as? String
        let other = try await Self.signIn(fixture)
        #expect(try await ask(.delete, "/v1/sessions", csrf: csrf).status == 204)
        #expect(try await ask(.get, "/v1/session").status == 401)
        #expect(try await fixture.ask(.get, "/v1/session", headers: ["Cookie": other]).status == 401)
        #expect(try await fixture.get("/v1/session").status == 200)
    }

    @Test("A token that is made over HTTP works until it is revoked there; its name is used once")
    func tokens() async throws {
        let made = try await fixture.post("/v1/tokens", #"{"name":"phone","scope":"read","expires":"1d"}"#)
        let token = try #require(made.object["token"] as? String)
        #expect(made.status == 201 && made.headers["Cache-Control"] == "no-store")
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 200)
        #expect(try await fixture.post("/v1/tokens", #"{"name":"phone","scope":"read"}"#).status == 409)
        #expect(try await fixture.ask(.delete, "/v1/tokens/phone", token: fixture.tokens[.write]).status == 403)
        #expect(try await fixture.ask(.delete, "/v1/tokens/phone", token: fixture.tokens[.admin]).status == 204)
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 401)
        #expect(try await fixture.ask(.delete, "/v1/tokens/phone", token: fixture.tokens[.admin]).status == 404)
        for wrong in [
            #"{"name":"a","scope":"root"}"#, #"{"scope":"read"}"#, #"{"name":"a","scope":"read","expires":"soon"}"#,
        ] {
            #expect(try await fixture.post("/v1/tokens", wrong).status == 400, "\(wrong)")
        }
    }

    @Test(
        "What a client does not take is not sent",
        arguments: [
            ("application/xml", 406), ("application/json;q=0", 406), ("text/html, */*;q=0", 406), ("text/*", 406),
            ("*/*", 200), ("application/*", 200), ("text/html,application/xhtml+xml,*/*;q=0.8", 200), ("nonsense", 200),
            ("application/json;q=0.1, */*;q=0", 200),
        ])
    func accept(field: String, status: Int) async throws {
        let token = fixture.tokens[.read]
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token, headers: ["Accept": field]).status == status)
    }
}
