import Accounts
import FeedLibrary
import Foundation
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Invitations to a host.
@Suite(.fewAtOnce) struct HostJoiningTests {
    private let fixture: HostFixture

    init() throws {
        fixture = try HostFixture()
        try fixture.add("anna")
    }

    private func invite() throws -> String {
        try fixture.accounts.invite(expires: fixture.now.withLock { $0 } + 3_600).secret
    }

    private func join(
        _ secret: String, _ name: String, password: String = "a long password", again: String? = nil,
        headers: HTTPHeaders = [:]
    ) async throws -> ServiceFixture.Answer {
        var parts = URLComponents()
        parts.queryItems = [
            URLQueryItem(name: "name", value: name), URLQueryItem(name: "new", value: password),
            URLQueryItem(name: "again", value: again ?? password),
        ]
        let body = (parts.percentEncodedQuery ?? "").replacingOccurrences(of: "+", with: "%2B")
        return try await fixture.ask(
            .post, "/join/" + secret, headers: headers, body: body, type: "application/x-www-form-urlencoded")
    }

    @Test("The recipient of an invitation creates an account with a library, is signed in, and the link is used up")
    func join() async throws {
        let secret = try invite()
        let page = try await fixture.ask(.get, "/join/" + secret, headers: ["Accept": "text/html"])
        #expect(page.status == 200 && page.text.contains("name=\"again\""))
        #expect(page.headers["Referrer-Policy"] == "no-referrer" && page.headers["Cache-Control"] == "no-store")
        let joined = try await join(secret, "ben")
        #expect(joined.status == 303 && joined.headers["Location"]?.hasSuffix("/") == true, "\(joined.text)")
        let cookie = String(try #require(joined.headers["Set-Cookie"]?.split(separator: ";").first))
        #expect(try await fixture.ask(.get, "/all", headers: ["Cookie": cookie]).status == 200)
        #expect(try fixture.accounts.hostedLibrary(of: "ben")?.state == .ready)
        #expect(try fixture.accounts.invitations().isEmpty)
        for answer in [try await join(secret, "carla"), try await fixture.ask(.get, "/join/" + secret)] {
            #expect(answer.status == 404 && answer.headers["Set-Cookie"] == nil)
        }
        #expect(try fixture.accounts.accounts().map(\.name) == ["anna", "ben"])
    }

    @Test("Of many people who use one link at once, one gets an account")
    func atOnce() async throws {
        let secret = try invite()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<6 { group.addTask { try await join(secret, "person\(number)").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 303 }.count == 1 && statuses.filter { $0 == 404 }.count == 5, "\(statuses)")
        #expect(try fixture.accounts.accounts().count == 2)
    }

    @Test("Mistakes in the form are shown, and the invitation stays valid")
    func mistakes() async throws {
        let secret = try invite()
        for (name, password, again) in [
            ("", "a long password", nil), ("a:b", "a long password", nil), ("x\u{202E}y", "a long password", nil),
            (String(repeating: "x", count: 65), "a long password", nil), ("ben", "short", nil),
            ("ben12345", "ben12345", nil), ("ben", "password", nil), ("ben", "a long password", "another password"),
            ("ANNA", "a long password", nil),
        ] as [(String, String, String?)] {
            let answer = try await join(secret, name, password: password, again: again)
            #expect(answer.status == 422 && answer.text.contains("role=\"alert\""), "\(name) \(answer.status)")
            #expect(answer.headers["Set-Cookie"] == nil)
        }
        #expect(try await join(secret, "<b>ben</b>").status == 303)
        let page = try await join(try invite(), "<b>ben</b>")
        #expect(page.status == 422 && !page.text.contains("<b>ben"), "\(page.text)")
    }

    @Test("An invitation that has expired, was revoked or never existed is refused, and guesses are throttled")
    func invalid() async throws {
        let (expired, revoked) = (try invite(), try invite())
        try fixture.accounts.revokeInvitation(#require(try fixture.accounts.invitations().last).id)
        fixture.now.withLock { $0 += 3_600 }
        for secret in [expired, revoked, "x", String(repeating: "x", count: 4_000)] {
            #expect(try await join(secret, "ben").status == 404, "\(secret)")
        }
        var last = 0
        for _ in 0..<10 { last = try await fixture.ask(.get, "/join/guess").status }
        #expect(last == 429)
        let valid = try invite()
        #expect(try await join(valid, "ben").status == 303)
    }

    @Test("Names of accounts cannot be found out in large numbers with one invitation")
    func names() async throws {
        let secret = try invite()
        var statuses: [Int] = []
        for _ in 0..<12 { statuses.append(try await join(secret, "anna").status) }
        #expect(statuses.prefix(10).allSatisfy { $0 == 422 } && statuses.suffix(2) == [429, 429], "\(statuses)")
    }

    @Test("The page of another site cannot make a browser use an invitation")
    func otherSite() async throws {
        let secret = try invite()
        #expect(try await join(secret, "ben", headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try await join(secret, "ben", headers: ["Origin": "https://evil.example"]).status == 403)
        #expect(try fixture.accounts.invitations().count == 1)
    }

    @Test("A library whose creation was interrupted is created by the rounds")
    func interrupted() async throws {
        _ = try fixture.accounts.addAccount(
            "ben", password: "long enough ben", libraryAt: fixture.place.relativeAddress)
        let token = try fixture.accounts.createToken("t", scope: .read, of: "ben")
        let rounds = try #require(HostRounds(fixture.service, fetches: false) { _, _ in })
        try rounds.runAll()
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 503)
        fixture.now.withLock { $0 += 60 }
        try rounds.runAll()
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 200)
    }

    @Test("A signed-in account joins a library on the page of an invitation, after a confirmation")
    func confirm() async throws {
        let anna = try #require(try fixture.accounts.hostedLibrary(of: "anna"))
        try fixture.add("ben")
        try fixture.store(2, of: "annasword", in: anna)
        let secret = try fixture.accounts.invite(
            expires: fixture.now.withLock { $0 } + 3_600, to: anna, as: .editor
        ).secret
        var ben = try await HostBrowser(fixture, "ben")
        let page = try await ben.get("/join/" + secret)
        #expect(page.status == 200 && page.text.contains("“anna” as editor") && page.text.contains("signed in as ben"))
        #expect(!page.text.contains("name=\"again\"") && page.headers["Cache-Control"] == "no-store")
        // The page changes nothing by itself, and the confirmation needs its token.
        #expect(try await ben.submit("accept-invitation", "code=" + secret, withToken: false).status == 403)
        #expect(try fixture.accounts.members(of: anna.id).count == 1)
        #expect(try await ben.submit("accept-invitation", "code=" + secret).status == 303)
        #expect(try await ben.get("/all").text.contains("annasword 2"))
        #expect(try fixture.accounts.members(of: anna.id).map(\.role) == [.owner, .editor])
        #expect(try await ben.get("/join/" + secret).status == 404)
        try await ben.reload()
        #expect(try await ben.submit("accept-invitation", "code=" + secret).status == 404)
        #expect(try await ben.submit("accept-invitation", "code=guess").status == 404)
    }

    @Test("An invitation to a library creates an account with a library of its own, which is also a member")
    func joinLibrary() async throws {
        let anna = try #require(try fixture.accounts.hostedLibrary(of: "anna"))
        let secret = try fixture.accounts.invite(expires: fixture.now.withLock { $0 } + 3_600, to: anna).secret
        let page = try await fixture.ask(.get, "/join/" + secret, headers: ["Accept": "text/html"])
        #expect(page.text.contains("“anna” as reader") && page.text.contains("I already have an account"))
        #expect(try await join(secret, "carla").status == 303)
        #expect(try fixture.accounts.libraries(of: "carla").map(\.role) == [.owner, .reader])
    }

    @Test("The owner of a library invites other accounts over the API, members and other accounts do not")
    func owner() async throws {
        let anna = try #require(try fixture.accounts.hostedLibrary(of: "anna"))
        try fixture.add("ben")
        let token = try fixture.accounts.createToken("t", scope: .admin, of: "anna")
        func ask(
            _ method: HTTPMethod, _ path: String, _ body: String = "", token: String
        ) async throws -> ServiceFixture.Answer { try await fixture.ask(method, path, token: token, body: body) }
        for body in [
            #"{"role":"owner"}"#, #"{"role":"x"}"#, #"{"expires":"91d"}"#, #"{"expires":"x"}"#, #"{"library":"ben"}"#,
        ] {
            #expect(try await ask(.post, "/v1/invitations", body, token: token).status == 400, "\(body)")
        }
        let created = try await ask(.post, "/v1/invitations", #"{"role":"editor","expires":"2d"}"#, token: token)
        let link = try #require(created.object["url"] as? String)
        let secret = try #require(link.split(separator: "/").last.map(String.init))
        #expect(created.status == 201 && created.object["creates_account"] as? Bool == false)
        let list = try await ask(.get, "/v1/invitations", token: token)
        #expect(list.text.contains("\"role\":\"editor\"") && !list.text.contains(secret))
        // Without a session, the page offers only signing in, and returns to the invitation.
        let page = try await fixture.ask(.get, "/join/" + secret, headers: ["Accept": "text/html"])
        #expect(!page.text.contains("name=\"again\"") && page.text.contains("value=\"join/\(secret)\""))
        #expect(try await join(secret, "carla").status == 404)
        let signedIn = try await fixture.ask(
            .post, "/login", body: "name=ben&password=long+enough+ben&next=join%2F" + secret,
            type: "application/x-www-form-urlencoded")
        #expect(signedIn.status == 303 && signedIn.headers["Location"]?.hasSuffix("/join/" + secret) == true)

        let bens = try fixture.accounts.createToken("t", scope: .admin, of: "ben")
        #expect(try await ask(.delete, "/v1/invitations/1", token: bens).status == 404)
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        let shared = try fixture.accounts.createToken("shared", scope: .admin, of: "ben", for: anna)
        #expect(try await ask(.get, "/v1/invitations", token: shared).status == 403)
        #expect(try await ask(.post, "/v1/invitations", "{}", token: shared).status == 403)
        #expect(try await ask(.delete, "/v1/invitations/1", token: shared).status == 403)
        let annas = try await HostBrowser(fixture, "anna")
        let shown = try await annas.submit("create-invitation", "role=reader&expires=1d")
        #expect(shown.status == 200 && shown.text.contains("/join/"))
        #expect(try await annas.get("/account").text.contains("actions/revoke-invitation"))
        #expect(try await ask(.delete, "/v1/invitations/1", token: token).status == 204)
        #expect(try await annas.submit("revoke-invitation", "invitation=2").status == 303)
        #expect(try fixture.accounts.invitations().isEmpty)
    }
}
