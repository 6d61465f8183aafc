package import Articles
internal import Messages

/// An item that a user can move: a feed in one of its folders, or a folder.
package enum SubscriptionItem: Sendable, Equatable {
    /// A feed by its id in one of its folders. The path of the folder is empty for the top level.
    case feed(Int64, in: [String])
    case folder([String])

    /// The folder that contains the item.
    package var parent: [String] {
        switch self {
        case .feed(_, let folder): folder
        case .folder(let path): Array(path.dropLast())
        }
    }
}

/// A position among the feeds, or among the folders, of one folder.
package enum SubscriptionPlace: Sendable, Equatable {
    case first, last
    /// One position closer to the beginning, or closer to the end.
    case up, down
    /// The position before a feed.
    case beforeFeed(Int64)
    case afterFeed(Int64)
    /// The position before a folder, which is given by its name.
    case beforeFolder(String)
    case afterFolder(String)
}

extension Folders {
    /// The subscriptions in their folders.
    package func tree(_ order: SubscriptionOrder) throws -> SubscriptionTree {
        try store.snapshot { SubscriptionTree(try store.feeds(), order, hand: try store.manualOrder()) }
    }

    /// The folders with their counts, each before its subfolders.
    package func counts(_ order: SubscriptionOrder) throws -> [FolderCounts] {
        try store.snapshot {
            let counts = Dictionary(uniqueKeysWithValues: try store.folderCounts().map { ($0.path, $0) })
            return try tree(order).paths.compactMap { counts[$0] }
        }
    }

    /// Moves feeds or folders to another folder, or to another position in their own folder, as one action.
    ///
    /// - Parameters:
    ///   - items: the items to move. The order of the moved feeds and that of the moved folders is kept.
    ///   - folder: the target folder, which is created if it does not exist; nil for the folder of the first item.
    ///   - place: the new position of the first feed and of the first folder. The other items follow the first.
    /// - Returns: the action's id; nil if nothing was changed.
    /// - Throws: `StorageError.noSuchFeed`; `UserFacingError` if a moved folder does not exist or would contain itself.
    @discardableResult
    package func move(
        _ items: [SubscriptionItem], into folder: [String]? = nil, _ place: SubscriptionPlace
    ) throws -> Int64? {
        guard let first = items.first else { return nil }
        let parent = folder ?? first.parent
        let tree = try tree(.hand)
        let feeds = Dictionary(tree.top.all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for case .feed(let number, _) in items where feeds[number] == nil {
            throw StorageError.noSuchFeed(String(number))
        }
        for case .folder(let path) in items {
            let name = path.joined(separator: "/")
            if path.isEmpty || tree.folder(path) == nil { throw userError(.noSuchFolder, [name]) }
            if parent.starts(with: path) { throw userError(.folderInItself, [name]) }
        }
        let subject =
            switch first {
            case .feed(let number, _): feeds[number]?.displayTitle ?? ""
            case .folder(let path): path.joined(separator: "/")
            }
        return try recording(.edited, subject: items.count > 1 ? "\(subject) +\(items.count - 1)" : subject) {
            for item in items where item.parent != parent { try bring(item, into: parent, feeds) }
            try arrange(items, in: parent, place)
        }.action
    }

    private func bring(_ item: SubscriptionItem, into parent: [String], _ feeds: [Int64: Feed]) throws {
        switch item {
        case .feed(let number, let from):
            var folders = (feeds[number]?.folders ?? []).filter { $0 != from && $0 != parent }
            if !parent.isEmpty { folders.append(parent) }
            try store.edit(number, FeedChanges(folders: folders))
        case .folder(let path): _ = try rename(path, to: parent + path.suffix(1))
        }
    }

    private func arrange(_ items: [SubscriptionItem], in parent: [String], _ place: SubscriptionPlace) throws {
        let now = try tree(.hand).folder(parent)
        let (feeds, folders) = (now?.feeds.map(\.id) ?? [], now?.folders.map(\.name) ?? [])
        let movedFeeds = items.compactMap { item -> Int64? in
            // A feed that is still in other folders is not at the top level.
            if case .feed(let number, _) = item, feeds.contains(number) { number } else { nil }
        }
        if !movedFeeds.isEmpty { try store.arrange(feeds: place.applied(to: movedFeeds, among: feeds), in: parent) }
        let movedFolders = items.compactMap { if case .folder(let path) = $0 { path.last } else { nil } }
        if !movedFolders.isEmpty {
            try store.arrange(folders: place.applied(to: movedFolders, among: folders), in: parent)
        }
    }
}

extension SubscriptionPlace {
    fileprivate func applied(to feeds: [Int64], among beside: [Int64]) -> [Int64] {
        switch self {
        case .beforeFeed(let other): placed(feeds, among: beside, at: other, isBehind: false)
        case .afterFeed(let other): placed(feeds, among: beside, at: other, isBehind: true)
        default: stepped(feeds, among: beside)
        }
    }

    fileprivate func applied(to folders: [String], among beside: [String]) -> [String] {
        switch self {
        case .beforeFolder(let other): placed(folders, among: beside, at: other, isBehind: false)
        case .afterFolder(let other): placed(folders, among: beside, at: other, isBehind: true)
        default: stepped(folders, among: beside)
        }
    }

    private func placed<Name: Hashable>(
        _ names: [Name], among beside: [Name], at other: Name, isBehind: Bool
    ) -> [Name] {
        // If the reference item is one of the moved items, keep the current order.
        if names.contains(other) { return beside }
        var rest = without(names, beside)
        let place = rest.firstIndex(of: other).map { isBehind ? $0 + 1 : $0 } ?? rest.endIndex
        rest.insert(contentsOf: names, at: place)
        return rest
    }

    private func stepped<Name: Hashable>(_ names: [Name], among beside: [Name]) -> [Name] {
        var rest = without(names, beside)
        let first = beside.firstIndex { names.contains($0) } ?? rest.count
        let target =
            switch self {
            case .first: 0
            case .up: max(0, first - 1)
            case .down: min(rest.count, first + 1)
            default: rest.count
            }
        rest.insert(contentsOf: names, at: target)
        return rest
    }

    private func without<Name: Hashable>(_ names: [Name], _ beside: [Name]) -> [Name] {
        let moved = Set(names)
        return beside.filter { !moved.contains($0) }
    }
}
