package import Articles
package import Database

/// Writes feeds and folders, inside the caller's transaction.
package struct FeedRows {
    private let database: any LibraryDatabase

    package init(database: any LibraryDatabase) { self.database = database }

    fileprivate typealias NameBytes = [UInt8]

    private func bytes(_ name: String) -> NameBytes { database.dialect.key(of: name) }

    /// Inserts feeds, or updates those that exist.
    ///
    /// - Returns: for each feed its id, and whether this call has subscribed to it.
    package func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [(id: Int64, isNew: Bool)] {
        let urls = database.distinct(feeds.lazy.map(\.url))
        var known: [NameBytes: (id: Int64, isSubscribed: Bool)] = [:]
        try database.visit(names: urls) { urls in
            """
            SELECT \(sql: .key("f.url")), f.id, f.subscribed FROM \(rows: .feed) f WHERE \(name: "f.url", isOneOf: urls)
            """
        } _: {
            known[$0.bytes(0)] = ($0.integer(1), $0.bool(2))
        }
        try insert(urls.filter { known[bytes($0)] == nil }, into: &known, now: now)

        var changes: [SQL] = []
        var members: [(folder: Int64, feed: Int64)] = []
        var results: [(id: Int64, isNew: Bool)] = []
        let folders = try folderIDs(feeds.flatMap(\.folders))
        for feed in feeds {
            let url = bytes(feed.url)
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
        _ urls: [String], into known: inout [NameBytes: (id: Int64, isSubscribed: Bool)], now: Int64
    ) throws {
        if urls.isEmpty { return }
        let first = try database.takeIDs(urls.count, of: .feed)
        for (place, url) in urls.enumerated() { known[bytes(url)] = (first &+ Int64(place), false) }
        try database.insert(
            urls.enumerated().map { [.integer(first &+ Int64($0)), .text($1), .integer(now)] },
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

    /// Adds feeds to folders, unless they are in them already.
    func add(_ members: [(folder: Int64, feed: Int64)]) throws {
        try database.insert(
            members.map { [.integer($0.folder), .integer($0.feed)] }, into: .feedFolder, ["folder", "feed"],
            onConflict: .isIgnored)
    }

    /// Folder ids by path.
    struct FolderIDs {
        fileprivate let dialect: SQLDialect
        fileprivate var ids: [[NameBytes]: Int64] = [[]: 0]

        fileprivate func key(_ path: some Sequence<String>) -> [NameBytes] { path.map { dialect.key(of: $0) } }

        subscript(path: [String]) -> Int64? { ids[key(path)] }
    }

    /// The ids of folders by their paths. Folders that do not exist are inserted.
    ///
    /// - Complexity: one round trip for each depth, and two more if folders are inserted.
    func folderIDs(_ paths: [[String]]) throws -> FolderIDs {
        var found = FolderIDs(dialect: database.dialect)
        for depth in 0..<(paths.map(\.count).max() ?? 0) {
            let wanted = paths.filter { $0.count > depth && found.ids[found.key($0[..<depth])] != nil }
            if wanted.isEmpty { break }
            var folders: [Int64: [(name: NameBytes, id: Int64)]] = [:]
            try database.visit(names: database.distinct(wanted.lazy.map { $0[depth] })) { names in
                """
                SELECT \(sql: .key("f.name")), f.parent, f.id FROM \(rows: .folder) f
                WHERE \(name: "f.name", isOneOf: names)
                """
            } _: {
                folders[$0.integer(1), default: []].append(($0.bytes(0), $0.integer(2)))
            }
            for (path, parent) in found.ids where path.count == depth {
                for folder in folders[parent] ?? [] { found.ids[path + [folder.name]] = folder.id }
            }
        }
        try insert(paths, into: &found)
        return found
    }

    private func insert(_ paths: [[String]], into found: inout FolderIDs) throws {
        var missing: [(name: String, key: [NameBytes])] = []
        for path in paths {
            let key = found.key(path)
            for (place, name) in path.enumerated() {
                let folder = Array(key[...place])
                if found.ids.updateValue(found.ids[folder] ?? 0, forKey: folder) == nil {
                    missing.append((name, folder))
                }
            }
        }
        if missing.isEmpty { return }
        let first = try database.takeIDs(missing.count, of: .folder)
        for (place, folder) in missing.enumerated() { found.ids[folder.key] = first &+ Int64(place) }
        try database.insert(
            missing.map { name, key in
                [.integer(found.ids[key] ?? 0), .integer(found.ids[Array(key.dropLast())] ?? 0), .text(name)]
            }, into: .folder, ["id", "parent", "name"])
    }
}
