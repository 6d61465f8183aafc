package import Database

/// Reads the table `client_state`, which stores the state of importers and how far word lists have been built.
package enum ClientStates {
    /// The clients whose state is a person's own: days of reading, playback, positions and the recording of opened
    /// articles.
    private static let personalPrefixes = ["reading/", "playback/", "positions", "opened/"]

    /// The prefix of the names under which the personal states of a member are stored.
    static func personal(_ member: Int64) -> String { "member/\(member)/" }

    static func isPersonal(_ stored: String) -> Bool { stored.hasPrefix("member/") }

    /// The name under which the state of a client is stored.
    static func stored(_ client: String, _ member: Int64?) -> String {
        guard let member, personalPrefixes.contains(where: client.hasPrefix) else { return client }
        return personal(member) + client
    }

    /// The query for the states of all clients whose names begin with a prefix, ordered by name.
    static func query(prefix: String) -> SQL {
        let name: SQL = "c.client \(sqlite: "", postgres: "COLLATE \"C\"")"
        return """
            SELECT c.client, c.state FROM \(rows: .clientState) c
            WHERE \(sql: name) >= \(prefix) AND \(sql: name) < \(prefix + "\u{10FFFF}") ORDER BY \(sql: name)
            """
    }

    package static func setting(_ state: [UInt8], of client: String) -> SQL {
        .insert(
            into: .clientState, ["client": .text(client), "state": .bytes(state)], onConflict: .updates(["state"]))
    }

    static func setting(_ number: Int64, of client: String) -> SQL {
        setting(Array(String(number).utf8), of: client)
    }

    /// The numbers stored as the states of two clients; nil for a client without a stored state.
    static func numbers(
        of first: String, _ second: String, _ database: any LibraryDatabase
    ) throws -> (Int64?, Int64?) {
        var numbers: (Int64?, Int64?)
        try database.visit(
            "SELECT c.client, c.state FROM \(rows: .clientState) c WHERE c.client IN (\(first), \(second))"
        ) { row in
            let number = Int64(String(decoding: row.bytes(1), as: UTF8.self))
            if row.text(0) == first { numbers.0 = number } else { numbers.1 = number }
        }
        return numbers
    }

    static func number(of client: String, _ database: any LibraryDatabase) throws -> Int64? {
        try numbers(of: client, client, database).0
    }
}
