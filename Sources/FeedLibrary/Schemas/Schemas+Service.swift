internal import Messages

/// Schemas of ingests, jobs and the service itself.
extension Schema {
    package static let ingestReport = Schema.object([
        .always("seen", .integer(), "the sum of the next four numbers"),
        .always("inserted", .integer()),
        .always("updated", .integer()),
        .always("unchanged", .integer()),
        .always("rejected", rejections),
        .maybe("rejected_count", .integer(), "present if there are more than are listed"),
        .maybe("unknown_zones", strings, "unknown time zones; their dates are read as UTC"),
        .maybe("stopped", .boolean),
        .always("seconds", .number),
        .always("articles_per_second", .number),
        .always("bytes", .integer()),
    ])

    package static let importReport = Schema.object([
        .always("added", .integer()),
        .always("present", .integer()),
        .always(
            "outlines",
            .array(
                .object([
                    .always("url", .string), .maybe("title", .string), .always("folders", strings),
                    .always("result", .choice(["added", "present", "refused"])), .maybe("why", .string),
                ]))),
        .maybe("stopped", .boolean),
        .maybe("articles", .named("IngestReport")),
        .always("rejected", rejections),
    ])

    package static let refreshReport = Schema.object([
        .always("feeds", .integer(), "number of requested feeds"),
        .always("fetched", .integer()),
        .always("unchanged", .integer()),
        .always("failed", .integer()),
        .always("inserted", .integer()),
        .always("updated", .integer()),
        .maybe("removed", .integer()),
        .maybe(
            "pages",
            .object([
                .always("whole", .integer()), .always("nothing_more", .integer()), .always("failed", .integer()),
            ]), "pages of articles, fetched for their full text"),
        .always("offline", .boolean),
        .always("stopped", .boolean),
        .always("seconds", .number),
        .maybe(
            "moved",
            .array(.object([.always("feed", .string), .maybe("title", .string), .always("to", .string)]))),
        .maybe(
            "postponed",
            .array(.object([.always("feed", .string), .maybe("title", .string), .always("next_fetch", .date)])),
            "not requested, because their hosts asked for a pause"),
        .maybe(
            "unconfirmed",
            .array(.object([.always("feed", .string), .maybe("title", .string), .always("why", .string)]))),
        .always(
            "failures",
            .array(
                .object([
                    .always("feed", .string), .maybe("title", .string), .always("kind", .string),
                    .always("why", .string), .always("failures", .integer(), "in a row"), .maybe("alert", .boolean),
                    .maybe("next_fetch", .date),
                ]))),
    ])

    package static let job = Schema.object([
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

    package static let refreshRequest = Schema.object([
        .maybe(
            "feeds", .array(.either([.integer(1...Int.max), .string]), count: 1...1_000),
            "numbers, addresses or titles; all feeds if absent")
    ])

    package static let statistics = Schema.object([
        .always("articles", .integer()),
        .always("unread", .integer()),
        .always("starred", .integer()),
        .always("feeds", .integer()),
        .always("subscriptions", .integer()),
        .always("saved_searches", .integer()),
        .always("bytes", .integer(), "of the database"),
        .always("index_bytes", .integer()),
        .maybe("oldest", .date),
        .maybe("newest", .date),
        .always("schema_version", .integer()),
    ])

    package static let token = Schema.object([
        .always("token", .string, "its name"),
        .always("scope", .choice(["read", "write", "admin"])),
        .always("created", .date),
        .maybe("expires", .date),
        .maybe("last_used", .date, "with minute precision"),
    ])

    package static let newToken = Schema.object([
        .always("name", .string),
        .always("scope", .choice(["read", "write", "admin"])),
        .maybe("expires", .string, "after a time such as 12h or 90d; never if absent"),
    ])

    package static let principal = Schema.object([
        .always("kind", .choice(["token", "app password", "session"])),
        .always("scope", .choice(["read", "write", "admin"])),
        .maybe("account", .string, "absent for a token, and for a session of a one-time key"),
        .maybe("name", .string, "of the token, or the label of the app password"),
        .maybe("csrf", .string, "of a session: for the header X-CSRF-Token"),
    ])

    package static let session = Schema.object([
        .always("session", .integer()),
        .maybe("account", .string, "absent for a session of a one-time key"),
        .always("created", .date),
        .always("last_used", .date, "with minute precision"),
        .maybe("address", .string),
        .maybe("user_agent", .string),
    ])

    package static let problem = Schema.object([
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
