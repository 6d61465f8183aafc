package import Articles

/// The failing searches of a writing process, and the states of importers that tell others of them.
///
/// A state holds article and query: whoever changes the query has another search, which does not fail yet. A search is asked
/// no more of a batch in which it has failed, and after `maxFailures` batches no more by this process: articles come in
/// whatever a search costs.
package final class FailingSearches {
    private struct Key: Hashable {
        var kind: FailingSearch.Kind
        var id: Int64
    }

    package static let maxFailures = 20

    private var counts: [Key: Int] = [:]
    /// Each once, as it failed first.
    package private(set) var all: [FailingSearch] = []

    package init() {}

    package func isSuspended(_ kind: FailingSearch.Kind, _ id: Int64) -> Bool {
        counts[Key(kind: kind, id: id), default: 0] >= Self.maxFailures
    }

    /// Begins to count again: the query may be another one.
    package func forget(_ kind: FailingSearch.Kind, _ id: Int64) { counts[Key(kind: kind, id: id)] = nil }

    /// Notes a failure.
    ///
    /// - Returns: the state that is to be stored in the transaction under way, and the name of its importer.
    package func add(_ failing: FailingSearch) -> (client: String, state: [UInt8]) {
        let count = counts[Key(kind: failing.kind, id: failing.id), default: 0] + 1
        counts[Key(kind: failing.kind, id: failing.id)] = count
        if !all.contains(where: { $0.kind == failing.kind && $0.id == failing.id && $0.query == failing.query }) {
            all.append(failing)
        }
        return (Self.client(failing.kind, failing.id), Array("\(failing.article) \(failing.query)".utf8))
    }

    /// The name under which the failure of a search is stored.
    package static func client(_ kind: FailingSearch.Kind, _ id: Int64) -> String { clientPrefix(kind) + String(id) }

    /// The name without the id.
    package static func clientPrefix(_ kind: FailingSearch.Kind) -> String { "failing-\(kind.rawValue)-" }

    /// The article on which a search of this query failed; nil where it did not.
    ///
    /// - Parameter state: what is stored under `client`.
    package static func article(query: String, in state: [UInt8]?) -> Int64? {
        guard let state else { return nil }
        let parts = String(decoding: state, as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[1] == query else { return nil }
        return Int64(parts[0])
    }
}
