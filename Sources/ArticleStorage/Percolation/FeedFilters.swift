internal import SQLite
internal import TextAnalysis

/// `feed:` and `folder:` of all searches, and which of them a feed fulfils.
///
/// What a feed fulfils is worked out once, and again when its address, titles or folders are others.
final class FeedFilters {
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
    /// Used inside the store's own calls only.
    private unowned let store: ArticleStore

    init(store: ArticleStore) { self.store = store }

    func number(feed name: String) -> Int32 { number(.feed(name), name) }

    func number(folder name: String) -> Int32 { number(.folder(name), name) }

    private func number(_ filter: Filter, _ name: String) -> Int32 {
        if let number = numbers[filter] { return number }
        let number = Int32(filters.count)
        filters.append((filter, Analyzer.shared.foldedText(name)))
        numbers[filter] = number
        return number
    }

    /// From here on feeds may have changed.
    func beginBatch() {
        check += 1
        folders = nil
    }

    /// The numbers of the filters that a feed fulfils.
    func filters(matching id: Int64) throws -> Set<Int32> {
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
        let row = try store.connection.cachedStatement("SELECT url, title, own_title FROM feed WHERE id = ?")
        defer { row.reset() }
        row.bind(id, at: 1)
        guard try row.step() else { return nil }
        var feed = Feed(
            id: id, url: row.text(0), title: row.textOrNil(1), ownTitle: row.textOrNil(2), homeURL: nil, language: nil,
            isSubscribed: true, isPaused: false, articles: 0, unread: 0, folders: [])
        let members = try store.connection.cachedStatement(
            "SELECT folder FROM feed_folder WHERE feed = ? ORDER BY folder")
        defer { members.reset() }
        members.bind(id, at: 1)
        while try members.step() { if let path = paths[members.integer(0)] { feed.folders.append(path) } }
        return feed
    }
}

extension Feed {
    /// Whether `feed:` with this name means the feed: its address or a title contains it.
    ///
    /// - Parameter folded: the name, folded.
    func isNamed(_ name: String, folded: String) -> Bool {
        url == name || url.lowercased().contains(folded)
            || [title, ownTitle].contains { $0.map { Analyzer.shared.foldedText($0).contains(folded) } ?? false }
    }

    /// Whether the feed is in a folder of this folded name or path (a/b), or in a folder inside it.
    func isInFolder(folded: String) -> Bool {
        folders.contains { path in
            path.indices.contains { end in
                let upTo = path[...end]
                return Analyzer.shared.foldedText(path[end]) == folded
                    || Analyzer.shared.foldedText(upTo.joined(separator: "/")) == folded
            }
        }
    }
}
