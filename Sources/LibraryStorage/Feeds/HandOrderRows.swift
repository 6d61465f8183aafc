internal import ArticleSearch
internal import Articles
internal import Database

/// What a row of `hand_place` puts in order.
enum HandPlaceKind: Int64 {
    case folder
    case feed
}

/// The order that somebody gave to feeds and folders, as rows of `folder` and `hand_place` have it.
struct HandOrderRows {
    static let queries: [SQL] = [
        FolderPaths.query,
        "SELECT h.folder, h.kind, h.member, h.place FROM \(rows: .handPlace) h",
    ]

    private var paths = FolderPaths()
    private var places: [(folder: Int64, kind: Int64, member: Int64, place: Int)] = []

    /// - Parameter query: of `queries`.
    mutating func add(_ row: any DatabaseRow, of query: Int) {
        if query == 0 {
            paths.add(row)
        } else {
            places.append((row.integer(0), row.integer(1), row.integer(2), row.count(3)))
        }
    }

    var order: HandOrder {
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
