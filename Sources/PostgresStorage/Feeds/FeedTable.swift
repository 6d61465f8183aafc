internal import Articles
internal import PostgreSQL
internal import PostgresSearch

/// Feeds, folders and memberships, some hundred in a round trip.
struct FeedTable {
    let library: LibraryConnection

    /// Inserts feeds or adds to what is known of them.
    ///
    /// - Returns: of each its id, and whether it is subscribed only now.
    func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [(id: Int64, isNew: Bool)] {
        let names = Names(library)
        var known: [String: Bool] = [:]
        for row in try library.query(
            """
            SELECT url, subscribed FROM feedsearch.feed
            WHERE library = $1 AND slot = $2 AND url_key = ANY ($3)
            """, [.byteArrays(feeds.map { NameKey.of($0.url) })])
        {
            known[row.text(0)] = row.bool(1)
        }
        try names.needFeeds(feeds.map(\.url), now: now)
        try library.pipeline(
            feeds.map { feed in
                library.request(
                    """
                    UPDATE feedsearch.feed SET
                        title = coalesce($4::text, title), own_title = coalesce($5::text, own_title),
                        home_url = coalesce($6::text, home_url), description = coalesce($7::text, description),
                        language = coalesce($8::text, language), icon = coalesce($9::text, icon),
                        subscribed = subscribed OR $10
                    WHERE library = $1 AND slot = $2 AND id = $3
                    """,
                    [
                        .integer(names.feedID(feed.url)), .text(orNull: feed.title), .text(orNull: feed.ownTitle),
                        .text(orNull: feed.homeURL), .text(orNull: feed.description), .text(orNull: feed.language),
                        .text(orNull: feed.icon), .bool(feed.subscribe),
                    ])
            })
        var members: [(folder: Int64, feed: Int64)] = []
        let folders = try folderIDs(feeds.flatMap(\.folders))
        for feed in feeds {
            for path in feed.folders where !path.isEmpty {
                members.append((folders[path] ?? 0, names.feedID(feed.url)))
            }
        }
        try add(members)
        return feeds.map { feed in
            let isNew = feed.subscribe && known[feed.url] != true
            if feed.subscribe { known[feed.url] = true }
            return (names.feedID(feed.url), isNew)
        }
    }

    /// Puts feeds into folders, where they are not in them.
    func add(_ members: [(folder: Int64, feed: Int64)]) throws {
        if members.isEmpty { return }
        try library.run(
            """
            INSERT INTO feedsearch.feed_folder (library, slot, folder, feed)
            SELECT $1, $2, u.folder, u.feed FROM unnest($3::int8[], $4::int8[]) AS u(folder, feed) ON CONFLICT DO NOTHING
            """, [.integers(members.map(\.folder)), .integers(members.map(\.feed))])
    }

    /// The folders of paths of names, made where they are absent, in the order of the paths; 0 for the empty path.
    ///
    /// - Complexity: a round trip for each depth, and two where folders are made.
    func folderIDs(_ paths: [[String]]) throws -> [[String]: Int64] {
        var ids = try knownFolders(paths)
        var missing: [[String]] = []
        for path in paths {
            for depth in path.indices {
                let folder = Array(path[...depth])
                if ids.updateValue(ids[folder] ?? 0, forKey: folder) == nil { missing.append(folder) }
            }
        }
        if missing.isEmpty { return ids }
        let first = try library.take(missing.count, .folder)
        for (place, folder) in missing.enumerated() { ids[folder] = first &+ Int64(place) }
        try library.copy(into: "folder", ["id", "parent", "name", "name_key"], missing) { folder in
            let name = folder[folder.count - 1]
            return [
                .integer(ids[folder] ?? 0), .integer(ids[Array(folder.dropLast())] ?? 0), .text(name),
                NameKey.value(of: name),
            ]
        }
        return ids
    }

    private func knownFolders(_ paths: [[String]]) throws -> [[String]: Int64] {
        var ids: [[String]: Int64] = [[]: 0]
        for depth in 0..<(paths.map(\.count).max() ?? 0) {
            let wanted = Array(Set(paths.filter { $0.count > depth }.map { Array($0[...depth]) })).filter {
                ids[Array($0.dropLast())] != nil
            }
            if wanted.isEmpty { break }
            let rows = try library.query(
                """
                SELECT u.place, f.id FROM unnest($3::int8[], $4::bytea[]) WITH ORDINALITY AS u(parent, key, place)
                JOIN feedsearch.folder f
                ON f.library = $1 AND f.slot = $2 AND f.parent = u.parent AND f.name_key = u.key
                """,
                [
                    .integers(wanted.map { ids[Array($0.dropLast())] ?? 0 }),
                    .byteArrays(wanted.map { NameKey.of($0[depth]) }),
                ])
            for row in rows { ids[wanted[Int(row.integer(0)) - 1]] = row.integer(1) }
        }
        return ids
    }
}
