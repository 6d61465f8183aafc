import Accounts
import FeedLibrary
import Foundation
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Members of a library of a host who are not its owner.
@Suite(.fewAtOnce) struct HostMemberTests {
    private let fixture: HostFixture
    private let anna, ben: HostedLibrary

    init() throws {
        fixture = try HostFixture()
        anna = try fixture.add("anna")
        ben = try fixture.add("ben")
        try fixture.store(3, of: "annasword", in: anna)
        try fixture.store(2, of: "bensword", in: ben)
    }

    private func annasArticles() async throws -> String {
        let token = try fixture.accounts.createToken(UUID().uuidString, scope: .read, of: "anna")
        return try await fixture.ask(.get, "/v1/articles?q=", token: token).text
    }

    @Test("All operations that members may use exist, and an operation without an entry needs the owner")
    func names() {
        let known = Set(ServiceFixture.table.operations.map(\.name))
        #expect(MemberAccess.named.subtracting(known).sorted() == [])
        #expect(MemberAccess.role(of: "an operation of tomorrow") == .owner)
        for name in ["tokens", "createToken", "accountPage", "renewFeedAddress", "addDestination", "save", "assistant"]
        {
            #expect(known.contains(name) && MemberAccess.role(of: name) == .owner, "\(name)")
        }
    }

    @Test(
        "A member's credentials for a shared library get 403 for what the role does not permit, and never the owner's state",
        arguments: [LibraryRole.reader, .editor])
    func matrix(_ role: LibraryRole) async throws {
        try fixture.accounts.share(anna, with: "ben", as: role)
        let token = try fixture.accounts.createToken("shared", scope: .admin, of: "ben", for: anna)
        let app = try fixture.accounts.createAppPassword(for: "ben", label: "shared", in: anna)
        let basic = "Basic " + Data("ben:\(app)".utf8).base64EncodedString()
        let before = try await annasArticles()
        var counts = [403: 0, 503: 0]
        for route in ServiceFixture.table.operations where route.scope != nil && route.name != "metrics" {
            let path = route.exampleHead?.target ?? route.path
            let header: HTTPHeaders = ["Authorization": route.scope == .reader ? basic : "Bearer " + token]
            for method in route.methods {
                let answer = try await fixture.ask(
                    method, path, headers: header, body: method == .get ? "" : route.takes?.example ?? "",
                    type: route.takes?.type ?? "application/x-www-form-urlencoded")
                // Until the state of members is stored, no member can use a shared library.
                let expected = route.role > role ? 403 : 503
                #expect(answer.status == expected, "\(method) \(path): \(answer.status)")
                #expect(!answer.text.contains("annasword"), "\(method) \(path)")
                counts[answer.status, default: 0] += 1
            }
        }
        #expect(counts[403, default: 0] > 20 && counts[503, default: 0] > 20 && counts.count == 2, "\(counts)")
        #expect(try await annasArticles() == before)
        let own = try fixture.accounts.createToken("own", scope: .read, of: "ben")
        #expect(try await fixture.ask(.get, "/v1/search?q=bensword", token: own).object["total"] as? Int == 2)
        #expect(try await fixture.ask(.get, "/v1/search?q=annasword", token: own).object["total"] as? Int == 0)
    }
}
