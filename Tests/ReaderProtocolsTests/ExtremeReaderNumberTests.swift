import Accounts
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService
@testable import ReaderProtocols

/// Numbers at and beyond the limits of every type, for the protocols of reader apps, whose parameters no table lists.
@Suite(.fewAtOnce) struct ExtremeReaderNumberTests {
    private let reader: ReaderFixture

    init() async throws { reader = try await ReaderFixture() }

    private func ask(
        _ method: HTTPMethod, _ target: String, _ body: String = "", basic: Bool = false
    ) async throws {
        let credential = "Basic " + Base64.encode(Array("anna:\(reader.password)".utf8))
        var headers: HTTPHeaders = ["Authorization": basic ? credential : "GoogleLogin auth=" + reader.auth]
        if !body.isEmpty { headers.add("Content-Type", body.hasPrefix("{") ? "application/json" : ReaderFixture.form) }
        guard let request = try? HTTPRequest(method, target, headers: headers, body: Array(body.utf8), peer: .unix)
        else { return }
        let status = await reader.fixture.service.respond(to: request).status.code
        #expect(status < 500 && status != 401, "\(method.rawValue) \(target.prefix(200)) \(body.prefix(200))")
    }

    @Test("No number in a request of Google Reader's API is an error of the service")
    func googleReader() async throws {
        let names = ["n", "ot", "nt", "ts", "c", "i", "s", "it", "xt", "ck", "r", "quickadd", "ac", "a", "t", "dest"]
        let paths = AppOperations.all.filter { $0.path.hasPrefix("/reader") }
        for route in paths where !["readerQuickAdd", "readerEditSubscription"].contains(route.name) {
            let path =
                "/"
                + route.parts.map { part in
                    switch part {
                    case .text(let text): text
                    case .parameter, .rest: "user/-/state/com.google/reading-list"
                    }
                }.joined(separator: "/")
            for name in names {
                for number in ExtremeNumbers.some {
                    for value in [number, "\(number).\(number)", "feed/" + number] {
                        let fields = [
                            (name, value), ("s", "user/-/state/com.google/reading-list"), ("output", "json"),
                        ]
                        for method in route.methods {
                            if method == .get {
                                try await ask(.get, path + "?" + FormEncoding.encode(fields))
                            } else {
                                try await ask(method, path, FormEncoding.encode(fields))
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("No number in a request of Miniflux's API is an error of the service")
    func miniflux() async throws {
        let queries = [
            "after", "before", "published_after", "published_before", "changed_after", "changed_before",
            "after_entry_id", "before_entry_id", "limit", "offset", "feed_id", "category_id",
        ]
        let members = [
            "category_id", "media_progression", "published_at", "entry_ids", "status", "starred", "title", "disabled",
        ]
        let routes = AppOperations.all.filter { $0.path.hasPrefix("/miniflux") && $0.path.contains("v1") }
        #expect(routes.count > 20)
        func path(_ route: HTTPService.Operation, _ name: String, _ value: String) -> String {
            "/"
                + route.parts.map { part in
                    switch part {
                    case .text(let text): text
                    case .parameter(let parameter), .rest(let parameter): parameter == name ? value : "1"
                    }
                }.joined(separator: "/")
        }
        // These use the network.
        for route in routes where !["minifluxAddFeed", "minifluxDiscover", "minifluxRefresh"].contains(route.name) {
            for name in route.pathParameters {
                for number in ExtremeNumbers.some {
                    try await ask(route.method, path(route, name, number), basic: true)
                }
            }
            if route.method == .get {
                for name in queries {
                    for number in ExtremeNumbers.some {
                        try await ask(.get, path(route, "", "1") + "?\(name)=\(number)", basic: true)
                    }
                }
            } else if route.method != .delete, route.name != "minifluxRefreshFeed" {
                for name in members {
                    for number in ExtremeNumbers.some {
                        for value in [number, "[\(number)]", "\"\(number)\""] {
                            let body = #"{"url":"https://example.org/x","\#(name)":\#(value)}"#
                            try await ask(route.method, path(route, "", "1"), body, basic: true)
                        }
                    }
                }
            }
        }
    }

    @Test("No number in a request of Fever's API is an error of the service")
    func fever() async throws {
        let password = try reader.fixture.accounts.createAppPassword(for: "anna", label: "old app", forFever: true)
        let key = FeverTests.md5("anna:" + password)
        for number in ExtremeNumbers.some {
            for name in ["since_id", "max_id", "with_ids"] {
                try await ask(.post, "/fever/?api&items&\(name)=\(number)", "api_key=" + key)
            }
            for target in ["item", "feed", "group"] {
                for (id, before) in [(number, "1"), ("1", number), ("0", number), (number, number)] {
                    try await ask(
                        .post, "/fever/?api", "api_key=\(key)&mark=\(target)&as=read&id=\(id)&before=\(before)")
                }
            }
        }
    }
}
