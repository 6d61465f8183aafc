internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages
internal import Pipelines

/// Search routes: `/v1/search`, completions, similar articles.
enum SearchRoutes {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    /// Deadlines are checked every few milliseconds, so shorter timeouts always fail.
    private static let minMilliseconds = 50

    private static let request: [Route.Parameter] = [
        .init("q", .string, "the query"),
        .init("limit", .integer(1...Int.max), "maximum number of hits; 20 by default, at most 10,000"),
        .init("sort", .choice(["relevance", "newest", "oldest"]), "the order of the hits"),
        .init("match", .choice(["auto", "all", "any"]), "how many of the words must match"),
        .init("after", .string, "the cursor of the previous page"),
        .init("only", .choice(["ids"]), "without titles and snippets"),
        .init("in", .string, "a feed or folder"),
        .init("literal", .boolean, "the query is plain words, without operators"),
        .init("facets", .boolean, "count by feed, folder, month and language"),
        .init("fold", .boolean, "one hit for near-duplicates; true by default"),
        .init("count", .boolean, "count all matches exactly"),
        .init("timeout_ms", .integer(1...Int.max), "time limit in milliseconds, at least 50; 2,000 by default"),
    ]

    static let all: [Route] = [
        Route(
            "search", .get, "/v1/search", .read, "Search", query: request, gives: .json("SearchAnswer"),
            example: "/v1/search?q=fox&limit=5&sort=newest&facets=true"
        ) { call in
            try await answer(.object(object(of: call)), call)
        },
        Route(
            "searchRequest", .post, "/v1/search", .read, "Search, with a JSON request", limits: small,
            takes: .json("SearchRequest", #"{"query":"title:fox","limit":5,"only":"ids"}"#),
            gives: .json("SearchAnswer")
        ) { call in
            try await answer(.line(call.request.body.collect(upTo: small.maxBodyBytes)), call)
        },
        Route(
            "complete", .get, "/v1/complete", .read, "Complete the last word of the input",
            query: [
                .init("text", .string, "the input so far", isRequired: true),
                .init("limit", .integer(1...100), "maximum number of completions; 10 by default"),
            ], gives: .json("Completions"), example: "/v1/complete?text=fo&limit=3"
        ) { call in
            let text = call.text("text") ?? ""
            let limit = call.integer("limit") ?? 10
            return try await call.json(until: .after(.milliseconds(TimeLimit.milliseconds))) { library, writer in
                writer.completions(try library.store.complete(prefix: text, limit: limit), of: text)
            }
        },
    ]

    private static func answer(_ form: BatchRequest.Form, _ call: Call) async throws -> HTTPResponse {
        let deadline = Library.deadline(of: form, minMilliseconds: minMilliseconds)
        return try await call.json(until: deadline) { library, writer in
            try library.answer(form, minMilliseconds: minMilliseconds, into: &writer)
        }
    }

    /// The query string of the request as the JSON object of a search request.
    private static func object(of call: Call) -> JSONValue {
        let kinds = Dictionary(uniqueKeysWithValues: request.map { ($0.name, $0.kind) })
        return .object(
            call.request.query.map { item in
                let value: JSONValue =
                    switch kinds[item.name] {
                    case .integer: .number(String(call.integer(item.name) ?? 0))
                    case .boolean: .bool(call.flag(item.name) ?? false)
                    case .string, .choice, nil: .string(item.value)
                    }
                return (key: item.name == "q" ? "query" : item.name, value: value)
            })
    }
}
