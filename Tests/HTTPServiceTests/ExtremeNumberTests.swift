import Accounts
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import Testing

@testable import HTTPService

/// Numbers at and beyond the limits of every type, in every place where a client may send one. A sum that overflows ends the
/// process, and with it this test.
@Suite(.fewAtOnce) struct ExtremeNumberTests {
    private static let allNumbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775806", "-9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "2147483647", "2147483648",
        "-2147483648", "4294967295", "4294967296", "9007199254740992", "253402300800", "99999999999999", "1e308",
        "-1e308", "-1", "0", "NaN", "-Infinity", "0x7fffffffffffffff", String(repeating: "9", count: 400),
    ]

    /// All with `FEEDSEARCH_TEST_LONG=1`. Else the limits of 64 bits, and one more, another one for each field.
    static var numbers: [String] {
        if ProcessInfo.processInfo.environment["FEEDSEARCH_TEST_LONG"] == "1" { return allNumbers }
        return allNumbers.prefix(2) + [allNumbers.dropFirst(2).randomElement() ?? "0"]
    }

    /// Fields that are addresses: a number would be looked up on the network.
    private static let addresses: Set = ["url", "u", "address", "site", "home", "hub.topic", "hub.challenge", "source"]
    /// Fields of forms of pages, which no table lists.
    private static let pageFields = [
        "action", "after", "article", "articles", "days", "digest", "expires", "feed", "first", "from", "id",
        "interval",
        "item", "keep", "keep_unread", "limit", "moved", "n", "name", "newest", "place", "query", "quiet_hours", "rule",
        "session", "size", "to", "unread",
    ]

    private func ask(
        _ fixture: ServiceFixture, _ method: HTTPMethod, _ target: String, body: String = "", type: String = "",
        headers: HTTPHeaders = [:]
    ) async throws {
        var headers = headers
        if headers["Authorization"] == nil { headers.add("Authorization", "Bearer " + fixture.tokens[.admin]!) }
        if !body.isEmpty { headers.add("Content-Type", type) }
        // A target that is no target does not reach a route.
        guard let request = try? HTTPRequest(method, target, headers: headers, body: Array(body.utf8), peer: .unix)
        else { return }
        let status = await fixture.service.respond(to: request).status.code
        #expect(status < 500, "\(method.rawValue) \(target.prefix(200)) \(body.prefix(200))")
    }

    /// The path of a route; `value` stands for one parameter, 1 for the others.
    private func path(_ route: HTTPService.Operation, _ name: String? = nil, _ value: String = "1") -> String {
        "/"
            + route.parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter(let parameter), .rest(let parameter): parameter == name ? value : "1"
                }
            }.joined(separator: "/")
    }

    @Test("No number in a path or a query of any route is an error of the service")
    func targets() async throws {
        let fixture = try ServiceFixture()
        for route in ServiceFixture.table.operations where !route.isForApps {
            for name in route.pathParameters {
                for number in Self.numbers { try await ask(fixture, route.method, path(route, name, number)) }
            }
            for parameter in route.query where !Self.addresses.contains(parameter.name) {
                // Of two parameters, the other one is right.
                let others = route.query.filter { $0.isRequired && $0.name != parameter.name }
                for number in Self.numbers {
                    let fields = [(parameter.name, number)] + others.map { ($0.name, "1") }
                    try await ask(fixture, route.method, path(route) + "?" + FormEncoding.encode(fields))
                    let pair = FormEncoding.encode([(parameter.name, "\(number).\(number)")])
                    try await ask(fixture, route.method, path(route) + "?" + pair)
                }
            }
        }
    }

    @Test("No number in a body of any route is an error of the service")
    func bodies() async throws {
        let fixture = try ServiceFixture()
        for route in ServiceFixture.table.operations where !route.isForApps {
            if let form = route.takes, form.type == "application/json" {
                for name in members(form.schema) where !Self.addresses.contains(name) {
                    for number in Self.numbers {
                        for value in [number, "\"\(number)\"", "[\(number)]", #"{"count":\#(number)}"#] {
                            let body = Self.setting(name, value, in: form.example)
                            try await ask(fixture, route.method, path(route), body: body, type: form.type)
                        }
                    }
                }
            } else if route.takesTokenInBody {
                for name in Self.pageFields {
                    for number in Self.numbers {
                        var fields = Self.pageFields.filter { $0 != name }.map { ($0, "1") }
                        fields.append((name, number))
                        try await ask(
                            fixture, route.method, path(route), body: FormEncoding.encode(fields),
                            type: ReaderFixture.form)
                    }
                }
            }
        }
    }

    @Test("No number in a header is an error of the service")
    func headers() async throws {
        let fixture = try ServiceFixture()
        for number in Self.numbers {
            for target in ["/v1/follow?q=fox", "/v1/events", "/v1/articles/1", "/"] {
                for (name, value) in [
                    ("Last-Event-ID", number), ("Range", "bytes=\(number)-\(number)"), ("Range", "bytes=-\(number)"),
                    ("Accept-Encoding", "gzip;q=\(number)"), ("Accept", "text/html;q=\(number)"),
                    ("If-None-Match", "\"\(number)\""), ("If-Modified-Since", number),
                ] {
                    var headers = HTTPHeaders()
                    headers.add(name, value)
                    try await ask(fixture, .get, target, headers: headers)
                }
            }
        }
    }

    /// The names of the members of an object, by its schema.
    private func members(_ schema: Schema) -> [String] {
        switch schema {
        case .object(let members, _): members.map(\.name)
        case .named(let name): Schema.requests.first { $0.name == name }.map { members($0.schema) } ?? []
        case .either(let schemas): schemas.flatMap { members($0) }
        default: []
        }
    }

    /// A body with one member more, or another value of it.
    private static func setting(_ name: String, _ value: String, in example: String) -> String {
        let object = (try? JSONSerialization.jsonObject(with: Data(example.utf8))) as? [String: Any] ?? [:]
        let rest = object.filter { $0.key != name }
        let text =
            (try? JSONSerialization.data(withJSONObject: rest)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return String(text.dropLast()) + (rest.isEmpty ? "" : ",") + "\"\(name)\":\(value)}"
    }
}

/// The same for the protocols of reader apps, whose parameters no table lists.
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
        let paths = ServiceFixture.table.operations.filter { $0.isForApps && $0.path.hasPrefix("/reader") }
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
                for number in ExtremeNumberTests.numbers {
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
        let routes = ServiceFixture.table.operations.filter { $0.path.hasPrefix("/miniflux") && $0.path.contains("v1") }
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
                for number in ExtremeNumberTests.numbers {
                    try await ask(route.method, path(route, name, number), basic: true)
                }
            }
            if route.method == .get {
                for name in queries {
                    for number in ExtremeNumberTests.numbers {
                        try await ask(.get, path(route, "", "1") + "?\(name)=\(number)", basic: true)
                    }
                }
            } else if route.method != .delete, route.name != "minifluxRefreshFeed" {
                for name in members {
                    for number in ExtremeNumberTests.numbers {
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
        for number in ExtremeNumberTests.numbers {
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
