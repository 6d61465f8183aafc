package import Articles
internal import SQLite
internal import TextAnalysis

extension SQLiteSearcher {
    /// All feeds, in the order in which they were added.
    package func feeds(subscribedOnly: Bool = true) throws -> [Feed] {
        let folders = try folderPaths()
        var memberships: [Int64: [[String]]] = [:]
        let members = try connection.prepare("SELECT feed, folder FROM feed_folder ORDER BY feed, folder")
        while try members.step() {
            if let path = folders[members.integer(1)] { memberships[members.integer(0), default: []].append(path) }
        }
        let statement = try connection.prepare(
            """
            SELECT id, url, title, own_title, home_url, language, subscribed, paused, articles, unread
            FROM feed WHERE subscribed >= ? ORDER BY position, id
            """)
        try statement.bind([.integer(subscribedOnly ? 1 : 0)])
        var out: [Feed] = []
        while try statement.step() {
            let id = statement.integer(0)
            out.append(
                Feed(
                    id: id, url: statement.text(1), title: statement.textOrNil(2), ownTitle: statement.textOrNil(3),
                    homeURL: statement.textOrNil(4), language: statement.textOrNil(5),
                    isSubscribed: statement.integer(6) != 0, isPaused: statement.integer(7) != 0,
                    articles: statement.count(8), unread: statement.count(9),
                    folders: memberships[id] ?? []))
        }
        return out
    }

    package func folderPaths() throws -> [Int64: [String]] {
        var names: [Int64: (parent: Int64, name: String)] = [:]
        let statement = try connection.prepare("SELECT id, parent, name FROM folder")
        while try statement.step() { names[statement.integer(0)] = (statement.integer(1), statement.text(2)) }
        return names.mapValues { entry in
            var path = [entry.name]
            var parent = entry.parent
            while let next = names[parent], path.count < 64 {
                path.insert(next.name, at: 0)
                parent = next.parent
            }
            return path
        }
    }

    /// The feed with this address, id or title (the user's or the feed's own, folded).
    package func feed(named name: String) throws -> Feed? {
        let all = try feeds(subscribedOnly: false)
        let folded = Analyzer.shared.foldedText(name)
        return all.first { $0.url == name } ?? all.first { Analyzer.shared.foldedText($0.displayTitle) == folded }
    }

    // MARK: - Conditions on articles

    /// Feeds whose address or title contains the name.
    ///
    /// - Throws: `StorageError.unknownName` if there is none.
    package func feeds(named name: String) throws -> [Int64] {
        let folded = Analyzer.shared.foldedText(name)
        let all = try feeds(subscribedOnly: false)
        let named = all.filter { $0.isNamed(name, folded: folded) }
        if named.isEmpty { throw unknownFeed(name, all) }
        return named.map(\.id)
    }

    /// Feeds in a folder of this name or path (A/B), and in the folders inside it.
    ///
    /// - Throws: `StorageError.unknownName` if there is none.
    package func feeds(inFolder name: String) throws -> [Int64] {
        let folded = Analyzer.shared.foldedText(name)
        let all = try feeds(subscribedOnly: false)
        let inside = all.filter { $0.isInFolder(folded: folded) }
        if inside.isEmpty { throw unknownFolder(name, all) }
        return inside.map(\.id)
    }

    /// For `--in`: the feed with this address or title, else the feeds in this folder.
    package func feeds(within name: String) throws -> [Int64] {
        if let feed = try feed(named: name) { return [feed.id] }
        do {
            return try feeds(inFolder: name)
        } catch StorageError.unknownName(_, _, let suggestion) {
            do {
                return try feeds(named: name)
            } catch StorageError.unknownName(_, _, let other) {
                throw StorageError.unknownName(.scope, name, suggestion: suggestion ?? other)
            }
        }
    }
}
