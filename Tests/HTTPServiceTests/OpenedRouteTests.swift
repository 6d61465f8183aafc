import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

@Suite(.fewAtOnce) struct OpenedRouteTests {
    private func numbers(_ fixture: ServiceFixture, _ target: String = "/v1/opened") async throws -> [Int] {
        let answer = try await fixture.get(target)
        #expect(answer.status == 200)
        return (answer.object["articles"] as? [[String: Any]] ?? []).compactMap { $0["n"] as? Int }
    }

    private func send(
        _ fixture: ServiceFixture, _ method: HTTPMethod, _ target: String, _ body: String
    ) async throws -> Int {
        try await fixture.ask(method, target, token: fixture.tokens[.write], body: body).status
    }

    @Test("What was opened is listed, the latest first, page by page; one entry and all of them can be forgotten")
    func list() async throws {
        let fixture = try ServiceFixture()
        for number in [1, 2, 3] {
            #expect(try await send(fixture, .post, "/v1/articles/\(number)/opened", #"{"opened":true}"#) == 204)
        }
        // Openings in the same second are ordered by article number.
        #expect(try await numbers(fixture) == [3, 2, 1])
        let first = try await fixture.get("/v1/opened?limit=2")
        #expect(first.object["recording"] as? Bool == true)
        let after = try #require(first.object["after"] as? String)
        #expect(try await numbers(fixture, "/v1/opened?limit=2&after=" + after) == [1])
        #expect(try await fixture.get("/v1/articles/2").object["opened"] is String)
        #expect(try await numbers(fixture, "/v1/articles?q=is:opened").sorted() == [1, 2, 3])

        #expect(try await send(fixture, .post, "/v1/articles/2/opened", #"{"opened":false}"#) == 204)
        #expect(try await numbers(fixture) == [3, 1])
        let gone = try await fixture.ask(.delete, "/v1/opened", token: fixture.tokens[.write])
        #expect(gone.object["forgotten"] as? Int == 2)
        #expect(try await numbers(fixture).isEmpty)
    }

    @Test("With recording turned off nothing is added, and what was recorded stays")
    func recordingOff() async throws {
        let fixture = try ServiceFixture()
        #expect(try await send(fixture, .post, "/v1/articles/1/opened", #"{"opened":true}"#) == 204)
        #expect(try await send(fixture, .patch, "/v1/opened", #"{"recording":false}"#) == 200)
        #expect(try await send(fixture, .post, "/v1/articles/2/opened", #"{"opened":true}"#) == 204)
        #expect(try await numbers(fixture) == [1])
        #expect(try await fixture.get("/v1/opened").object["recording"] as? Bool == false)
        #expect(try await send(fixture, .patch, "/v1/opened", #"{"recording":true}"#) == 200)
        #expect(try await send(fixture, .post, "/v1/articles/2/opened", #"{"opened":true}"#) == 204)
        #expect(try await numbers(fixture).sorted() == [1, 2])
    }

    @Test("Mistakes are refused, and nothing changes")
    func mistakes() async throws {
        let fixture = try ServiceFixture()
        #expect(try await send(fixture, .post, "/v1/articles/999/opened", #"{"opened":true}"#) == 404)
        #expect(try await send(fixture, .post, "/v1/articles/1/opened", #"{"opened":"yes"}"#) == 400)
        #expect(try await send(fixture, .patch, "/v1/opened", #"{"recording":1}"#) == 400)
        #expect(try await fixture.get("/v1/opened?limit=1001").status == 400)
        #expect(try await fixture.get("/v1/opened?after=x").status == 400)
        #expect(try await numbers(fixture).isEmpty)
    }
}
