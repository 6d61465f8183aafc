public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    public mutating func delivery(_ delivery: AlertDelivery, name: String, articles: [Int64]) {
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
    ])
}
