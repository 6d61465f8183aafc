package import Database

extension Table {
    package static let destination = Table(
        "destination", counter: "destination",
        [
            Column("id", .integer), Column("name", .text), Column("address", .text), Column("secret", .text),
            Column("created", .integer), Column("not_before", .integer), Column("disabled", .text),
        ])

    /// The articles that are on their way to a destination, or have arrived there in the last 90 days.
    package static let sending = Table(
        "sending", counter: "sending",
        [
            Column("id", .integer), Column("uid", .text), Column("destination", .integer), Column("article", .integer),
            Column("state", .integer), Column("created", .integer), Column("due", .integer),
            Column("attempts", .integer), Column("finished", .integer), Column("failure", .text),
        ])
}
