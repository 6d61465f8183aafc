internal import Articles
internal import FeedLibrary

/// A folder, as shown by apps.
struct FeverGroup {
    var id: Int64
    var path: [String]
    /// The feeds in the folder and its subfolders.
    var feeds: [Int64]

    static func all(_ library: Library) throws -> [FeverGroup] {
        var groups: [[String]: [Int64]] = [:]
        for feed in try library.store.feeds() {
            for path in Labels.folders(of: feed.folders) { groups[path, default: []].append(feed.id) }
        }
        return FolderNumber.all(groups.keys).map { folder in
            FeverGroup(id: folder.number, path: folder.path, feeds: (groups[folder.path] ?? []).sorted())
        }
    }
}
