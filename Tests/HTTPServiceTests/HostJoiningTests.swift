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
}
