internal import ArticleSearch
package import Articles
internal import Database

extension SubscriptionStoring where Self: TableStore {
    package func manualOrder() throws -> ManualOrder {
        try reading { database in
            var folders = FolderPaths()
            var rows = ManualOrderRows()
            try database.rows(of: [FolderPaths.query, ManualOrderRows.query]) { query, row in
                if query == 0 { folders.add(row) } else { rows.add(row) }
            }
            return rows.order(folders)
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

extension LibraryDatabase {
    /// Writes the order of items in a folder. Only changed positions are written, so that the recorded changes stay
    /// small.
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
