internal import Articles
internal import SQLite
internal import SavedSearchMatching

extension FailingSearches {
    /// Notes a failure, in the transaction under way.
    func add(_ failing: FailingSearch, on connection: Connection) throws {
        let (client, state) = add(failing)
        try connection.run(
            "REPLACE INTO client_state (client, state) VALUES (?, ?)", [.text(client), .blob(state)])
    }

    /// The article on which a search of this query failed; nil where it did not.
    static func article(
        _ kind: FailingSearch.Kind, _ id: Int64, query: String, on connection: Connection
    ) throws -> Int64? {
        let state = try connection.text(
            "SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?", [.text(client(kind, id))])
        return article(query: query, in: state.map { Array($0.utf8) })
    }
}

extension SQLiteStore {
    var failingSearches: [FailingSearch] { alerting.failing.all }
}
