internal import Accounts
package import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages
internal import Pipelines
internal import System

/// Routes that return articles and change their state.
enum ArticleOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 1 << 20)
    private static let maxListed = 10_000

    static let all: [Operation] = [
        Operation(
            "articles", .get, "/v1/articles", .read, "All matching articles, newest first; nothing is folded",
            query: [
                .init("q", .string, "a query; all articles without one"),
                .init("author", .string, "only articles whose author has exactly this name"),
                .init(
                    "fold_replies", .boolean,
                    "leave out replies that are read and neither starred nor tagged, unless q has words, is:reply or parent:"
                ),
                .init("limit", .integer(1...10_000), "maximum number of articles; 100 by default"),
                .init("after", .string, "the `after` of the previous page"),
            ],
            gives: .json(.object([.always("articles", .array(.named("Article"))), .maybe("after", .string)])),
            example: "/v1/articles?q=fox&limit=1"
        ) { call in
            try await list(call)
        },
        Operation(
            "article", .get, "/v1/articles/{n}", .read, "One article: plain text, and HTML that is safe to show",
            gives: .json("ShownArticle"), example: "/v1/articles/1"
        ) { call in
            let number = try call.number("n")
            return try await call.json { library, writer in
                guard let article = try library.store.article(number) else {
                    throw StorageError.noSuchArticle("#\(number)")
                }
                writer.shown(article)
            }
        },
        Operation(
            "replies", .get, "/v1/articles/{n}/replies", .read,
            "The replies of a topic as a thread: each reply is followed by its answers",
            query: [
                .init("limit", .integer(1...1_000), "maximum number of replies; 100 by default"),
                .init("from", .integer(0...ReplyThread.maxReplies), "the number of replies to skip"),
            ],
            gives: .json(
                .object([.always("total", .integer()), .always("replies", .array(.named("ThreadReply")))])),
            example: "/v1/articles/1/replies?limit=3"
        ) { call in
            try await replies(call)
        },
        Operation(
            "similar", .get, "/v1/articles/{n}/similar", .read, "Articles similar to a given one",
            query: [.init("limit", .integer(1...100), "maximum number of hits; 10 by default")],
            gives: .json("SearchAnswer"), example: "/v1/articles/1/similar?limit=3"
        ) { call in
            let number = try call.number("n")
            let limit = call.integer("limit") ?? 10
            let deadline = Deadline.after(.milliseconds(TimeLimit.milliseconds))
            return try await call.json(until: deadline) { library, writer in
                let started = library.clock.monotonicSeconds()
                let answer = try library.similar(to: number, limit: limit, within: deadline)
                writer.answer(
                    answer, query: "#\(number)", milliseconds: library.clock.milliseconds(since: started))
            }
        },
        Operation(
            "state", .post, "/v1/state", .write,
            "Set the read and starred state and tags of articles, or move them to the bin",
            limits: small,
            takes: .json("StateChange", #"{"articles":[1,2],"read":true,"tags":{"add":["later"]}}"#),
            gives: .json(
                .object([
                    .always("articles", .integer()), .always("changed", .integer()),
                    .maybe("action", .integer(), "for /v1/undo"),
                ]))
        ) { call in
            try await change(call)
        },
        Operation(
            "undo", .post, "/v1/undo", .write,
            "Undo the last action or a given one; with dry_run, list the actions that can be undone",
            limits: small, takes: .json("Undo", #"{"dry_run":true}"#, isRequired: false), gives: .json("Undone")
        ) { call in
            try await undo(call)
        },
    ]

    private static func list(_ call: RequestContext) async throws -> HTTPResponse {
        let limit = call.integer("limit") ?? 100
        let after = try call.text("after").map { try DatePlace(cursor: $0) }
        let text = call.text("q").flatMap { $0.isEmpty ? nil : $0 }
        let author = call.text("author").flatMap { $0.isEmpty ? nil : $0 }
        let foldsReplies = call.flag("fold_replies") ?? false
        return try await call.json { library, writer in
            let query = try text.map { try library.parse($0) }
            let numbers = try library.articles.newest(
                query, by: author, after: after, limit: limit + 1, foldsReplies: foldsReplies)
            let hasMore = numbers.count > limit
            try writer.object { object in
                object.key("articles")
                try object.array { array in
                    try library.store.forEachArticle(Array(numbers.prefix(limit))) { array.ingestLine($0) }
                }
                if hasMore, let last = try library.store.datePlace(of: numbers[limit - 1]) {
                    object.member("after", last.text)
                }
            }
        }
    }

    private static func replies(_ call: RequestContext) async throws -> HTTPResponse {
        let number = try call.number("n")
        let (first, limit) = (call.integer("from") ?? 0, call.integer("limit") ?? 100)
        return try await call.json { library, writer in
            guard try library.store.article(number, withTexts: false) != nil else {
                throw StorageError.noSuchArticle("#\(number)")
            }
            let entries = try library.articles.thread(of: number).entries
            let part = Array(entries.dropFirst(first).prefix(limit))
            try writer.object { object in
                object.member("total", entries.count)
                object.key("replies")
                try object.array { array in
                    var depths = part[...]
                    try library.store.forEachArticle(part.map(\.article)) { article in
                        while let entry = depths.popFirst() {
                            guard entry.article == article.id else { continue }
                            array.threadReply(article, depth: entry.depth)
                            break
                        }
                    }
                }
            }
        }
    }

    /// Handles a body with `{"articles":[N…]}` or `{"query":Q}` and the values to set. Repeating the request is
    /// harmless: it sets values and toggles none.
    private static func change(_ call: RequestContext) async throws -> HTTPResponse {
        let body = try await call.members(["articles", "query", "read", "starred", "tags", "deleted", "dry_run"])
        let isRemoval = try isRemoval(body)
        let changes = try isRemoval ? [] : changes(body)
        // Tags and removals apply to all members of the library.
        if body["tags"] != nil { try call.require(.editor) }
        // A member does not see which articles others have starred.
        if isRemoval { try call.require(.owner) }
        let isTrial = try body.flag("dry_run") ?? false
        let query = try body.string("query")
        let listed = try body.numbers("articles")
        guard (query == nil) != (listed == nil) else {
            throw Problem(400, "badState", .httpArticlesOrQuery)
        }
        let run: @Sendable (Library) throws -> (articles: Int, changed: Int, action: Int64?) = { library in
            let deadline = call.request.deadline
            let selection =
                try listed.map { ArticleSelection(numbers: $0, isByQuery: false) }
                ?? library.articles.select([query ?? ""], until: deadline)
            let numbers = try isRemoval ? library.articles.deletable(selection) : selection.numbers
            if isTrial { return (numbers.count, 0, nil) }
            if isRemoval {
                let done = try library.articles.delete(numbers, until: deadline)
                return (numbers.count, done.count, done.action)
            }
            let isLogged = selection.isByQuery || numbers.count > 1
            let done = try library.reading.mark(numbers, changes, isLogged: isLogged, until: deadline)
            return (numbers.count, done.changed, done.action)
        }
        let done = isTrial ? try await call.read(run) : try await call.write(run)
        return .json { writer in
            writer.object { object in
                object.member("articles", done.articles)
                object.member("changed", done.changed)
                object.member("action", done.action.map { Int($0) })
            }
        }
    }

    /// Whether the body deletes articles. `"deleted":true` must be the only change, because deleted articles have no
    /// other state. Articles are restored with `undo`.
    private static func isRemoval(_ body: Members) throws -> Bool {
        guard let isDeleted = try body.flag("deleted") else { return false }
        guard isDeleted, body["read"] == nil, body["starred"] == nil, body["tags"] == nil else {
            throw Problem(400, "badState", .httpDeletedAlone)
        }
        return true
    }

    private static func undo(_ call: RequestContext) async throws -> HTTPResponse {
        let hasBody = call.request.headers.contains("Content-Type")
        let body = hasBody ? try await call.members(["action", "dry_run"]) : nil
        let action = try body?.integer("action", in: 1...Int.max).map { Int64($0) }
        if try body?.flag("dry_run") ?? false {
            return try await call.json { library, writer in
                let actions = try library.store.actions().filter { action == nil || $0.id == action }
                writer.list("actions", actions) { $0.action($1) }
            }
        }
        let undone = try await call.write { library in
            try call.requireRole(toUndo: action, in: library)
            return try library.undo(action)
        }
        if let action, undone == nil { throw Problem(404, "noSuchAction", .httpNoSuchAction, [String(action)]) }
        return .json { $0.undone(undone) }
    }

    private static func changes(_ body: Members) throws -> [StateChange] {
        var changes: [StateChange] = []
        if let read = try body.flag("read") { changes.append(.read(read)) }
        if let starred = try body.flag("starred") { changes.append(.starred(starred)) }
        if let tags = try body.members("tags", ["add", "remove"]) {
            changes.append(.tags(add: try tags.strings("add") ?? [], remove: try tags.strings("remove") ?? []))
        }
        guard !changes.isEmpty else {
            throw Problem(400, "badState", .httpStateWanted)
        }
        return changes
    }
}

extension DatePlace {
    /// Decodes a cursor. It encodes a position in the sort order rather than an article, because the article may have
    /// been removed since.
    ///
    /// - Throws: `Problem` if the text is not a valid cursor.
    package init(cursor: String) throws {
        guard let place = DatePlace(cursor) else { throw Problem(400, "badCursor", .httpBadPlace) }
        self = place
    }
}
