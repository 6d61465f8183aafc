package import Articles

/// The failing searches of a writing process, and what tells others of them, among the states of importers.
///
/// A state holds article and query: anyone who changes the query has another search, which does not fail yet. A search is asked
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
    func forget(_ kind: FailingSearch.Kind, _ id: Int64) { counts[Key(kind: kind, id: id)] = nil }

    /// Notes a failure, in the transaction under way.
    package func add(_ failing: FailingSearch, to store: any ArticleWriting) throws {
        let count = counts[Key(kind: failing.kind, id: failing.id), default: 0] + 1
        counts[Key(kind: failing.kind, id: failing.id)] = count
        if !all.contains(where: { $0.kind == failing.kind && $0.id == failing.id && $0.query == failing.query }) {
            all.append(failing)
        }
        try store.setClientState(
            Array("\(failing.article) \(failing.query)".utf8),
            of: Self.client(failing.kind) + "\(failing.id)")
    }

    /// The searches of a kind that have failed, as stored.
    package static func stored(_ kind: FailingSearch.Kind, in store: any ArticleWriting) throws -> Stored {
        Stored(try store.clientStates(prefix: client(kind)), of: kind)
    }

    package struct Stored {
        private var failures: [Int64: (article: Int64, query: String)] = [:]

        /// - Parameter states: of clients whose names begin with `client(kind)`.
        package init(_ states: [(client: String, state: [UInt8])], of kind: FailingSearch.Kind) {
            let prefix = client(kind)
            for (client, state) in states {
                let parts = state.split(separator: UInt8(ascii: " "), maxSplits: 1)
                guard let id = Int64(client.dropFirst(prefix.count)), parts.count == 2,
                    let article = Int64(String(decoding: parts[0], as: UTF8.self))
                else { continue }
                failures[id] = (article, String(decoding: parts[1], as: UTF8.self))
            }
        }

        /// The article on which a search of this query failed; nil where it did not.
        package func article(_ id: Int64, query: String) -> Int64? {
            failures[id].flatMap { $0.query == query ? $0.article : nil }
        }

        /// Notes in saved searches on which article they failed.
        package func mark(_ searches: inout [SavedSearch]) {
            for place in searches.indices {
                searches[place].failedOn = article(searches[place].id, query: searches[place].query)
            }
        }
    }

    package static func client(_ kind: FailingSearch.Kind) -> String { "failing-\(kind.rawValue)-" }
}
