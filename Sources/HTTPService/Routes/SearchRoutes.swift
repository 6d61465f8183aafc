internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Searching: `/v1/search`, completion, similar articles.
enum SearchRoutes {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    private static let request: [Route.Parameter] = [
        .init(name: "q", kind: .string, summary: "the query"),
        .init(name: "limit", kind: .integer, summary: "hits at most, 1 to 10,000; 20 by default"),
        .init(name: "sort", kind: .string, summary: "relevance, newest or oldest"),
        .init(name: "match", kind: .string, summary: "auto, all or any"),
        .init(name: "after", kind: .string, summary: "the cursor of the page before"),
        .init(name: "only", kind: .string, summary: "ids: without titles and snippets"),
        .init(name: "in", kind: .string, summary: "a feed or folder"),
        .init(name: "literal", kind: .boolean, summary: "the query is plain words, without operators"),
        .init(name: "facets", kind: .boolean, summary: "count by feed, folder, month and language"),
        .init(name: "fold", kind: .boolean, summary: "one hit for near-duplicates; true by default"),
        .init(name: "count", kind: .boolean, summary: "count all matches exactly"),
        .init(name: "timeout_ms", kind: .integer, summary: "milliseconds at most; 2,000 by default"),
    ]

    static let all: [Route] = [
        Route("search", .get, "/v1/search", .read, "Search", query: request) { call in
            try await answer(object(of: call), call)
        },
        Route("search", .post, "/v1/search", .read, "Search, with a request of JSON", limits: small) { call in
            try await answer(call.request.body.collect(upTo: small.maxBodyBytes), call)
        },
        Route(
            "complete", .get, "/v1/complete", .read, "Complete the last word of what is typed",
            query: [
                .init(name: "text", kind: .string, summary: "what is typed so far"),
                .init(name: "limit", kind: .integer, summary: "completions at most, 1 to 100; 10 by default"),
            ]
        ) { call in
            let text = call.text("text") ?? ""
            let limit = try call.integer("limit", in: 1...100) ?? 10
            return try await call.json { library, writer in
                writer.completions(try library.store.complete(prefix: text, limit: limit), of: text)
            }
        },
    ]

    private static func answer(_ line: [UInt8], _ call: Call) async throws -> HTTPResponse {
        try await call.json { library, writer in try library.answer(request: line, into: &writer) }
    }

    /// The query of the address as a request of JSON.
    private static func object(of call: Call) throws -> [UInt8] {
        let kinds = Dictionary(uniqueKeysWithValues: request.map { ($0.name, $0.kind) })
        var writer = JSONWriter()
        try writer.object { object in
            for item in call.request.query {
                guard let kind = kinds[item.name] else {
                    let names = request.map(\.name).joined(separator: ", ")
                    throw Problem(400, "unknownParameter", "there is no parameter \(item.name); there are \(names)")
                }
                object.key(item.name == "q" ? "query" : item.name)
                switch kind {
                case .string: object.string(item.value)
                case .integer: object.number(try call.integer(item.name, in: 1...1 << 40) ?? 0)
                case .boolean: object.bool(try call.flag(item.name) ?? false)
                }
            }
        }
        return writer.bytes
    }
}
