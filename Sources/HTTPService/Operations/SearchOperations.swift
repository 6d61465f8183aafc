internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages
internal import Pipelines

/// Search routes: `/v1/search`, completions, similar articles.
enum SearchOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    /// Deadlines are checked every few milliseconds, so shorter timeouts always fail.
    private static let minMilliseconds = 50

    private static let request: [Operation.Parameter] = [
        .init("q", .string, "the query"),
        .init("limit", .integer(1...Int.max), "hits at most; 20 by default, 10,000 at most"),
        .init("sort", .choice(["relevance", "newest", "oldest"]), "the order of the hits"),
        .init("match", .choice(["auto", "all", "any"]), "how many of the words a hit has"),
        .init("after", .string, "the cursor of the page before"),
        .init("only", .choice(["ids"]), "without titles and snippets"),
        .init("in", .string, "a feed or folder"),
        .init("literal", .boolean, "the query is plain words, without operators"),
        .init("facets", .boolean, "count by feed, folder, month and language"),
        .init("fold", .boolean, "one hit for near-duplicates; true by default"),
        .init("count", .boolean, "count all matches exactly"),
        .init("timeout_ms", .integer(1...Int.max), "milliseconds at most, 50 at least; 2,000 by default"),
    ]

    static let all: [Operation] = [
        Operation(
            "search", .get, "/v1/search", .read, "Search", query: request, gives: .json("SearchAnswer"),
            example: "/v1/search?q=fox&limit=5&sort=newest&facets=true"
        ) { call in
            try await answer(.object(object(of: call)), call)
        },
        Operation(
            "searchRequest", .post, "/v1/search", .read, "Search, with a request of JSON", limits: small,
            takes: .json("SearchRequest", #"{"query":"title:fox","limit":5,"only":"ids"}"#),
            gives: .json("SearchAnswer")
        ) { call in
            try await answer(.line(call.request.body.collect(upTo: small.maxBodyBytes)), call)
        },
        Operation(
            "complete", .get, "/v1/complete", .read, "Complete the last word of what is typed",
            query: [
                .init("text", .string, "what is typed so far", isRequired: true),
                .init("limit", .integer(1...100), "completions at most; 10 by default"),
            ], gives: .json("Completions"), example: "/v1/complete?text=fo&limit=3"
        ) { call in
            let text = call.text("text") ?? ""
            let limit = call.integer("limit") ?? 10
            return try await call.json(until: .after(.milliseconds(TimeLimit.milliseconds))) { library, writer in
                writer.completions(try library.store.complete(prefix: text, limit: limit), of: text)
            }
        },
    ]

    private static func answer(_ form: BatchRequest.Form, _ call: RequestContext) async throws -> HTTPResponse {
        let deadline = Library.deadline(of: form, minMilliseconds: minMilliseconds)
        return try await call.json(until: deadline) { library, writer in
            try library.answer(form, minMilliseconds: minMilliseconds, into: &writer)
        }
    }

    /// The query string of the request as the JSON object of a search request.
    private static func object(of call: RequestContext) -> JSONValue {
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
