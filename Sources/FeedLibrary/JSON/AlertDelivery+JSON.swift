public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    public mutating func delivery(
        _ delivery: AlertDelivery, name: String, articles: [Int64], trend: NotedEvent? = nil
    ) {
        object { object in
            object.member("id", delivery.uid)
            object.member("search", name)
            object.member("state", "\(delivery.state)")
            object.member("attempts", delivery.attempts)
            object.member("created", CivilTime.rfc3339(delivery.created))
            object.member("due", delivery.state == .waiting ? CivilTime.rfc3339(delivery.due) : nil)
            object.member("finished", delivery.finished.map(CivilTime.rfc3339))
            object.member("failure", delivery.failure)
            object.key("articles")
            object.array(articles) { $0.number($1) }
            guard let trend else { return }
            object.key("trend")
            object.object { event in
                event.member("condition", trend.condition)
                event.member("count", trend.event.articles)
                event.member("usual", trend.event.usual.map { Double($0.doubled) / 2 })
                event.member("from", CivilTime.rfc3339(trend.event.start * 3_600))
                event.member("until", CivilTime.rfc3339(trend.event.end * 3_600))
                event.member("feed", trend.feed.map(MaskedURL.withoutLogin))
                event.member("feed_title", trend.feedTitle)
            }
        }
    }
}

extension Schema {
    static let delivery = Schema.object([
        .always("id", .string),
        .always("search", .string),
        .always("state", .choice(["waiting", "delivered", "dead"])),
        .always("attempts", .integer()),
        .always("created", .date),
        .maybe("due", .date),
        .maybe("finished", .date),
        .maybe("failure", .string),
        .always("articles", numbers),
        .maybe(
            "trend",
            .object([
                .always("condition", .string), .always("count", .integer()), .maybe("usual", .number),
                .always("from", .date), .always("until", .date), .maybe("feed", .string), .maybe("feed_title", .string),
            ]), "the event of a condition"),
    ])
}
