internal import Database

/// What clients keep in a library, by their name.
enum ClientStateRow {
    /// The names that begin with a text, and their states, in the order of the names.
    static func query(prefix: String) -> SQL {
        let name: SQL = "c.client \(sqlite: "", postgres: "COLLATE \"C\"")"
        return """
            SELECT c.client, c.state FROM \(rows: .clientState) c
            WHERE \(sql: name) >= \(prefix) AND \(sql: name) < \(prefix + "\u{10FFFF}") ORDER BY \(sql: name)
            """
    }
}
