package import Database

extension Table {
    package static let destination = Table(
        "destination", counter: "destination",
        [
            Column("id", .integer), Column("name", .text), Column("address", .text), Column("secret", .text),
            Column("created", .integer), Column("not_before", .integer), Column("disabled", .text),
        ])

    /// The sendings: articles queued for a destination, and those that were sent or failed in the last 90 days.
    package static let sending = Table(
        "sending", counter: "sending",
        [
            Column("id", .integer), Column("uid", .text), Column("destination", .integer), Column("article", .integer),
            Column("state", .integer), Column("created", .integer), Column("due", .integer),
            Column("attempts", .integer), Column("finished", .integer), Column("failure", .text),
        ])
}
