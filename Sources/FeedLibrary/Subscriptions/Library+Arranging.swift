package import Articles
internal import Messages

/// A feed in one of its folders, or a folder: what is moved by hand.
package enum SubscriptionItem: Sendable, Equatable {
    /// - Parameter folder: empty for a feed that is in none.
    case feed(Int64, in: [String])
    case folder([String])

    /// The folder that it is in.
    package var parent: [String] {
        switch self {
        case .feed(_, let folder): folder
        case .folder(let path): Array(path.dropLast())
        }
    }
}

/// A place among feeds, or among folders, that are beside each other.
package enum SubscriptionPlace: Sendable, Equatable {
    case first, last
    /// One place nearer to the beginning, to the end.
    case up, down
    /// Beside a feed.
    case beforeFeed(Int64)
    case afterFeed(Int64)
    /// Beside a folder, by its name.
    case beforeFolder(String)
    case afterFolder(String)
}

extension Library {
    /// Feeds in their folders.
    package func subscriptions(_ order: SubscriptionOrder) throws -> SubscriptionTree {
        try store.snapshot { SubscriptionTree(try store.feeds(), order, hand: try store.handOrder()) }
    }

    /// The folders with their counts, each before those within it.
    package func folderCounts(_ order: SubscriptionOrder) throws -> [FolderCounts] {
        try store.snapshot {
            let counts = Dictionary(uniqueKeysWithValues: try store.folderCounts().map { ($0.path, $0) })
            return try subscriptions(order).paths.compactMap { counts[$0] }
        }
    }

    /// Moves feeds or folders into a folder, or to another place in the one that they are in. It is one action.
    ///
    /// - Parameters:
    ///   - items: moved together, each kind in this order.
    ///   - folder: nil for the one that the first of them is in; a new one is made.
    ///   - place: where the first of each kind goes; the others follow it.
    /// - Returns: the action; nil where all is as it was.
    /// - Throws: `StorageError.noSuchFeed`; `Complaint` for a folder that is not there, or that would be within itself.
    @discardableResult
    package func move(
        _ items: [SubscriptionItem], into folder: [String]? = nil, _ place: SubscriptionPlace
    ) throws -> Int64? {
        guard let first = items.first else { return nil }
        let parent = folder ?? first.parent
        let tree = try subscriptions(.hand)
        let feeds = Dictionary(tree.top.all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for case .feed(let number, _) in items where feeds[number] == nil {
            throw StorageError.noSuchFeed(String(number))
        }
        for case .folder(let path) in items {
            let name = path.joined(separator: "/")
            if path.isEmpty || tree.folder(path) == nil { throw complaint(.noSuchFolder, [name]) }
            if parent.starts(with: path) { throw complaint(.folderInItself, [name]) }
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
        case .folder(let path): _ = try renameFolder(path, to: parent + path.suffix(1))
        }
    }

    private func arrange(_ items: [SubscriptionItem], in parent: [String], _ place: SubscriptionPlace) throws {
        let now = try subscriptions(.hand).folder(parent)
        let (feeds, folders) = (now?.feeds.map(\.id) ?? [], now?.folders.map(\.name) ?? [])
        let movedFeeds = items.compactMap { item -> Int64? in
            // A feed that is left in other folders does not stand at the top.
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
        // Beside one of those that are moved: where it stands.
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
