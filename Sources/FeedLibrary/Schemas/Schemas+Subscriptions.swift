internal import Messages

/// Schemas of feeds, saved searches, rules and alerts.
extension Schema {
    package static let feed = Schema.object([
        .maybe("n", .integer(), "the subscription's number"),
        .always("feed", .string, "its address"),
        .maybe("title", .string),
        .maybe("home", .string),
        .maybe("language", .string),
        .always("subscribed", .boolean),
        .always("paused", .boolean),
        .always("articles", .integer()),
        .always("unread", .integer()),
        .always("folders", .array(strings), "paths of names from the top"),
        .maybe("icon", .string, "the media type of its icon"),
        .maybe("options", .object([], open: true)),
    ])

    package static let folder = Schema.object([
        .always("folder", strings, "names from the top"),
        .always("feeds", .integer()),
        .always("articles", .integer()),
        .always("unread", .integer()),
    ])

    package static let newFeed = Schema.object(
        [
            .always("url", .string, "of a feed, a home page, or a bare domain"),
            .maybe("title", .string),
            .maybe("folder", .string, "names from the top, separated by /"),
        ] + passwordMembers)

    /// The login of a feed. The password is stored encrypted for the feed's origin, and never returned.
    private static let passwordMembers: [Schema.Member] = [
        .maybe("username", .string, "for fetching the feed (Basic authentication); requires a password"),
        .maybe("password", .string, "kept encrypted for the origin of the feed; never shown"),
    ]

    package static let feedEdit = Schema.object(
        [
            .maybe("title", .string),
            .maybe("paused", .boolean),
            .maybe("folder", .string, "names from the top, separated by /; empty for none"),
            .maybe("interval", .string, "between two fetches, such as 30m, 6h or auto"),
            .maybe("keep", .string, "articles or age, such as 500, 90d, all or default"),
            .maybe("keep_unread", .string, "how many may be unread: a number, all or default"),
            .maybe("full_text", .string, "on, a CSS selector or off"),
            .maybe("user_agent", .string),
        ] + passwordMembers)

    package static let feedMove = Schema.object([
        .maybe("from", .string, "the folder that it leaves, if it is in several; by default the first"),
        .maybe("into", .string, "the folder that it is moved to, names separated by /; empty for the top level"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "last, if this and the next two are absent"),
        .maybe("before", .integer(), "the number of a feed"),
        .maybe("after", .integer(), "the number of a feed"),
    ])

    package static let folderMove = Schema.object([
        .always("folder", .string, "names separated by /"),
        .maybe("into", .string, "the folder that it is moved to; empty for the top level"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "last, if this and the next two are absent"),
        .maybe("before", .string, "the name of a folder"),
        .maybe("after", .string, "the name of a folder"),
    ])

    package static let moved = Schema.object([
        .maybe("action", .integer(), "for `/v1/undo`; absent if nothing changed")
    ])

    package static let foundFeeds = Schema.object([
        .always(
            "feeds",
            .array(
                .object([
                    .always("href", .string),
                    .maybe("title", .string),
                    .always("source", .string, "how it was found"),
                    .always("items", .integer(), "the number of its current articles"),
                    .always(
                        "newest",
                        .array(
                            .object([
                                .maybe("title", .string), .maybe("url", .string), .maybe("published", .date),
                            ])), "at most five"),
                ])))
    ])

    package static let alertMembers: [Member] = [
        .maybe("comment", .string),
        .maybe("notify", .string, "a channel: webhook:URL, ntfy:URL, mail:ADDRESS, or none"),
        .maybe("digest", .string, "such as 1h, daily 08:00 or weekly; each for none"),
        .maybe("quiet_hours", .string, "such as 22:00-07:00"),
        .maybe(
            "secret", .string,
            "of a webhook's signature, or the access token of an ntfy server; kept encrypted, never shown; empty for none"
        ),
        .maybe("signature", .choice(["standard", "miniflux"]), "how a webhook is signed"),
    ]

    package static let newSavedSearch = Schema.object(
        [.always("name", .string), .always("query", .string)] + alertMembers)

    package static let savedSearchEdit = Schema.object([.maybe("query", .string)] + alertMembers)

    package static let savedSearch = Schema.object([
        .always("name", .string),
        .always("query", .string),
        .maybe("comment", .string),
        .maybe("notify", .string, "the kind of its channel"),
        .maybe("digest", .string),
        .maybe("quiet_hours", .string),
        .maybe("secret", .string, "the kind of its place: stored, env or file"),
        .maybe("signature", .string),
        .maybe("disabled", .string, "why its alerts were stopped"),
        .maybe("failed_on", .integer(), "the article on which its regular expression took too long"),
        .always("created", .date),
    ])

    package static let marks = Schema.choice(["read", "star", "hide", "full-text", "tag"])

    package static let newRule = Schema.object([
        .always("query", .string),
        .always("mark", marks),
        .maybe("tag", .string, "with \"mark\":\"tag\""),
        .maybe("after", .integer(0...366 * 86_400), "seconds after an article's arrival; 0 for immediately"),
        .maybe("dry_run", .boolean, "show which recent articles it would have matched"),
        .maybe("days", .integer(1...3_650), "7 by default"),
    ])

    package static let ruleEdit = Schema.object([
        .maybe("query", .string),
        .maybe("mark", marks),
        .maybe("tag", .string, "with \"mark\":\"tag\""),
        .maybe("after", .integer(0...366 * 86_400), "seconds after an article's arrival; 0 for immediately"),
        .maybe("dry_run", .boolean),
        .maybe("days", .integer(1...3_650), "7 by default"),
    ])

    package static let rule = Schema.object([
        .maybe("rule", .integer(), "its number"),
        .always("query", .string),
        .maybe("after", .integer(), "seconds after an article's arrival"),
        .always("mark", marks),
        .maybe("tag", .string),
        .always("matched", .integer()),
        .always("works", .boolean, "its query can be run"),
        .maybe("failed_on", .integer(), "the article on which its regular expression took too long"),
        .maybe("would", numbers, "with dry_run: articles that it would have matched"),
    ])

    package static let alert = Schema.object([
        .always("name", .string),
        .always("notify", .string, "the kind of its channel"),
        .maybe("digest", .string),
        .always("waiting", .integer(), "matches that are not in a delivery yet"),
        .always("undelivered", .integer(), "pending deliveries"),
        .always("dead", .integer(), "deliveries that were given up"),
        .always("failures", .integer(), "in a row"),
        .maybe("disabled", .string, "why its alerts were stopped"),
        .maybe("unconfirmed", strings, "settings that must be confirmed on the machine of the service"),
        .maybe("failed_on", .integer()),
    ])

    package static let delivery = Schema.object([
        .always("id", .string),
        .always("search", .string),
        .always("state", .choice(["waiting", "delivered", "dead"])),
        .always("attempts", .integer()),
        .always("created", .date),
        .maybe("due", .date),
        .maybe("finished", .date),
        .maybe("failure", .string),
        .always("articles", numbers),
    ])
}
