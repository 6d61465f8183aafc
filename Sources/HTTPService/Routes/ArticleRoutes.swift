internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Pipelines
internal import System

/// Articles and their state.
enum ArticleRoutes {
    private static let small = HTTPBodyLimits(maxBodyBytes: 1 << 20)
    private static let maxListed = 10_000

    static let all: [Route] = [
        Route(
            "articles", .get, "/v1/articles", .read, "Every article that matches, the newest first; nothing is folded",
            query: [
                .init(name: "q", kind: .string, summary: "a query; all articles without one"),
                .init(name: "limit", kind: .integer, summary: "articles at most, 1 to 10,000; 100 by default"),
                .init(name: "after", kind: .integer, summary: "the number of the last article of the page before"),
            ]
        ) { call in
            try await list(call)
        },
        Route("article", .get, "/v1/articles/{n}", .read, "One article: plain text, and HTML that is safe to show") {
            call in
            let number = try call.number("n")
            return try await call.json { library, writer in
                guard let article = try library.store.article(number) else {
                    throw StorageError.noSuchArticle("#\(number)")
                }
                writer.shown(article)
            }
        },
        Route(
            "similar", .get, "/v1/articles/{n}/similar", .read, "Articles about the same things as one",
            query: [.init(name: "limit", kind: .integer, summary: "hits at most, 1 to 100; 10 by default")]
        ) { call in
            let number = try call.number("n")
            let limit = try call.integer("limit", in: 1...100) ?? 10
            return try await call.json { library, writer in
                let started = library.clock.monotonicSeconds()
                let deadline = Deadline.after(.milliseconds(TimeLimit.milliseconds))
                let answer = try library.similar(to: number, limit: limit, within: deadline)
                writer.answer(
                    answer, query: "#\(number)", milliseconds: library.clock.milliseconds(since: started))
            }
        },
        Route(
            "state", .post, "/v1/state", .write, "Set whether articles are read or starred, and their tags",
            limits: small
        ) { call in
            try await change(call)
        },
        Route("undo", .post, "/v1/undo", .write, "Bring back what was removed last") { call in
            let numbers = try await call.write { try $0.undo()?.numbers ?? [] }
            return .json { $0.restored(numbers) }
        },
    ]

    private static func list(_ call: Call) async throws -> HTTPResponse {
        let limit = try call.integer("limit", in: 1...maxListed) ?? 100
        let after = try call.integer("after", in: 1...Int(Int32.max)).map(Int64.init)
        let text = call.text("q").flatMap { $0.isEmpty ? nil : $0 }
        return try await call.json { library, writer in
            let query = try text.map { try library.parse($0) }
            var numbers: [Int64] = []
            var isPast = after == nil
            let now = library.clock.now()
            try library.store.forEachMatch(query, now: now, utcOffset: library.clock.secondsEastOfUTC) { number in
                if isPast { numbers.append(number) } else { isPast = number == after }
                return numbers.count <= limit
            }
            if let after, !isPast {
                throw Problem(400, "badCursor", "article \(after) is not among those that match")
            }
            let hasMore = numbers.count > limit
            try writer.object { object in
                object.key("articles")
                try object.array { array in
                    for number in numbers.prefix(limit) {
                        if let article = try library.store.article(number) { array.ingestLine(article) }
                    }
                }
                if hasMore { object.member("after", Int(numbers[limit - 1])) }
            }
        }
    }

    /// `{"articles":[N…]}` or `{"query":Q}`, and what is to be set. The values are absolute: doing it twice is harmless.
    private static func change(_ call: Call) async throws -> HTTPResponse {
        let body = try await call.object()
        let changes = try changes(body)
        let isTrial = body["dry_run"]?.bool ?? false
        let query = body["query"]?.string
        let listed = try body["articles"].map { try numbers($0) }
        guard (query == nil) != (listed == nil) else {
            throw Problem(400, "badState", "give either \"articles\", an array of numbers, or \"query\"")
        }
        let run: @Sendable (Library) throws -> (articles: Int, changed: Int) = { library in
            let numbers = try listed ?? library.select([query ?? ""], until: call.request.deadline).numbers
            if isTrial { return (numbers.count, 0) }
            return (numbers.count, try library.change(numbers, changes, until: call.request.deadline))
        }
        let done = isTrial ? try await call.read(run) : try await call.write(run)
        return .json { writer in
            writer.object { object in
                object.member("articles", done.articles)
                object.member("changed", done.changed)
            }
        }
    }

    private static func changes(_ body: JSONValue) throws -> [StateChange] {
        var changes: [StateChange] = []
        if let read = body["read"]?.bool { changes.append(.read(read)) }
        if let starred = body["starred"]?.bool { changes.append(.starred(starred)) }
        if let tags = body["tags"] {
            changes.append(.tags(add: try strings(tags["add"]), remove: try strings(tags["remove"])))
        }
        guard !changes.isEmpty else {
            throw Problem(400, "badState", "give \"read\" or \"starred\", true or false, or \"tags\"")
        }
        return changes
    }

    private static func strings(_ value: JSONValue?) throws -> [String] {
        guard let value, case .array(let elements) = value else { return [] }
        return try elements.map { element in
            guard let text = element.string else { throw Problem(400, "badState", "tags are strings") }
            return text
        }
    }

    private static func numbers(_ value: JSONValue) throws -> [Int64] {
        guard case .array(let elements) = value else {
            throw Problem(400, "badState", "\"articles\" is an array of numbers")
        }
        return try elements.map { element in
            guard let number = element.integer else {
                throw Problem(400, "badState", "\"articles\" is an array of numbers")
            }
            return number
        }
    }
}
