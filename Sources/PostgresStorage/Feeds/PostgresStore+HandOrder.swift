internal import ArticleSearch
package import Articles
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    private enum Kind: Int16 {
        case folder
        case feed
    }

    package func handOrder() throws -> HandOrder {
        try guarded {
            let answers = try library.pipeline([
                library.request(
                    "SELECT id, parent, name FROM feedsearch.folder WHERE library = $1 AND slot = $2"),
                library.request(
                    "SELECT folder, kind, member, place FROM feedsearch.hand_place WHERE library = $1 AND slot = $2"),
            ])
            let paths = FolderPaths(answers[0])
            var order = HandOrder()
            for row in answers[1] {
                guard let folder = row.integer(0) == 0 ? [] : paths[row.integer(0)] else { continue }
                switch Kind(rawValue: Int16(clamping: row.integer(1))) {
                case .feed?: order.feeds[folder, default: [:]][row.integer(2)] = row.count(3)
                case .folder?: if let path = paths[row.integer(2)] { order.folders[path] = row.count(3) }
                case nil: continue
                }
            }
            return order
        }
    }

    package func arrange(feeds: [Int64], in folder: [String]) throws {
        try writing {
            let ids = try FeedTable(library: library).folderIDs([folder])
            try arrange(.feed, feeds, in: ids[folder] ?? 0)
        }
    }

    package func arrange(folders: [String], in folder: [String]) throws {
        try writing {
            let ids = try FeedTable(library: library).folderIDs([folder] + folders.map { folder + [$0] })
            try arrange(.folder, folders.map { ids[folder + [$0]] ?? 0 }, in: ids[folder] ?? 0)
        }
    }

    private func arrange(_ kind: Kind, _ members: [Int64], in folder: Int64) throws {
        let values: [PostgresValue] = [.integer(folder), .int16(kind.rawValue), .integers(members)]
        try library.pipeline([
            library.request(
                """
                DELETE FROM feedsearch.hand_place
                WHERE library = $1 AND slot = $2 AND folder = $3 AND kind = $4 AND member <> ALL ($5)
                """, values),
            library.request(
                """
                INSERT INTO feedsearch.hand_place AS h (library, slot, folder, kind, member, place)
                SELECT $1, $2, $3, $4, u.member, (max(u.place) - 1)::int4
                FROM unnest($5::int8[]) WITH ORDINALITY AS u(member, place) GROUP BY u.member
                ON CONFLICT (library, slot, folder, kind, member) DO UPDATE SET place = excluded.place
                WHERE h.place <> excluded.place
                """, values),
        ])
    }
}
