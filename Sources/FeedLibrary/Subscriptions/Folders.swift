internal import Articles

/// Manages the folders of the subscriptions and the manual order of their items.
package struct Folders: LibraryPart {
    let library: Library

    /// Renames or moves a folder with its feeds and subfolders. If a folder with the new path exists, the two folders
    /// are merged.
    ///
    /// - Returns: the number of feeds in the folder.
    package func rename(_ path: [String], to new: [String]) throws -> Int {
        try recording(.edited, subject: path.joined(separator: "/")) {
            let before = try tree(.hand)
            let changed = try changeFolders(path) { $0.starts(with: path) ? new + $0.dropFirst(path.count) : $0 }
            if changed > 0 { try keepOrder(of: path, as: new, before) }
            return changed
        }.result
    }

    /// Keeps the manual order in a renamed folder, and the position of the folder itself.
    private func keepOrder(of path: [String], as new: [String], _ before: SubscriptionTree) throws {
        let hand = try store.manualOrder()
        for (folder, _) in hand.feeds where folder.starts(with: path) {
            guard let known = before.folder(folder) else { continue }
            try store.arrange(feeds: known.feeds.map(\.id), in: new + folder.dropFirst(path.count))
        }
        for folder in Set(hand.folders.keys.map { Array($0.dropLast()) }) where folder.starts(with: path) {
            guard let known = before.folder(folder) else { continue }
            try store.arrange(folders: known.folders.map(\.name), in: new + folder.dropFirst(path.count))
        }
        let parent = Array(path.dropLast())
        guard hand.folders[path] != nil, let name = new.last, new.dropLast() == path.dropLast(),
            let beside = before.folder(parent)?.folders.map(\.name)
        else { return }
        let renamed = beside.filter { $0 != name || $0 == path.last }.map { $0 == path.last ? name : $0 }
        try store.arrange(folders: renamed, in: parent)
    }

    /// Removes all feeds from a folder and its subfolders. Feeds that are in no other folder move to the top level.
    ///
    /// - Returns: the number of feeds in the folder.
    package func remove(_ path: [String]) throws -> Int {
        try changeFolders(path) { $0.starts(with: path) ? nil : $0 }
    }

    /// Adds a feed to some folders and removes it from others.
    package func change(of feed: Int64, add: [[String]], remove: [[String]]) throws {
        guard let known = try store.feeds().first(where: { $0.id == feed }) else {
            throw StorageError.noSuchFeed(String(feed))
        }
        var folders = known.folders.filter { !remove.contains($0) }
        for path in add where !folders.contains(path) { folders.append(path) }
        _ = try recording(.edited, subject: known.displayTitle) { try store.edit(feed, FeedChanges(folders: folders)) }
    }

    private func changeFolders(_ path: [String], _ change: ([String]) -> [String]?) throws -> Int {
        try recording(.edited, subject: path.joined(separator: "/")) {
            var changed = 0
            for feed in try store.feeds() {
                let folders = feed.folders.compactMap(change)
                if folders == feed.folders { continue }
                try store.edit(feed.id, FeedChanges(folders: folders))
                changed += 1
            }
            return changed
        }.result
    }
}
