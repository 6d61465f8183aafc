import Accounts
import FeedLibrary
import Formats
import HTTPServer
import ServiceTestSupport
import System
import Testing
import WebPages

@testable import HTTPService

/// Advisories of other readers that concern HTTP, accounts and sessions, each by its name.
@Suite(.fewAtOnce) struct AdvisoryTests {
    private let form = "application/x-www-form-urlencoded"

    /// The cookie of a new session, and the token that proves a change.
    private func signIn(_ fixture: ServiceFixture) async throws -> String {
        _ = try fixture.accounts.addAccount("anna", password: "a long password")
        let answer = try await fixture.ask(
            .post, "/login", body: "name=anna&password=a+long+password", type: form)
        return String(try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first))
    }

    @Test(
        "CVE-2023-27591, CVE-2026-63439: no header of a client opens /metrics",
        arguments: ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
    func forwarded(_ name: String) async throws {
        let fixture = try ServiceFixture()
        for value in ["127.0.0.1", "for=127.0.0.1"] {
            #expect(try await fixture.ask(.get, "/metrics", headers: [name: value]).status == 401)
        }
    }

    @Test("CVE-2025-54592: a session is over at logout, for whoever has kept its cookie")
    func logout() async throws {
        let fixture = try ServiceFixture()
        let cookie = try await signIn(fixture)
        #expect(try await fixture.ask(.get, "/v1/stats", headers: ["Cookie": cookie]).status == 200)
        let name = try #require(cookie.split(separator: "=").last.map(String.init))
        guard
            case .accepted(let principal) = try fixture.accounts.authenticate(
                .session(name), from: Visitor(.local, userAgent: "")),
            let csrf = principal.csrf
        else {
            Issue.record("no session")
            return
        }
        // By GET nothing is ended, so no foreign picture can do it.
        #expect(try await fixture.ask(.get, "/logout", headers: ["Cookie": cookie]).status == 405)
        let answer = try await fixture.ask(
            .post, "/logout", headers: ["Cookie": cookie, "X-CSRF-Token": csrf.token()])
        #expect(answer.status == 204 && answer.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
        #expect(try await fixture.ask(.get, "/v1/stats", headers: ["Cookie": cookie]).status == 401)
    }

    @Test("CVE-2023-22481: neither passwords nor tokens nor queries are logged")
    func logs() async throws {
        let fixture = try ServiceFixture()
        let lines = Locked<[String]>([])
        let service = Service(
            operations: ServiceFixture.operations, pages: PageOperations.ofService,
            library: LibraryPool(path: fixture.databasePath, readers: 1), databasePath: fixture.databasePath,
            accounts: fixture.accounts, oneTimeKey: nil, hostNames: [],
            log: { line in lines.withLock { $0.append(line) } })
        let token = try #require(fixture.tokens[.read])
        for (method, target, body) in [
            (HTTPMethod.post, "/login", "name=anna&password=secretword"),
            (.get, "/v1/search?q=secretword", ""),
            (.get, "/secretword%0D%0Aforged", ""), (.get, "/join/secretword", ""),
            (.post, "/join/secretword", "name=x"),
        ] {
            let headers: HTTPHeaders = ["Authorization": "Bearer " + token, "Content-Type": form]
            guard let request = try? HTTPRequest(method, target, headers: headers, body: Array(body.utf8), peer: .unix)
            else {
                continue
            }
            _ = await service.respond(to: request)
        }
        let text = lines.withLock { $0.joined(separator: "\n") }
        #expect(text.contains("login 401") && text.contains("search 200"))
        #expect(!text.contains("secretword") && !text.contains(token) && !text.contains("forged"))
    }

    @Test("CVE-2025-54875: no route makes an account without an invitation")
    func registration() async throws {
        for route in ServiceFixture.table.operations where route.methods != [.get] && route.scope == nil {
            #expect(
                ["login", "readerLogin", "fever", "feverWithSlash", "hubPush", "readerItems", "confirmMail", "join"]
                    .contains(route.name),
                "\(route.name)")
        }
        let fixture = try ServiceFixture()
        _ = try await fixture.ask(.post, "/login", body: "name=admin&password=a+long+password", type: form)
        let joined = try await fixture.ask(
            .post, "/join/guess", body: "name=admin&new=a+long+password&again=a+long+password", type: form)
        #expect(joined.status == 404)
        #expect(try !fixture.accounts.hasAccounts())
    }

    @Test("Session fixation: a cookie that a client brings is not taken over at sign-in")
    func fixation() async throws {
        let fixture = try ServiceFixture()
        let first = try await signIn(fixture)
        let answer = try await fixture.ask(
            .post, "/login", headers: ["Cookie": first], body: "name=anna&password=a+long+password", type: form)
        let second = answer.headers["Set-Cookie"]?.split(separator: ";").first.map(String.init)
        #expect(answer.status == 204 && second != nil && second != first)
    }

    @Test("GHSA-hp8h-jqfm-v7x5: Host and X-Forwarded-Host appear in no answer")
    func hostHeader() async throws {
        let fixture = try ServiceFixture()
        let peer = HTTPPeer.address(try #require(IPAddress("127.0.0.1")))
        for target in ["/healthz", "/nothing", "/v1/openapi.json", "/v1/search?q=fox"] {
            for headers: HTTPHeaders in [
                ["Host": "evil.example"], ["Host": "localhost", "X-Forwarded-Host": "evil.example"],
            ] {
                let answer = try await fixture.ask(
                    .get, target, token: fixture.tokens[.read], headers: headers, peer: peer)
                #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("evil.example"))
                #expect(answer.headers["Location"] == nil)
            }
        }
    }
}
