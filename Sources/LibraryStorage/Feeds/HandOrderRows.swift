internal import ArticleSearch
internal import Articles
internal import Database

/// What a row of `hand_place` puts in order.
enum HandPlaceKind: Int64 {
    case folder
    case feed
}

/// The manual order of feeds and folders, as the rows of `hand_place` have it.
struct HandOrderRows {
    static let query: SQL = "SELECT h.folder, h.kind, h.member, h.place FROM \(rows: .handPlace) h"

    private var places: [(folder: Int64, kind: Int64, member: Int64, place: Int)] = []

    mutating func add(_ row: any DatabaseRow) {
        places.append((row.integer(0), row.integer(1), row.integer(2), row.count(3)))
    }

    /// - Parameter folders: the paths of all folders.
    func order(_ folders: FolderPaths) -> HandOrder {
        let folders = folders.all
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
