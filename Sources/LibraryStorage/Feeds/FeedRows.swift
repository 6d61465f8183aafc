package import Articles
package import Database

/// Writes feeds and folders, inside the caller's transaction.
package struct FeedRows {
    private let database: any LibraryDatabase

    package init(database: any LibraryDatabase) { self.database = database }

    /// A text by its bytes: Swift takes some texts for equal that databases tell apart.
    private typealias Name = [UInt8]

    /// Inserts feeds or adds to what is known of them.
    ///
    /// - Returns: of each its id, and whether it is subscribed only now.
    package func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [(id: Int64, isNew: Bool)] {
        var known: [Name: (id: Int64, isSubscribed: Bool)] = [:]
        try database.rows(
            "SELECT f.url, f.id, f.subscribed FROM \(rows: .feed) f WHERE \(name: "f.url", isOneOf: feeds.map(\.url))"
        ) { known[Array($0.text(0).utf8)] = ($0.integer(1), $0.bool(2)) }
        try insert(feeds.map(\.url), into: &known, now: now)

        var changes: [SQL] = []
        var members: [(folder: Int64, feed: Int64)] = []
        var results: [(id: Int64, isNew: Bool)] = []
        let folders = try folderIDs(feeds.flatMap(\.folders))
        for feed in feeds {
            let url = Array(feed.url.utf8)
            let (id, isSubscribed) = known[url] ?? (0, false)
            changes.append(change(id, feed))
            members += feed.folders.filter { !$0.isEmpty }.map { (folders[$0] ?? 0, id) }
            results.append((id, feed.subscribe && !isSubscribed))
            if feed.subscribe { known[url]?.isSubscribed = true }
        }
        try database.run(changes)
        try add(members)
        return results
    }

    private func insert(
        _ urls: [String], into known: inout [Name: (id: Int64, isSubscribed: Bool)], now: Int64
    ) throws {
        var seen: Set<Name> = []
        let new = urls.filter { known[Array($0.utf8)] == nil && seen.insert(Array($0.utf8)).inserted }
        if new.isEmpty { return }
        let first = try database.takeIDs(new.count, of: .feed)
        for (place, url) in new.enumerated() { known[Array(url.utf8)] = (first &+ Int64(place), false) }
        try database.insert(
            new.enumerated().map { [.integer(first &+ Int64($0)), .text($1), .integer(now)] },
            into: .feed, ["id", "url", "added"])
    }

    private func change(_ id: Int64, _ feed: FeedDraft) -> SQL {
        .update(
            .feed,
            set: """
                title = coalesce(\(feed.title), title), own_title = coalesce(\(feed.ownTitle), own_title),
                home_url = coalesce(\(feed.homeURL), home_url), description = coalesce(\(feed.description), description),
                language = coalesce(\(feed.language), language), icon = coalesce(\(feed.icon), icon),
                subscribed = subscribed OR \(feed.subscribe)
                """, where: "id = \(id)")
    }

    // MARK: - Folders

    /// Puts feeds into folders, where they are not in them.
    func add(_ members: [(folder: Int64, feed: Int64)]) throws {
        try database.insert(
            members.map { [.integer($0.folder), .integer($0.feed)] }, into: .feedFolder, ["folder", "feed"],
            onConflict: .isIgnored)
    }

    /// The folders of paths of names, made where they are absent.
    struct FolderIDs {
        fileprivate var ids: [[[UInt8]]: Int64] = [[]: 0]

        subscript(path: [String]) -> Int64? { ids[path.map { Array($0.utf8) }] }
    }

    /// - Complexity: a round trip for each depth, and two where folders are made.
    func folderIDs(_ paths: [[String]]) throws -> FolderIDs {
        var found = FolderIDs()
        for depth in 0..<(paths.map(\.count).max() ?? 0) {
            let names = Set(paths.filter { $0.count > depth }.map { $0[depth] })
            let parents = found.ids
            let rows = try database.rows(
                """
                SELECT f.id, f.parent, f.name FROM \(rows: .folder) f
                WHERE \(name: "f.name", isOneOf: Array(names)) AND f.parent\(isOneOf: Array(parents.values))
                """
            ) { (id: $0.integer(0), parent: $0.integer(1), name: $0.text(2)) }
            for (path, id) in parents where path.count == depth {
                for row in rows where row.parent == id { found.ids[path + [Array(row.name.utf8)]] = row.id }
            }
        }
        var missing: [(path: [String], key: [[UInt8]])] = []
        for path in paths {
            for end in path.indices {
                let folder = Array(path[...end])
                let key = folder.map { Array($0.utf8) }
                if found.ids.updateValue(found.ids[key] ?? 0, forKey: key) == nil { missing.append((folder, key)) }
            }
        }
        if missing.isEmpty { return found }
        let first = try database.takeIDs(missing.count, of: .folder)
        for (place, folder) in missing.enumerated() { found.ids[folder.key] = first &+ Int64(place) }
        try database.insert(
            missing.map { path, key in
                [
                    .integer(found.ids[key] ?? 0), .integer(found.ids[Array(key.dropLast())] ?? 0),
                    .text(path[path.count - 1]),
                ]
            }, into: .folder, ["id", "parent", "name"])
        return found
    }
}
