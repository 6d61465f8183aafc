internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import Messages

extension AssistantTool {
    /// The tools that change the library.
    static let writing = [mark, star, tag, saveSearch]

    private static let maxArticles = 100

    private static let articles = Schema.Member.always(
        "articles", .array(.integer(1...Int.max), count: 1...maxArticles), "numbers of articles")

    private static let changed: [Schema.Member] = [
        .always("articles", .integer(), "number of articles in the call"),
        .always("changed", .integer(), "number of articles that were in another state"),
        .maybe("action", .integer(), "the number with which the user can undo it: feedsearch undo NUMBER"),
    ]

    static let mark = AssistantTool(
        "mark", "Mark as read or unread", "Marks articles as read or as unread, if the user asks for it.",
        effect: .changesState, input: [articles, .always("read", .boolean, "false marks as unread")], output: changed
    ) { call in
        guard let isRead = try call.arguments.flag("read") else { throw call.wanted("read") }
        return try await change(.read(isRead), call)
    }

    static let star = AssistantTool(
        "star", "Star or unstar", "Adds or removes the star of articles, if the user asks for it.",
        effect: .changesState, input: [articles, .always("starred", .boolean, "false removes the star")],
        output: changed
    ) { call in
        guard let isStarred = try call.arguments.flag("starred") else { throw call.wanted("starred") }
        return try await change(.starred(isStarred), call)
    }

    static let tag = AssistantTool(
        "tag", "Tag articles", "Adds tags of the user to articles and removes them, if the user asks for it.",
        effect: .changesState,
        input: [
            articles, .maybe("add", .array(.string, count: 0...20), "tags to add"),
            .maybe("remove", .array(.string, count: 0...20), "tags to remove"),
        ], output: changed
    ) { call in
        let (add, remove) = (try call.arguments.texts("add"), try call.arguments.texts("remove"))
        guard !add.isEmpty || !remove.isEmpty, !(add + remove).contains(where: \.isEmpty) else {
            throw UserFacingError(.assistantTagsWanted, language: call.caller.language)
        }
        return try await change(.tags(add: add, remove: remove), call)
    }

    private static func change(_ change: StateChange, _ call: ToolCall) async throws -> ToolAnswer {
        let numbers = try call.arguments.articles(maxCount: maxArticles)
        let deadline = call.deadline
        return try await call.write { library in
            for (number, guid) in zip(numbers, try library.store.guids(of: numbers)) where guid == nil {
                throw StorageError.noSuchArticle("#\(number)")
            }
            let done = try library.reading.mark(numbers, [change], until: deadline)
            var text = "\(done.changed) of \(numbers.count) articles were changed."
            if let action = done.action { text += " The user can undo it with: feedsearch undo \(action)" }
            return ToolAnswer(text) { object in
                object.member("articles", numbers.count)
                object.member("changed", done.changed)
                object.member("action", done.action.map { Int($0) })
            }
        }
    }

    static let saveSearch = AssistantTool(
        "save_search", "Save a search",
        "Saves a query under a name, if the user asks for it. It sets no alerts; alerts of a replaced search stay.",
        effect: .mayReplace,
        input: [
            .always("name", .string, "at most 200 bytes"), .always("query", .string, "in the query language of search"),
            .maybe("comment", .string, "a line about it for the user"),
            .maybe("replace", .boolean, "whether a saved search with this name and another query is replaced"),
        ],
        output: [
            .always("name", .string), .always("uri", .string, "of its resource"), .always("query", .string),
            .always("replaced", .boolean),
        ]
    ) { call in
        let name = try call.arguments.required("name", maxBytes: 200)
        let query = try call.arguments.required("query")
        let comment = try call.arguments.text("comment", maxBytes: 1_000)
        let mayReplace = try call.arguments.flag("replace") ?? false
        return try await call.write { library in
            let old = try library.store.savedSearches(named: name).first
            if let old, old.query != query, !mayReplace {
                throw library.mistake(.assistantSavedExists, [name, old.query])
            }
            // There is no secret to keep, since a tool sets no alerts.
            let keeper = SecretKeeper(keep: { _, _ in "" }, forget: { _ in })
            try library.savedSearches.save(forClient: name, query, comment: comment ?? old?.comment, keeper: keeper)
            return ToolAnswer("Saved as \(FencedText.line(name)).") { object in
                object.member("name", name)
                object.member("uri", ResourceAddress.savedSearch(name).text)
                object.member("query", query)
                object.member("replaced", old != nil)
            }
        }
    }
}

extension ToolCall {
    fileprivate func wanted(_ name: String) -> UserFacingError {
        UserFacingError(.httpMemberFlag, [name], language: caller.language)
    }
}
