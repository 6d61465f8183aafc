import Accounts
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Numbers at and beyond the limits of every type, in every place where a client may send one. A sum that overflows ends the
/// process, and with it this test.
@Suite(.fewAtOnce) struct ExtremeNumberTests {
    /// Fields that are addresses: a number would be looked up on the network.
    private static let addresses: Set = ["url", "u", "address", "site", "home", "hub.topic", "hub.challenge", "source"]
    /// Fields of forms of pages, which no table lists.
    private static let pageFields = [
        "action", "after", "article", "articles", "days", "digest", "expires", "feed", "first", "from", "id",
        "interval",
        "item", "keep", "keep_read", "keep_unread", "limit", "moved", "n", "name", "newest", "place", "query",
        "quiet_hours", "rule",
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
                for number in ExtremeNumbers.some { try await ask(fixture, route.method, path(route, name, number)) }
            }
            for parameter in route.query where !Self.addresses.contains(parameter.name) {
                // Of two parameters, the other one is right.
                let others = route.query.filter { $0.isRequired && $0.name != parameter.name }
                for number in ExtremeNumbers.some {
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
                    for number in ExtremeNumbers.some {
                        for value in [number, "\"\(number)\"", "[\(number)]", #"{"count":\#(number)}"#] {
                            let body = Self.setting(name, value, in: form.example)
                            try await ask(fixture, route.method, path(route), body: body, type: form.type)
                        }
                    }
                }
            } else if route.takesTokenInBody {
                for name in Self.pageFields {
                    for number in ExtremeNumbers.some {
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
        for number in ExtremeNumbers.some {
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
