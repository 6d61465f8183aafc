internal import Alerting
internal import Articles
internal import FeedFetching
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    /// Writes the state of a destination.
    public mutating func destination(_ status: DestinationStatus) {
        object { object in
            object.member("name", status.destination.name)
            object.member("kind", status.destination.kind)
            object.member("address", status.destination.address)
            object.member("secret", status.destination.secret)
            object.member("waiting", status.waiting)
            object.member("sent", status.sent)
            object.member("dead", status.dead)
            object.member("disabled", status.destination.disabled)
            if !status.unconfirmed.isEmpty {
                object.key("unconfirmed")
                object.array(status.unconfirmed) { $0.string($1.summary) }
            }
        }
    }

    /// Writes a sending.
    public mutating func sending(_ entry: SendingLogEntry) {
        let sending = entry.sending
        object { object in
            object.member("id", sending.uid)
            object.member("destination", entry.name)
            object.member("article", Int(sending.article))
            object.member("title", entry.title)
            object.member("state", "\(sending.state)")
            object.member("attempts", sending.attempts)
            object.member("created", CivilTime.rfc3339(sending.created))
            object.member("due", sending.state == .waiting ? CivilTime.rfc3339(sending.due) : nil)
            object.member("finished", sending.finished.map(CivilTime.rfc3339))
            object.member("failure", sending.failure)
        }
    }
}

extension JSONWriter {
    /// Writes the result of a test of a destination.
    ///
    /// - Parameter failure: the reason why it cannot be used; nil if it can.
    public mutating func destinationTest(_ failure: String?) {
        object { object in
            object.member("works", failure == nil)
            object.member("failure", failure)
        }
    }
}

extension Schema {
    static let destination = Schema.object([
        .always("name", .string),
        .always("kind", .choice(DestinationAddress.Kind.allCases.map(\.rawValue))),
        .always("address", .string, "KIND:ADDRESS; the kind alone for a folder"),
        .maybe("secret", .string, "the kind of its place: env, file or stored"),
        .always("waiting", .integer(), "articles to be sent"),
        .always("sent", .integer(), "articles sent in the last 90 days"),
        .always("dead", .integer(), "articles that were given up"),
        .maybe("disabled", .string, "why nothing more is sent"),
        .maybe("unconfirmed", strings, "settings that must be confirmed on the machine of the service"),
    ])

    static let sending = Schema.object([
        .always("id", .string),
        .always("destination", .string),
        .always("article", articleNumber),
        .maybe("title", .string, "of the article, or the beginning of its text"),
        .always("state", .choice(["waiting", "delivered", "dead"])),
        .always("attempts", .integer()),
        .always("created", .date),
        .maybe("due", .date),
        .maybe("finished", .date),
        .maybe("failure", .string),
    ])

    static let newDestination = Schema.object([
        .always("name", .string),
        .always("address", .string, "wallabag:URL, readeck:URL, karakeep:URL, linkding:URL or instapaper"),
        .maybe("secret", .string, "the token of readeck, karakeep and linkding"),
        .maybe("client_id", .string, "of wallabag"),
        .maybe("client_secret", .string, "of wallabag"),
        .maybe("username", .string, "of wallabag and instapaper"),
        .maybe("password", .string, "of wallabag and instapaper"),
    ])
}
