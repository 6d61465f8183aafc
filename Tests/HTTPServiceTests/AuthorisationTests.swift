import Accounts
import Formats
import HTTPServer
import Testing

@testable import HTTPService

/// Who may do what, for every route of the table.
@Suite struct AuthorisationTests {
    private static let address = HTTPPeer.address(IPAddress("192.0.2.7") ?? IPAddress("127.0.0.1")!)

    private func target(_ route: Route) -> String {
        "/" + route.parts.map { if case .text(let text) = $0 { text } else { "1" } }.joined(separator: "/")
    }

    @Test("Without a credential, with a wrong, an expired or a revoked one, a route answers 401 and does nothing")
    func refused() async throws {
        let fixture = try ServiceFixture()
        let expired = try fixture.accounts.createToken("expired", scope: .admin, expires: 1)
        let revoked = try fixture.accounts.createToken("revoked", scope: .admin)
        try fixture.accounts.revokeToken("revoked")
        for route in RouteTable.all.routes where route.scope != nil {
            // Refused credentials of one address are throttled; a unix socket's as well, so each route asks anew.
            for token in [nil, "fs_wrong", expired, revoked] {
                let answer = try await fixture.ask(route.method, target(route), token: token)
                #expect(answer.status == 401 || token != nil && answer.status == 429, "\(route.name)")
                #expect(answer.headers["WWW-Authenticate"] != nil || answer.status == 429)
            }
        }
        #expect(try await fixture.get("/v1/feeds").object["feeds"] as? [Any] != nil)
    }

    @Test("A scope that is too small is refused with 403")
    func scopes() async throws {
        let fixture = try ServiceFixture()
        for route in RouteTable.all.routes {
            guard let scope = route.scope else { continue }
            for weaker in [Scope.read, .write] where !weaker.includes(scope) {
                let answer = try await fixture.ask(route.method, target(route), token: fixture.tokens[weaker])
                #expect(answer.status == 403, "\(route.name) with \(weaker)")
            }
        }
    }

    @Test("Routes that change anything want more than reading")
    func changes() {
        for route in RouteTable.all.routes where route.method != .get && route.path.hasPrefix("/v1") {
            #expect(route.scope == .write || route.scope == .admin || route.name == "search", "\(route.name)")
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
