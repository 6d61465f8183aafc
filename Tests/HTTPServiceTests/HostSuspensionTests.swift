import Accounts
import FeedLibrary
import Foundation
import Messages
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Suspended accounts of a host.
@Suite(.fewAtOnce) struct HostSuspensionTests {
    private let fixture: HostFixture
    private let library: HostedLibrary
    private let token: String

    init() throws {
        fixture = try HostFixture()
        library = try fixture.add("anna")
        try fixture.store(3, of: "heron", in: library)
        try fixture.add("ben")
        token = try fixture.accounts.createToken("t", scope: .admin, of: "anna")
    }

    private func signIn() async throws -> ServiceFixture.Answer {
        try await fixture.ask(
            .post, "/login", body: "name=anna&password=long+enough+anna", type: "application/x-www-form-urlencoded")
    }

    @Test("Every operation refuses the session, token and app password of a suspended account, and serves ben's")
    func credentials() async throws {
        let app = try fixture.accounts.createAppPassword(for: "anna", label: "phone")
        let cookie = try #require(try await signIn().headers["Set-Cookie"]?.split(separator: ";").first)
        let secret = try fixture.accounts.renewFeedSecret(of: library.id)
        #expect(try await fixture.ask(.get, "/feeds/\(secret)/search.atom?q=heron").status == 200)
        try fixture.accounts.suspend("anna")
        let basic = "Basic " + Data("anna:\(app)".utf8).base64EncodedString()
        for route in ServiceFixture.table.operations where route.scope != nil {
            let path = route.exampleHead?.target ?? route.path
            let headers: [HTTPHeaders] =
                route.scope == .reader
                ? [["Authorization": basic], ["X-Auth-Token": app]]
                : [["Authorization": "Bearer " + token], ["Cookie": String(cookie)]]
            for header in headers {
                let answer = try await fixture.ask(route.method, path, headers: header)
                // The throttle answers 429 after ten refusals.
                #expect([401, 403, 429].contains(answer.status), "\(route.name): \(answer.status)")
                #expect(!answer.text.contains("heron"))
            }
        }
        #expect(try await fixture.ask(.get, "/feeds/\(secret)/search.atom?q=heron").status == 404)
        let bens = try fixture.accounts.createToken("t", scope: .admin, of: "ben")
        #expect(try await fixture.ask(.get, "/v1/feeds", token: bens).status == 200)
        try fixture.accounts.resume("anna")
        #expect(try await fixture.ask(.get, "/v1/search?q=heron", token: token).object["total"] as? Int == 3)
        #expect(try await fixture.ask(.get, "/feeds/\(secret)/search.atom?q=heron").status == 200)
    }

    @Test("The answer to a suspended account says so, in JSON and on the sign-in page")
    func text() async throws {
        try fixture.accounts.suspend("anna")
        let answer = try await fixture.ask(.get, "/v1/feeds", token: token)
        #expect(answer.status == 401 && answer.text.contains("suspended"), "\(answer.text)")
        let page = try await fixture.ask(
            .post, "/login", body: "name=anna&password=long+enough+anna&next=all",
            type: "application/x-www-form-urlencoded")
        #expect(page.status == 401 && page.text.contains("suspended"), "\(page.text)")
        #expect(page.headers["Set-Cookie"] == nil)
    }

    @Test("The rounds leave out the library of a suspended account, and cancel its jobs")
    func rounds() async throws {
        let served = try #require(try fixture.service.host?.library(library))
        let isCancelled = Locked(false)
        let cancel: @Sendable () -> Void = { isCancelled.withLock { $0 = true } }
        _ = try served.jobs.add(.import, .english, cancel: cancel) { _ in
            while !isCancelled.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
            return []
        }
        #expect(try await EventFollower.until { served.jobs.all.first?.state == .running })
        #expect(try fixture.service.host?.libraries().map(\.name) == ["anna", "ben"])
        try fixture.accounts.suspend("anna")
        #expect(try fixture.service.host?.libraries().map(\.name) == ["ben"])
        let rounds = try #require(HostRounds(fixture.service, fetches: false) { _, _ in })
        try rounds.runAll()
        #expect(try await EventFollower.until { served.jobs.all.first?.state == .cancelled })
    }
}
