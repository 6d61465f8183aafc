package import Articles

/// The order of the feeds and folders within a folder.
package enum SubscriptionOrder: String, CaseIterable, Sendable {
    /// The manual order. Items that were never arranged follow, in the order in which they were added.
    case hand
    case title
    /// Folders and feeds with the most unread articles first; those with equally many in the order in which they were
    /// added.
    case unread
    /// The order in which feeds were added.
    case added
}

/// The folders with their feeds. Subfolders come before feeds.
package struct SubscriptionTree: Sendable {
    package struct Folder: Sendable {
        package let path: [String]
        /// The number of unread articles, including those in subfolders. A feed that appears twice in the folder is
        /// counted once.
        package fileprivate(set) var unread = 0
        /// The number of feeds in the folder and its subfolders.
        package fileprivate(set) var count = 0
        package fileprivate(set) var folders: [Folder] = []
        package fileprivate(set) var feeds: [Feed] = []

        package var name: String { path.last ?? "" }
        package var text: String { path.joined(separator: "/") }

        fileprivate init(_ path: [String]) { self.path = path }

        /// The feeds in the folder and its subfolders, in display order. A feed in two of these folders is listed
        /// twice.
        package var all: [Feed] { folders.flatMap(\.all) + feeds }
    }

    /// The feeds in no folder, and the top-level folders.
    package let top: Folder
    /// The number of folders in the tree.
    package let folderCount: Int

    package init(_ feeds: [Feed], _ order: SubscriptionOrder, hand: ManualOrder) {
        var builder = Builder(order: order, hand: hand)
        for feed in feeds { builder.add(feed) }
        folderCount = builder.children.values.reduce(0) { $0 + $1.count }
        top = builder.folder([])
    }

    /// Each feed once, in display order.
    package var feeds: [Feed] {
        var seen: Set<Int64> = []
        return top.all.filter { seen.insert($0.id).inserted }
    }

    /// Paths of all folders, each before its subfolders.
    package var paths: [[String]] {
        func paths(in folder: Folder) -> [[String]] { folder.folders.flatMap { [$0.path] + paths(in: $0) } }
        return paths(in: top)
    }

    /// The folder at a path; nil if the folder and its subfolders contain no feed.
    package func folder(_ path: [String]) -> Folder? {
        var folder = top
        for name in path {
            guard let next = folder.folders.first(where: { $0.name == name }) else { return nil }
            folder = next
        }
        return folder
    }
}

private struct Builder {
    let order: SubscriptionOrder
    let hand: ManualOrder
    /// The feeds of each folder, by the folder's path.
    private var members: [[String]: [Feed]] = [:]
    /// Subfolders of each folder by name, each with the id of the feed that was added to it first.
    private(set) var children: [[String]: [String: Int64]] = [:]

    init(order: SubscriptionOrder, hand: ManualOrder) {
        self.order = order
        self.hand = hand
    }

    mutating func add(_ feed: Feed) {
        for path in feed.folders.isEmpty ? [[]] : feed.folders {
            members[path, default: []].append(feed)
            for depth in path.indices {
                children[Array(path[..<depth]), default: [:]][path[depth], default: .max].lower(to: feed.id)
            }
        }
    }

    func folder(_ path: [String]) -> SubscriptionTree.Folder {
        var folder = SubscriptionTree.Folder(path)
        let within = children[path] ?? [:]
        folder.folders = within.keys.map { self.folder(path + [$0]) }
        folder.feeds = members[path] ?? []
        // Count a feed in two subfolders only once.
        let unread = Dictionary(folder.all.map { ($0.id, $0.unread) }, uniquingKeysWith: { first, _ in first })
        (folder.unread, folder.count) = (unread.values.reduce(0, +), unread.count)
        sort(&folder, firstAdded: within)
        return folder
    }

    private func sort(_ folder: inout SubscriptionTree.Folder, firstAdded: [String: Int64]) {
        let places = hand.feeds[folder.path] ?? [:]
        let titles = Dictionary(
            folder.feeds.map { ($0.id, NaturalOrder.key($0.displayTitle)) }, uniquingKeysWith: { first, _ in first })
        let names = Dictionary(uniqueKeysWithValues: folder.folders.map { ($0.name, NaturalOrder.key($0.name)) })
        func title(_ feed: Feed) -> String { titles[feed.id] ?? "" }
        func name(_ folder: SubscriptionTree.Folder) -> String { names[folder.name] ?? "" }
        switch order {
        case .hand:
            folder.feeds.sort { (places[$0.id] ?? .max, $0.id) < (places[$1.id] ?? .max, $1.id) }
            folder.folders.sort {
                (hand.folders[$0.path] ?? .max, name($0), $0.name) < (hand.folders[$1.path] ?? .max, name($1), $1.name)
            }
        case .title:
            folder.feeds.sort { (title($0), $0.id) < (title($1), $1.id) }
            folder.folders.sort { (name($0), $0.name) < (name($1), $1.name) }
        case .unread:
            folder.feeds.sort { (-$0.unread, $0.id) < (-$1.unread, $1.id) }
            folder.folders.sort {
                (-$0.unread, firstAdded[$0.name] ?? .max, $0.name) < (-$1.unread, firstAdded[$1.name] ?? .max, $1.name)
            }
        case .added:
            folder.feeds.sort { $0.id < $1.id }
            folder.folders.sort {
                (firstAdded[$0.name] ?? .max, $0.name) < (firstAdded[$1.name] ?? .max, $1.name)
            }
        }
    }
}

extension Int64 {
    fileprivate mutating func lower(to other: Int64) { self = Swift.min(self, other) }
}
