internal import ArticleSearch
package import Articles
internal import Database

extension SubscriptionStoring where Self: TableStore {
    package func handOrder() throws -> HandOrder {
        try reading { database in
            var paths = FolderPaths()
            var places: [(folder: Int64, kind: Int64, member: Int64, place: Int)] = []
            try database.rows(of: [
                FolderPaths.query,
                "SELECT h.folder, h.kind, h.member, h.place FROM \(rows: .handPlace) h",
            ]) { query, row in
                if query == 0 {
                    paths.add(row)
                } else {
                    places.append((row.integer(0), row.integer(1), row.integer(2), row.count(3)))
                }
            }
            let folders = paths.all
            var order = HandOrder()
            for row in places {
                // A folder that is in the library without its parent has no path.
                guard let folder = row.folder == 0 ? [] : folders[row.folder] else { continue }
                switch HandPlaceKind(rawValue: row.kind) {
                case .feed?: order.feeds[folder, default: [:]][row.member] = row.place
                case .folder?: if let path = folders[row.member] { order.folders[path] = row.place }
                case nil: continue
                }
            }
            return order
        }
    }

    package func arrange(feeds: [Int64], in folder: [String]) throws {
        try writing { database in
            let folders = try FeedRows(database: database).folderIDs([folder])
            try database.arrange(.feed, feeds, in: folders[folder] ?? 0)
        }
    }

    package func arrange(folders: [String], in folder: [String]) throws {
        try writing { database in
            let ids = try FeedRows(database: database).folderIDs([folder] + folders.map { folder + [$0] })
            try database.arrange(.folder, folders.map { ids[folder + [$0]] ?? 0 }, in: ids[folder] ?? 0)
        }
    }
}

private enum HandPlaceKind: Int64 {
    case folder
    case feed
}

extension LibraryDatabase {
    /// Writes only places that change, so that taking it back stays small.
    fileprivate func arrange(_ kind: HandPlaceKind, _ members: [Int64], in folder: Int64) throws {
        try run(
            .delete(
                from: .handPlace,
                where: "folder = \(folder) AND kind = \(kind.rawValue) AND NOT (member\(isOneOf: members))"))
        try insert(
            members.enumerated().map {
                [.integer(folder), .integer(kind.rawValue), .integer($1), .integer(Int64($0))]
            },
            into: .handPlace, ["folder", "kind", "member", "place"], onConflict: .updatesWhereDifferent(["place"]))
    }
}
