public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    /// Writes a saved search in the form that `save --from` reads.
    public mutating func savedSearch(_ search: SavedSearch) {
        object { object in
            object.member("name", search.name)
            object.member("query", search.query)
            object.member("comment", search.comment)
            object.member("color", search.color?.rawValue)
            if let rule = search.rule {
                object.member("notify", rule.channel)
                object.member("digest", rule.digest)
                object.member("when", rule.condition)
                object.member("quiet_hours", rule.quietHours)
                object.member("secret", rule.secret)
                object.member("signature", rule.signature)
                object.member("headers", rule.headers)
                object.member("template", rule.template)
                object.member("content_type", rule.contentType)
                object.member("each", rule.isEach ? "yes" : nil)
                object.member("disabled", rule.disabled)
            }
            object.member("failed_on", search.failedOn.map { Int($0) })
            object.member("created", CivilTime.rfc3339(search.created))
        }
    }
}

extension Schema {
    static let savedSearch = Schema.object([
        .always("name", .string),
        .always("query", .string),
        .maybe("comment", .string),
        .maybe("color", .choice(SearchColor.allCases.map(\.rawValue)), "marks its matches in lists"),
        .maybe("notify", .string, "the kind of its channel"),
        .maybe("digest", .string),
        .maybe("when", .string, "the condition on its number of articles, such as count > 20 in 1d"),
        .maybe("quiet_hours", .string),
        .maybe("secret", .string, "the kind of its place: stored, env or file"),
        .maybe("signature", .string),
        .maybe("headers", .string, "the kind of their place: stored, env or file"),
        .maybe("template", .string, "of the body of a webhook's messages"),
        .maybe("content_type", .string, "of the template's result"),
        .maybe("each", .choice(["yes"]), "each article has a message of its own"),
        .maybe("disabled", .string, "why its alerts were stopped"),
        .maybe("failed_on", .integer(), "the article on which its regular expression took too long"),
        .always("created", .date),
    ])

    static let newSavedSearch = Schema.object(
        [.always("name", .string), .always("query", .string)] + alertMembers)

    static let savedSearchEdit = Schema.object([.maybe("query", .string)] + alertMembers)

    private static let alertMembers: [Member] = [
        .maybe("comment", .string),
        .maybe(
            "notify", .string, "a channel: webhook:URL, mail:ADDRESS, a service such as telegram:CHAT or slack, or none"
        ),
        .maybe("digest", .string, "such as 1h, daily 08:00 or weekly; each for none"),
        .maybe(
            "when", .string,
            "send a message when this is met, not for each match: count > 20 in 1d, count > 3x usual in 1d, none in 30d or feed silent for 30d; off for none"
        ),
        .maybe("color", .choice(SearchColor.allCases.map(\.rawValue) + ["none"]), "marks its matches in lists"),
        .maybe("quiet_hours", .string, "such as 22:00-07:00"),
        .maybe(
            "secret", .string,
            "of a webhook's signature, the token of a service, or the address that it has made for you; kept encrypted, never shown; empty for none"
        ),
        .maybe("signature", .choice(["standard", "miniflux"]), "how a webhook is signed"),
        .maybe(
            "headers", .string,
            "lines NAME: VALUE that are sent with each message; kept encrypted, never shown; empty for none"),
        .maybe("template", .string, "of the body of a webhook's messages; none for the standard JSON"),
        .maybe("content_type", .string, "of the template's result, such as application/json or text/plain"),
        .maybe("each", .choice(["yes", "no"]), "whether each article has a message of its own"),
    ]
}
