internal import Articles
internal import TextAnalysis

/// The `feed:` and `folder:` conditions of all searches, and which of them each feed passes.
///
/// The result for a feed is kept until its address, titles or folders change.
package final class FeedFilters {
    private enum Filter: Hashable {
        case feed(String)
        case folder(String)
    }

    private struct Known {
        var signature: String
        var filterCount: Int
        var filters: Set<Int32>
        var check: Int
    }

    private var filters: [(filter: Filter, folded: String)] = []
    private var numbers: [Filter: Int32] = [:]
    private var known: [Int64: Known] = [:]
    private var check = 0
    private var folders: [Int64: [String]]?
    /// Used only while the store calls this object.
    private unowned let store: any MatchingStore

    package init(store: any MatchingStore) { self.store = store }

    package func number(feed name: String) -> Int32 { number(.feed(name), name) }

    package func number(folder name: String) -> Int32 { number(.folder(name), name) }

    private func number(_ filter: Filter, _ name: String) -> Int32 {
        if let number = numbers[filter] { return number }
        let number = Int32(filters.count)
        filters.append((filter, Analyzer.shared.foldedText(name)))
        numbers[filter] = number
        return number
    }

    /// Marks all results as stale, because feeds may have changed.
    func beginBatch() {
        check += 1
        folders = nil
    }

    /// The numbers of the conditions that a feed passes.
    package func filters(matching id: Int64) throws -> Set<Int32> {
        if let entry = known[id], entry.check == check, entry.filterCount == filters.count { return entry.filters }
        guard let feed = try feed(id) else { return [] }
        let signature =
            ([feed.url, feed.title ?? "", feed.ownTitle ?? ""] + feed.folders.map { $0.joined(separator: "\u{1}") })
            .joined(separator: "\u{0}")
        if var entry = known[id], entry.signature == signature, entry.filterCount == filters.count {
            entry.check = check
            known[id] = entry
            return entry.filters
        }
        var fulfilled: Set<Int32> = []
        for (number, entry) in filters.enumerated() {
            let isFulfilled =
                switch entry.filter {
                case .feed(let name): feed.isNamed(name, folded: entry.folded)
                case .folder: feed.isInFolder(folded: entry.folded)
                }
            if isFulfilled { fulfilled.insert(Int32(number)) }
        }
        known[id] = Known(
            signature: signature, filterCount: filters.count, filters: fulfilled, check: check)
        return fulfilled
    }

    private func feed(_ id: Int64) throws -> Feed? {
        let paths = try folders ?? store.folderPaths()
        folders = paths
        return try store.feed(id, folders: paths)
    }
}
