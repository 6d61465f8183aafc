internal import Accounts
internal import Articles
package import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages
internal import Pipelines

/// Routes for searches (`/v1/search`), completions and similar articles.
enum SearchOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    /// Deadlines are checked every few milliseconds, so shorter timeouts always fail.
    private static let minMilliseconds = 50

    static let all: [Operation] = [
        Operation(
            "search", .get, "/v1/search", .read, "Search", query: SearchParameter.inQueryString.map { .init($0) },
            gives: .json("SearchAnswer"),
            example: "/v1/search?q=fox&limit=5&sort=newest&facets=true"
        ) { call in
            try await answer(call) { input in
                try input.read { name in
                    call.text(name).map {
                        SearchParameter.Value(text: $0, boolean: call.flag(name), number: call.integer(name))
                    }
                }
            }
        },
        Operation(
            "searchRequest", .post, "/v1/search", .read, "Search, with a JSON request", limits: small,
            takes: .json("SearchRequest", #"{"query":"title:fox","limit":5,"only":"ids"}"#),
            gives: .json("SearchAnswer")
        ) { call in
            let body = try await call.request.body.collect(upTo: small.maxBodyBytes)
            return try await answer(call) { try $0.read(body) }
        },
        Operation(
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

    /// - Parameter read: parses the request's parameters.
    private static func answer(
        _ call: RequestContext, _ read: (inout SearchInput) throws -> Void
    ) async throws -> HTTPResponse {
        var input = SearchInput()
        do {
            try read(&input)
        } catch let error as SearchInput.Mistake {
            throw error.userFacing(line: 1, call.language)
        }
        input.options.milliseconds = max(input.options.milliseconds, minMilliseconds)
        return try await call.json(until: input.options.deadline) { [input] library, writer in
            try library.answer(input, into: &writer)
        }
    }
}

extension Operation.Parameter {
    package init(_ parameter: SearchParameter) {
        let kind: Kind =
            switch parameter.kind {
            case .text: .string
            case .boolean: .boolean
            case .number: .integer(SearchParameter.Kind.numberRange)
            case .choice(let values, _): .choice(values)
            }
        self.init(parameter.queryName, kind, parameter.summary)
    }
}
