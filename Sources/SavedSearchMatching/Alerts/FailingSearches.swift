package import Articles

/// The searches that failed in a writing process. They are stored among the client states, for other processes.
///
/// A state holds the article and the query, so a search whose query has changed no longer counts as failing. A search
/// is not evaluated for the rest of a batch in which it has failed. After failures in `maxFailures` batches, it is not
/// evaluated again in this process, because expensive searches must not block new articles.
package final class FailingSearches {
    private struct Key: Hashable {
        var kind: FailingSearch.Kind
        var id: Int64
    }

    package static let maxFailures = 20

    private var counts: [Key: Int] = [:]
    /// The first failure of each search.
    package private(set) var all: [FailingSearch] = []

    package init() {}

    package func isSuspended(_ kind: FailingSearch.Kind, _ id: Int64) -> Bool {
        counts[Key(kind: kind, id: id), default: 0] >= Self.maxFailures
    }

    /// Resets the number of failures of a search, because its query may have changed.
    func forget(_ kind: FailingSearch.Kind, _ id: Int64) { counts[Key(kind: kind, id: id)] = nil }

    /// Records a failure in the current transaction.
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

    /// The failed searches of one kind, as stored.
    package static func stored(_ kind: FailingSearch.Kind, in store: any ArticleWriting) throws -> Stored {
        Stored(try store.clientStates(prefix: client(kind)), of: kind)
    }

    package struct Stored {
        private var failures: [Int64: (article: Int64, query: String)] = [:]

        /// - Parameter states: the states of clients whose names have the prefix `client(kind)`.
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

        /// The article on which a search with this query failed; nil if it has not failed.
        package func article(_ id: Int64, query: String) -> Int64? {
            failures[id].flatMap { $0.query == query ? $0.article : nil }
        }

        /// Sets, in each saved search, the article on which it failed.
        package func mark(_ searches: inout [SavedSearch]) {
            for place in searches.indices {
                searches[place].failedOn = article(searches[place].id, query: searches[place].query)
            }
        }
    }

    package static func client(_ kind: FailingSearch.Kind) -> String { "failing-\(kind.rawValue)-" }
}
