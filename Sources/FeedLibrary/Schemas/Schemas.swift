/// The named schemas of request and response bodies, as documented in docs/json.md.
extension Schema {
    /// Request bodies, in which unlisted members are an error.
    package static let requests: [(name: String, schema: Schema)] = [
        ("SearchRequest", searchRequest),
        ("StateChange", stateChange),
        ("Undo", undo),
        ("NewFeed", newFeed),
        ("FeedEdit", feedEdit),
        ("FeedMove", feedMove),
        ("FolderMove", folderMove),
        ("NewSavedSearch", newSavedSearch),
        ("SavedSearchEdit", savedSearchEdit),
        ("NewRule", newRule),
        ("RuleEdit", ruleEdit),
        ("RecipeRequest", recipeRequest),
        ("SavedSearchName", .object([.always("name", .string, "of a saved search")])),
        ("RefreshRequest", refreshRequest),
        ("NewToken", newToken),
        ("NewInvitation", newInvitation),
        ("NewDestination", newDestination),
        ("NewPushReceiver", newPushReceiver),
        ("DestinationName", .object([.always("name", .string, "of a destination")])),
        ("ArticlesToSend", .object([.always("name", .string, "of a destination"), .always("articles", numbers)])),
        ("RecordingOpened", recordingOpened),
    ]

    /// Response bodies. Later versions may add members.
    package static let answers: [(name: String, schema: Schema)] = [
        ("SearchAnswer", searchAnswer),
        ("Hit", hit),
        ("Facets", facets),
        ("Completions", completions),
        ("Article", article),
        ("ShownArticle", shownArticle),
        ("ThreadReply", threadReply),
        ("Undone", undone),
        ("OpenedArticles", openedArticles),
        ("Feed", feed),
        ("FailingFeed", failingFeed),
        ("Folder", folder),
        ("Moved", moved),
        ("SavedSearch", savedSearch),
        ("TrendPlot", trendPlot),
        ("Rule", rule),
        ("Alert", alert),
        ("Delivery", delivery),
        ("IngestReport", ingestReport),
        ("ImportReport", importReport),
        ("RefreshReport", refreshReport),
        ("Job", job),
        ("History", history),
        ("FoundFeeds", foundFeeds),
        ("Statistics", statistics),
        ("Token", token),
        ("Invitation", invitation),
        ("Principal", principal),
        ("FeedAddress", .object([.always("url", .string, "the start of the feed addresses; it is a secret")])),
        ("Session", session),
        ("Problem", problem),
        ("Destination", destination),
        ("Sending", sending),
        ("PushReceiver", pushReceiver),
    ]

    static let rejections = Schema.array(
        .object([
            .always("where", .string, "file and line, or file and item"),
            .always("why", .string),
        ]))
    static let highlights = Schema.array(.array(.integer(), count: 2...2))
    static let strings = Schema.array(.string)
    static let numbers = Schema.array(.integer())
    static let articleNumber = Schema.integer(1...Int.max)
}

// MARK: - Forms that only the service writes

extension Schema {
    static let moved = Schema.object([
        .maybe("action", .integer(), "for `/v1/undo`; absent if nothing changed")
    ])

    static let history = Schema.object([
        .always("token", .integer(), "for \"since\" of the next request"),
        .maybe(
            "inserted", .object([.always("first", .integer()), .always("last", .integer())]),
            "the numbers of new articles are in this range"),
        .maybe("changed", numbers),
    ])

    static let job = Schema.object([
        .always("id", .string),
        .always("kind", .choice(["import", "refresh"])),
        .always("state", .choice(["waiting", "running", "done", "failed", "cancelled"])),
        .always("created", .date),
        .maybe("started", .date),
        .maybe("finished", .date),
        .maybe(
            "progress",
            .object([
                .always("done", .integer()), .maybe("total", .integer()),
                .always("of", .choice(["outlines", "articles", "feeds"])),
            ])),
        .maybe("report", .either([.named("ImportReport"), .named("RefreshReport")])),
        .maybe("problem", .named("Problem"), "why it failed"),
    ])

    static let principal = Schema.object([
        .always("kind", .choice(["token", "app password", "session"])),
        .always("scope", .choice(["read", "write", "admin"])),
        .maybe("account", .string, "absent for a token, and for a session of a one-time key"),
        .maybe("name", .string, "of the token, or the label of the app password"),
        .maybe("csrf", .string, "of a session: for the header X-CSRF-Token"),
    ])

    static let problem = Schema.object([
        .always("type", .string, "urn:feedsearch:problem:CODE"),
        .always("title", .string),
        .always("status", .integer(400...599)),
        .always("detail", .string, "in the language of Accept-Language"),
        .always("request_id", .string),
        .maybe("at", .integer(), "of a mistake in a query, in UTF-8 bytes"),
        .maybe("length", .integer()),
        .maybe("hint", .string, "what to do"),
    ])
}
