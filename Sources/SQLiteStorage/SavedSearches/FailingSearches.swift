internal import Articles
internal import SQLite

/// The failing searches of a writing process, and the rows that tell others of them.
///
/// A row holds article and query: whoever changes the query has another search, which does not fail yet. A search is asked
/// no more of a batch in which it has failed, and after `maxFailures` batches no more by this process: articles come in
/// whatever a search costs.
final class FailingSearches {
    private struct Key: Hashable {
        var kind: FailingSearch.Kind
        var id: Int64
    }

    static let maxFailures = 20

    private var counts: [Key: Int] = [:]
    /// Each once, as it failed first.
    private(set) var all: [FailingSearch] = []

    func isSuspended(_ kind: FailingSearch.Kind, _ id: Int64) -> Bool {
        counts[Key(kind: kind, id: id), default: 0] >= Self.maxFailures
    }

    /// Begins to count again: the query may be another one.
    func forget(_ kind: FailingSearch.Kind, _ id: Int64) { counts[Key(kind: kind, id: id)] = nil }

    /// Notes a failure, in the transaction under way.
    func add(_ failing: FailingSearch, on connection: Connection) throws {
        let count = counts[Key(kind: failing.kind, id: failing.id), default: 0] + 1
        counts[Key(kind: failing.kind, id: failing.id)] = count
        if !all.contains(where: { $0.kind == failing.kind && $0.id == failing.id && $0.query == failing.query }) {
            all.append(failing)
        }
        try connection.run(
            "REPLACE INTO client_state (client, state) VALUES (?, CAST(? AS BLOB))",
            [.text(Self.client(failing.kind, failing.id)), .text("\(failing.article) \(failing.query)")])
    }

    /// The article on which a search of this query failed; nil where it did not.
    static func article(
        _ kind: FailingSearch.Kind, _ id: Int64, query: String, on connection: Connection
    ) throws -> Int64? {
        let state = try connection.text(
            "SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?", [.text(client(kind, id))])
        guard let parts = state?.split(separator: " ", maxSplits: 1), parts.count == 2, parts[1] == query else {
            return nil
        }
        return Int64(parts[0])
    }

    private static func client(_ kind: FailingSearch.Kind, _ id: Int64) -> String {
        "failing-\(kind.rawValue)-\(id)"
    }
}

extension SQLiteStore {
    var failingSearches: [FailingSearch] { alerting.failing.all }
}
