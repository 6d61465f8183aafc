import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import Messages
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Every problem is said in the language of the client.
@Suite(.fewAtOnce) struct ProblemLanguageTests {
    private static let chinese: HTTPHeaders = ["Accept-Language": "zh-Hans"]

    private static func isChinese(_ text: Any?) -> Bool {
        (text as? String)?.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } ?? false
    }

    private func expectChinese(_ answer: ServiceFixture.Answer, _ what: String) {
        guard answer.status >= 400 else { return }
        #expect(answer.headers["Content-Type"] == "application/problem+json", "\(what)")
        for member in ["title", "detail"] {
            #expect(Self.isChinese(answer.object[member]), "\(what): \(answer.object[member] ?? "nothing")")
        }
    }

    private static func path(_ route: HTTPService.Operation, _ value: String) -> String {
        "/"
            + route.parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter, .rest: value
                }
            }.joined(separator: "/")
    }

    @Test("A database whose server does not answer is a reason to ask again")
    func unreachable() {
        let problem = Problem(StorageError.cannotOpen(location: "postgresql://db/feeds", message: "refused"), .english)
        #expect(problem.status == 503 && problem.headers["Retry-After"] == "1")
    }

    @Test("Each route refuses in Chinese: without a credential, by a weaker one, and what it cannot read")
    func routes() async throws {
        let fixture = try ServiceFixture()
        var refused = 0
        for route in ServiceFixture.table.documented where !route.isPage {
            func ask(
                _ token: String?, _ value: String, query: String = "", body: String = "",
                type: String = "application/json"
            ) async throws {
                let answer = try await fixture.ask(
                    route.method, Self.path(route, value) + query, token: token, headers: Self.chinese, body: body,
                    type: type)
                if answer.status >= 400 { refused += 1 }
                expectChinese(answer, "\(route.name) \(value)\(query) \(body)")
            }
            if route.scope != nil { try await ask(nil, "1") }
            if route.scope == .write || route.scope == .admin { try await ask(fixture.tokens[.read], "1") }
            let token = fixture.tokens[.admin]
            if route.path.contains("{") {
                for value in ["999", "none", "0"] { try await ask(token, value) }
            }
            if route.method == .post || route.method == .patch {
                for body in ["", "[]", "{", "{}", #"{"what":1}"#, #"{"query":"\"open","mark":"read","name":"a"}"#] {
                    try await ask(token, "1", body: body)
                }
                try await ask(token, "1", body: "x", type: "text/plain")
            }
        }
        #expect(refused > 60)
    }

    @Test(
        "What a request gets wrong is said in Chinese",
        arguments: [
            ("GET", "/v1/none", ""), ("PUT", "/v1/rules", ""), ("GET", "/v1/search?q=%22open", ""),
            ("GET", "/v1/search?q=a&colour=red", ""), ("GET", "/v1/search?q=a&limit=none", ""),
            ("GET", "/v1/search?q=a&literal=perhaps", ""), ("GET", "/v1/articles?after=x", ""),
            ("GET", "/v1/alerts/log?state=lost", ""), ("GET", "/v1/discover", ""),
            ("POST", "/v1/rules", #"{"query":"a","mark":"run"}"#),
            ("POST", "/v1/rules", #"{"query":"a","mark":"read","dry_run":1}"#),
            ("POST", "/v1/rules", #"{"query":"a","mark":"read","days":0}"#),
            ("POST", "/v1/rules", #"{"query":1,"mark":"read"}"#), ("POST", "/v1/state", #"{"read":true}"#),
            ("POST", "/v1/state", #"{"articles":1,"read":true}"#),
            ("POST", "/v1/state", #"{"articles":["a"],"read":true}"#), ("POST", "/v1/state", #"{"articles":[1]}"#),
            ("POST", "/v1/state", #"{"articles":[1],"tags":{"add":[1]}}"#),
            ("POST", "/v1/state", #"{"articles":[1],"deleted":false}"#), ("POST", "/v1/undo", #"{"action":9}"#),
            ("PATCH", "/v1/feeds/9", #"{"title":"a"}"#), ("GET", "/v1/jobs/9", ""), ("GET", "/v1/ingest/%20", ""),
            ("POST", "/v1/refresh", #"{"feeds":[]}"#), ("POST", "/v1/refresh", #"{"feeds":[{}]}"#),
            ("POST", "/v1/ingest?offset=3", "{}"), ("POST", "/v1/ingest?session=a&offset=3", "{}"),
            ("POST", "/v1/saved", #"{"name":"a","query":"b","notify":"command:x"}"#),
            ("POST", "/v1/feeds", #"{"url":"http://127.0.0.1:1/"}"#),
        ])
    func mistakes(method: String, target: String, body: String) async throws {
        let fixture = try ServiceFixture()
        let answer = try await fixture.ask(
            HTTPMethod(rawValue: method), target, token: fixture.tokens[.admin], headers: Self.chinese, body: body)
        #expect(answer.status >= 400)
        expectChinese(answer, target)
    }

    @Test("Sign-in is refused in Chinese")
    func signIn() async throws {
        let fixture = try ServiceFixture()
        let form = "application/x-www-form-urlencoded"
        for (body, type, extra) in [
            ("name=a", form, nil), ("name=a&password=b", form, nil), ("{}", "application/json", nil),
            ("name=a&password=b", form, "cross-site"),
        ] as [(String, String, String?)] {
            var headers = Self.chinese
            if let extra { headers.add("Sec-Fetch-Site", extra) }
            let answer = try await fixture.ask(.post, "/login", headers: headers, body: body, type: type)
            #expect(answer.status >= 400)
            expectChinese(answer, body)
        }
    }

    @Test("What the server refuses by itself is in the language of the request, in English where that is not known")
    func failures() async throws {
        let fixture = try ServiceFixture()
        for error in [
            HTTPError.badRequest("a rule"), .requestTimeout, .bodyTooLarge(limit: 1), .targetTooLong, .headersTooLarge,
            .expectationFailed, .notImplemented("x"), .versionNotSupported, .tooManyConnections, .deadlineExceeded,
            .shuttingDown, .disconnected,
        ] {
            for (language, isChinese) in [("zh-Hans", true), ("", false)] {
                let response = fixture.service.failure(error, acceptLanguage: language, requestID: "1")
                let bytes = try await response.body.collect()
                let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
                for member in ["title", "detail"] {
                    #expect(Self.isChinese(object?[member]) == isChinese, "\(error) \(member)")
                }
            }
        }
    }

    @Test("Titles in English are the phrases of the statuses")
    func titles() {
        let titles = Message.allCases.filter { $0.rawValue.hasPrefix("httpTitle") }
        #expect(titles.count > 20)
        for title in titles {
            let code = Int(title.rawValue.dropFirst("httpTitle".count))
            #expect(title.text(.english) == code.map { HTTPStatus($0).phrase })
        }
    }
}
