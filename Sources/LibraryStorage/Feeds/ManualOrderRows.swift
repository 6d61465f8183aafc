internal import ArticleSearch
internal import Articles
internal import Database

/// The kinds of items that rows of `hand_place` put in order.
enum HandPlaceKind: Int64 {
    case folder
    case feed
}

/// Builds the manual order of feeds and folders from the rows of `hand_place`.
struct ManualOrderRows {
    static let query: SQL = "SELECT h.folder, h.kind, h.member, h.place FROM \(rows: .handPlace) h"

    private var places: [(folder: Int64, kind: Int64, member: Int64, place: Int)] = []

    mutating func add(_ row: any DatabaseRow) {
        places.append((row.integer(0), row.integer(1), row.integer(2), row.count(3)))
    }

    /// - Parameter folders: the paths of all folders.
    func order(_ folders: FolderPaths) -> ManualOrder {
        let folders = folders.all
        var order = ManualOrder()
        for row in places {
            // Skip a folder whose parent does not exist, because it has no path.
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
