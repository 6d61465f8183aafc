internal import Articles
internal import FeedLibrary

/// The labels of Google Reader's API: folders, saved searches and the user's own tags, each with a unique name.
///
/// If names collide, the folder keeps the name, and saved searches and tags get a suffix.
struct Labels {
    enum Meaning: Equatable {
        case folder([String])
        case search(SavedSearch)
        case tag(String)
    }

    struct Label {
        var name: String
        var meaning: Meaning
        /// The number of unread articles of a tag; those of other labels are counted when requested.
        var unread = 0
    }

    private(set) var all: [Label] = []
    private var places: [String: Int] = [:]

    /// - Parameter folders: the paths of all folders that contain a feed, directly or in a subfolder.
    init(_ library: Library, folders: some Sequence<[String]>) throws {
        for path in folders { add(path.joined(separator: "/"), .folder(path)) }
        for search in try library.store.savedSearches() { add(search.name, .search(search), suffix: " (search)") }
        for tag in try library.store.ownTags() {
            add(tag.name, .tag(tag.name), suffix: " (tag)", unread: tag.unread)
        }
    }

    init(_ library: Library) throws {
        try self.init(library, folders: try library.store.folderCounts().map(\.path))
    }

    subscript(name: String) -> Meaning? { places[name].map { all[$0].meaning } }

    /// The label names of tags, by tag.
    var tagNames: [String: String] {
        var names: [String: String] = [:]
        for label in all { if case .tag(let tag) = label.meaning { names[tag] = label.name } }
        return names
    }

    private mutating func add(_ name: String, _ meaning: Meaning, suffix: String = "", unread: Int = 0) {
        var name = name
        while places[name] != nil {
            if suffix.isEmpty { return }
            name += suffix
        }
        places[name] = all.count
        all.append(Label(name: name, meaning: meaning, unread: unread))
    }
}

extension Labels {
    /// The folders of feeds and their parent folders, sorted by path.
    static func folders(_ feeds: some Sequence<[[String]]>) -> [[String]] {
        Set(feeds.flatMap { folders(of: $0) }).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The folders of one feed and their parent folders, without duplicates.
    static func folders(of feed: [[String]]) -> [[String]] {
        if feed.count == 1, feed[0].count == 1 { return feed }
        var found: Set<[String]> = []
        return feed.flatMap { path in
            path.indices.map { Array(path[...$0]) }.filter { found.insert($0).inserted }
        }
    }
}
