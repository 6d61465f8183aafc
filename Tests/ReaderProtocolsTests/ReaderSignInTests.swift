import Accounts
import Formats
import Foundation
import HTTPServer
import ReaderProtocols
import ServiceTestSupport
import Testing

@testable import HTTPService

/// How reader apps sign in, and what they may not do.
@Suite(.fewAtOnce) struct ReaderSignInTests {
    @Test("An app password is exchanged for a token without an equals sign, by form or query, at both addresses")
    func signIn() async throws {
        let reader = try await ReaderFixture()
        #expect(reader.auth.wholeMatch(of: /1-[0-9a-f]{64}/) != nil, "\(reader.auth)")
        let query = "Email=anna&Passwd=\(reader.password.replacing("-", with: "").uppercased())"
        for target in ["/accounts/ClientLogin?", "/api/greader.php/accounts/ClientLogin?", "//accounts/ClientLogin?"] {
            let answer = try await reader.fixture.ask(.get, target + query)
            #expect(answer.text == "SID=\(reader.auth)\nLSID=\(reader.auth)\nAuth=\(reader.auth)\n")
            #expect(answer.headers["Content-Type"]?.hasPrefix("text/plain") == true)
        }
        let json = try await reader.fixture.ask(
            .post, "/accounts/ClientLogin?output=json", body: "Email=ANNA&Passwd=\(reader.password)",
            type: ReaderFixture.form)
        #expect(json.object["Auth"] as? String == reader.auth)
        for path in ["user-info", "token", "tag/list", "subscription/list", "unread-count", "preference/list"] {
            for prefix in ["/reader/api/0/", "/api/greader.php/reader/api/0/", "//reader//api/0/"] {
                #expect(try await reader.ask(.get, prefix + path).status == 200, "\(prefix)\(path)")
            }
        }
        #expect(try await reader.get("user-info").object["userName"] as? String == "anna")
        let token = try await reader.get("token").text
        #expect(token.wholeMatch(of: /[0-9a-f]{57}/) != nil, "\(token)")
        #expect(try await reader.ask(.get, "/reader/ping").text == "OK")
    }

    @Test("A wrong password, the account's own, and another name are refused in the protocol's words")
    func refused() async throws {
        let reader = try await ReaderFixture()
        for form in [
            "Email=anna&Passwd=wrong", "Email=anna&Passwd=a+long+password", "Email=bob&Passwd=\(reader.password)",
            "Passwd=\(reader.password)", "",
        ] {
            let answer = try await reader.fixture.ask(
                .post, "/accounts/ClientLogin", body: form, type: ReaderFixture.form)
            #expect(answer.status == 401 && answer.text == "Error=BadAuthentication\n", "\(form)")
        }
    }

    @Test("Refused sign-ins and refused tokens are throttled together; a valid token is served")
    func throttled() async throws {
        let reader = try await ReaderFixture()
        let peer = HTTPPeer.address(try #require(IPAddress("192.0.2.9")))
        func ask(_ auth: String) async throws -> Int {
            try await reader.fixture.ask(
                .get, "/reader/api/0/token", headers: ["Authorization": "GoogleLogin auth=" + auth], peer: peer
            ).status
        }
        for _ in 0..<5 { #expect(try await ask("1-0") == 401) }
        let body = "Email=anna&Passwd=wrong"
        for _ in 0..<5 {
            let answer = try await reader.fixture.ask(
                .post, "/accounts/ClientLogin", body: body, type: ReaderFixture.form, peer: peer)
            #expect(answer.status == 401)
        }
        let answer = try await reader.fixture.ask(
            .post, "/accounts/ClientLogin", body: body, type: ReaderFixture.form, peer: peer)
        #expect(answer.status == 429 && answer.headers["Retry-After"] != nil)
        #expect(try await ask("1-0") == 429)
        #expect(try await ask(reader.auth) == 200)
    }

    @Test("A token ends with its app password, and opens nothing but the protocols of apps")
    func revoked() async throws {
        let reader = try await ReaderFixture()
        for target in ["/v1/feeds", "/v1/tokens", "/metrics"] {
            #expect(try await reader.ask(.get, target).status == 403, "\(target)")
        }
        let second = try reader.fixture.accounts.createAppPassword(for: "anna", label: "tablet")
        try reader.fixture.accounts.revokeAppPassword(of: "anna", label: "phone")
        let answer = try await reader.get("token")
        #expect(answer.status == 401 && answer.text.hasPrefix("Error: "))
        #expect(answer.headers["WWW-Authenticate"]?.hasPrefix("GoogleLogin") == true)
        // A token of another app password's number is no token of that one.
        let forged = "2" + reader.auth.dropFirst()
        let other = try await reader.fixture.ask(
            .get, "/reader/api/0/token", headers: ["Authorization": "GoogleLogin auth=" + forged])
        #expect(other.status == 401)
        let next = try await reader.fixture.ask(
            .post, "/accounts/ClientLogin", body: "Email=anna&Passwd=\(second)", type: ReaderFixture.form)
        #expect(next.status == 200)
    }

    @Test("Without a token every operation but signing in answers an error in its protocol's form")
    func errors() async throws {
        let reader = try await ReaderFixture()
        for operation in AppOperations.all where operation.scope != nil {
            let parts = operation.parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter: "1"
                case .rest: "feed/1"
                }
            }
            let target = "/" + parts.joined(separator: "/")
            let type = target.hasPrefix("/miniflux/") ? "application/json" : "text/plain; charset=utf-8"
            for method in operation.methods {
                let answer = try await reader.fixture.ask(method, target)
                #expect(answer.status == 401 && answer.headers["Content-Type"] == type, "\(target)")
                #expect(answer.text.split(separator: "\n").count == 1)
            }
        }
        let wrong = try await reader.get("stream/items/ids?s=nothing")
        #expect(wrong.status == 400 && wrong.headers["Content-Type"]?.hasPrefix("text/plain") == true)
    }
}
