/// The named schemas of bodies, as documented in docs/json.md.
extension Schema {
    /// Request bodies: unlisted members are an error.
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
        ("SavedSearchName", .object([.always("name", .string, "of a saved search")])),
        ("RefreshRequest", refreshRequest),
        ("NewToken", newToken),
    ]

    /// Answers: members may be added in later versions.
    package static let answers: [(name: String, schema: Schema)] = [
        ("SearchAnswer", searchAnswer),
        ("Hit", hit),
        ("Facets", facets),
        ("Completions", completions),
        ("Article", article),
        ("ShownArticle", shownArticle),
        ("Undone", undone),
        ("Feed", feed),
        ("Folder", folder),
        ("Moved", moved),
        ("SavedSearch", savedSearch),
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
        ("Principal", principal),
        ("FeedAddress", .object([.always("url", .string, "the start of the feed addresses; it is a secret")])),
        ("Session", session),
        ("Problem", problem),
    ]

    package static let rejections = Schema.array(
        .object([
            .always("where", .string, "file and line, or file and item"),
            .always("why", .string),
        ]))
    package static let highlights = Schema.array(.array(.integer(), count: 2...2))
    package static let strings = Schema.array(.string)
    package static let numbers = Schema.array(.integer())
    package static let articleNumber = Schema.integer(1...Int.max)
}
