internal import Articles
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
            .maybe("folder", .string, "names from the top, divided by /"),
        ] + passwordMembers)

    /// The login of a feed. The password is stored encrypted for the feed's origin, and never returned.
    private static let passwordMembers: [Schema.Member] = [
        .maybe("username", .string, "with which the feed is fetched (Basic); goes with a password"),
        .maybe("password", .string, "kept encrypted for the origin of the feed; never shown"),
    ]

    package static let feedEdit = Schema.object(
        [
            .maybe("title", .string),
            .maybe("paused", .boolean),
            .maybe("folder", .string, "names from the top, divided by /; empty for none"),
            .maybe("interval", .string, "between two fetches, such as 30m, 6h or auto"),
            .maybe("keep", .string, "articles or age, such as 500, 90d, all or default"),
            .maybe("keep_unread", .string, "how many may be unread: a number, all or default"),
            .maybe("full_text", .string, "on, a CSS selector or off"),
            .maybe("user_agent", .string),
        ] + passwordMembers)

    package static let feedMove = Schema.object([
        .maybe("from", .string, "the folder that it leaves, of several; without it the first"),
        .maybe("into", .string, "the folder that it is put into, names divided by /; empty for the top"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "without it and the next two: last"),
        .maybe("before", .integer(), "the number of a feed"),
        .maybe("after", .integer(), "the number of a feed"),
    ])

    package static let folderMove = Schema.object([
        .always("folder", .string, "names divided by /"),
        .maybe("into", .string, "the folder that it is put into; empty for the top"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "without it and the next two: last"),
        .maybe("before", .string, "the name of a folder"),
        .maybe("after", .string, "the name of a folder"),
    ])

    package static let moved = Schema.object([
        .maybe("action", .integer(), "for `/v1/undo`; left out where all was so before")
    ])

    package static let foundFeeds = Schema.object([
        .always(
            "feeds",
            .array(
                .object([
                    .always("href", .string),
                    .maybe("title", .string),
                    .always("source", .string, "how it was found"),
                    .always("items", .integer(), "articles that it has now"),
                    .always(
                        "newest",
                        .array(
                            .object([
                                .maybe("title", .string), .maybe("url", .string), .maybe("published", .date),
                            ])), "five at most"),
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
        .maybe("disabled", .string, "why it alerts no more"),
        .maybe("failed_on", .integer(), "the article on which its regular expression took too long"),
        .always("created", .date),
    ])

    private static let marks = Schema.choice(ArrivalRule.Action.names)

    package static let newRule = Schema.object([
        .always("query", .string),
        .always("mark", marks),
        .maybe("tag", .string, "with \"mark\":\"tag\""),
        .maybe("after", .integer(ArrivalRule.delayRange), "seconds after an article's arrival; 0 for at once"),
        .maybe("dry_run", .boolean, "say which articles of the last days it would have met"),
        .maybe("days", .integer(RuleTrial.dayRange), "\(RuleTrial.defaultDays) by default"),
    ])

    package static let ruleEdit = Schema.object([
        .maybe("query", .string),
        .maybe("mark", marks),
        .maybe("tag", .string, "with \"mark\":\"tag\""),
        .maybe("after", .integer(ArrivalRule.delayRange), "seconds after an article's arrival; 0 for at once"),
        .maybe("dry_run", .boolean),
        .maybe("days", .integer(RuleTrial.dayRange), "\(RuleTrial.defaultDays) by default"),
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
        .maybe("would", numbers, "with dry_run: articles that it would have met"),
    ])

    package static let alert = Schema.object([
        .always("name", .string),
        .always("notify", .string, "the kind of its channel"),
        .maybe("digest", .string),
        .always("waiting", .integer(), "matches that no delivery has taken up"),
        .always("undelivered", .integer(), "deliveries still to be made"),
        .always("dead", .integer(), "deliveries that were given up"),
        .always("failures", .integer(), "in a row"),
        .maybe("disabled", .string, "why it alerts no more"),
        .maybe("unconfirmed", strings, "what waits for a confirmation on the machine of the service"),
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
