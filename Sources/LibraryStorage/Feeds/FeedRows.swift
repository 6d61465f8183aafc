package import Articles
package import Database

/// Writes the rows of feeds and folders, inside the caller's transaction.
package struct FeedRows {
    private let database: any LibraryDatabase

    package init(database: any LibraryDatabase) { self.database = database }

    fileprivate typealias NameBytes = [UInt8]

    /// The columns that are set from a draft. A nil in the draft keeps the stored value.
    private static let texts = ["title", "own_title", "home_url", "description", "language", "icon", "copyright"]

    /// Inserts feeds, or updates those that exist.
    ///
    /// - Returns: the id of each feed, and whether this call has subscribed to it.
    package func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [(id: Int64, isNew: Bool)] {
        var subscribed: Set<Int64> = []
        let ids = try database.ids(
            of: feeds.map(\.url), in: .feed, column: "url", ["added"], also: ["subscribed"], { _ in [.integer(now)] },
            read: { id, row in if row.bool(2) { subscribed.insert(id) } })
        let folders = try folderIDs(feeds.flatMap(\.folders))
        var rows: [[DatabaseValue]] = []
        var members: [(folder: Int64, feed: Int64)] = []
        var results: [(id: Int64, isNew: Bool)] = []
        for feed in feeds {
            let id = ids[feed.url] ?? 0
            results.append((id, feed.subscribe && subscribed.insert(id).inserted))
            let texts = [
                feed.title, feed.ownTitle, feed.homeURL, feed.description, feed.language, feed.icon, feed.copyright,
            ]
            rows.append(
                [.integer(id), .text(feed.url), .integer(now), .bool(subscribed.contains(id))]
                    + texts.map { .text(orNull: $0) })
            members += feed.folders.filter { !$0.isEmpty }.map { (folders[$0] ?? 0, id) }
        }
        // All of these feeds exist, so this INSERT updates them by ON CONFLICT, which finds them by the whole key. An
        // UPDATE can be slow: while a PostgreSQL server has no statistics for the table, it may use any index that
        // begins with the library, and read all feeds to find one.
        try database.insert(
            rows, into: .feed, ["id", "url", "added", "subscribed"] + Self.texts,
            onConflict: .updatesKnown(Self.texts, always: ["subscribed"]))
        try add(members)
        return results
    }

    // MARK: - Folders

    /// Adds feeds to folders. Feeds that are already in a folder are skipped.
    func add(_ members: [(folder: Int64, feed: Int64)]) throws {
        try database.insert(
            members.map { [.integer($0.folder), .integer($0.feed)] }, into: .feedFolder, ["folder", "feed"],
            onConflict: .isIgnored)
    }

    /// The ids of folders, by path.
    struct FolderIDs {
        fileprivate let dialect: SQLDialect
        fileprivate var ids: [[NameBytes]: Int64] = [[]: 0]

        fileprivate func key(_ path: some Sequence<String>) -> [NameBytes] { path.map { dialect.key(of: $0) } }

        subscript(path: [String]) -> Int64? { ids[key(path)] }
    }

    /// Finds the ids of folders by their paths. Folders that do not exist are inserted.
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
