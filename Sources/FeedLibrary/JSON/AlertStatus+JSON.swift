internal import Articles
internal import FeedFetching
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    /// Writes the state of a saved search's alerts.
    public mutating func alertStatus(_ status: AlertStatus) {
        object { object in
            object.member("name", status.search.name)
            object.member("notify", status.rule.channel)
            object.member("digest", status.rule.digest)
            object.member("when", status.rule.condition)
            object.member("waiting", status.waiting)
            object.member("undelivered", status.undelivered)
            object.member("dead", status.dead)
            object.member("failures", status.rule.failures)
            object.member("disabled", status.rule.disabled)
            if !status.unconfirmed.isEmpty {
                object.key("unconfirmed")
                object.array(status.unconfirmed) { $0.string($1.summary) }
            }
            object.member("failed_on", status.search.failedOn.map { Int($0) })
        }
    }

    /// Writes a setting that waits for a confirmation.
    public mutating func pendingConfirmation(_ pending: PendingConfirmation) {
        object { object in
            object.member("owner", pending.owner)
            object.member("kind", pending.item.kind.rawValue)
            object.member("value", pending.item.value)
            object.member("for", pending.item.target)
        }
    }
}

extension Schema {
    static let alert = Schema.object([
        .always("name", .string),
        .always("notify", .string, "the kind of its channel"),
        .maybe("digest", .string),
        .maybe("when", .string, "the condition on its number of articles"),
        .always("waiting", .integer(), "matches that are not in a delivery yet"),
        .always("undelivered", .integer(), "pending deliveries"),
        .always("dead", .integer(), "deliveries that were abandoned"),
        .always("failures", .integer(), "in a row"),
        .maybe("disabled", .string, "why its alerts were stopped"),
        .maybe("unconfirmed", strings, "settings that must be confirmed on the machine of the service"),
        .maybe("failed_on", .integer()),
    ])
}
