internal import Articles
internal import SQLite
internal import SQLiteSearch

extension SQLiteStore {
    private enum Kind: Int64 {
        case folder
        case feed
    }

    func handOrder() throws -> HandOrder {
        try guarded {
            try connection.snapshot {
                let paths = try searchSource.folderPaths()
                let statement = try connection.prepare("SELECT folder, kind, member, place FROM hand_place")
                var order = HandOrder()
                while try statement.step() {
                    // A folder that is in the file without its parent has no path.
                    guard let folder = statement.integer(0) == 0 ? [] : paths[statement.integer(0)] else { continue }
                    switch Kind(rawValue: statement.integer(1)) {
                    case .feed?: order.feeds[folder, default: [:]][statement.integer(2)] = statement.count(3)
                    case .folder?:
                        if let path = paths[statement.integer(2)] { order.folders[path] = statement.count(3) }
                    case nil: continue
                    }
                }
                return order
            }
        }
    }

    func arrange(feeds: [Int64], in folder: [String]) throws {
        try guarded { try connection.transaction { try arrange(.feed, feeds, in: folderID(folder)) } }
    }

    func arrange(folders: [String], in folder: [String]) throws {
        try guarded {
            try connection.transaction {
                try arrange(.folder, folders.map { try folderID(folder + [$0]) }, in: folderID(folder))
            }
        }
    }

    /// Writes only places that change, so that taking it back stays small.
    private func arrange(_ kind: Kind, _ members: [Int64], in folder: Int64) throws {
        for (place, member) in members.enumerated() {
            try connection.run(
                """
                INSERT INTO hand_place (folder, kind, member, place) VALUES (?, ?, ?, ?)
                ON CONFLICT (folder, kind, member) DO UPDATE SET place = excluded.place WHERE place <> excluded.place
                """,
                [.integer(folder), .integer(kind.rawValue), .integer(member), .integer(Int64(place))])
        }
        let rest = try connection.prepare("SELECT member FROM hand_place WHERE folder = ? AND kind = ?")
        try rest.bind([.integer(folder), .integer(kind.rawValue)])
        let named = Set(members)
        var others: [Int64] = []
        while try rest.step() { if !named.contains(rest.integer(0)) { others.append(rest.integer(0)) } }
        for member in others {
            try connection.run(
                "DELETE FROM hand_place WHERE folder = ? AND kind = ? AND member = ?",
                [.integer(folder), .integer(kind.rawValue), .integer(member)])
        }
    }
}
