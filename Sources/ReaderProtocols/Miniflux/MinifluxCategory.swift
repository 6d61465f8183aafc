internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// A category. As in Miniflux, each feed is in one category: its first folder, or `top` if it has none.
struct MinifluxCategory: Sendable {
    enum Meaning: Sendable {
        /// The category of feeds that are in no folder.
        case top
        case folder([String])
        /// A saved search, which has articles but no feeds.
        case search(SavedSearch)
    }

    static let topID: Int64 = 1

    var id: Int64
    var title: String
    var meaning: Meaning

    func write(_ writer: inout JSONWriter, feeds: Int? = nil, unread: Int? = nil) {
        writer.object { object in
            object.member("id", Int(id))
            object.member("title", title)
            object.member("user_id", Int(Miniflux.userID))
            object.member("hide_globally", false)
            object.member("feed_count", feeds)
            object.member("total_unread", unread)
        }
    }
}

/// The categories of one state of a library.
struct MinifluxCategories {
    private(set) var all: [MinifluxCategory]
    private var places: [Int64: Int] = [:]
    private var folders: [[String]: Int] = [:]

    /// - Parameter feeds: the subscriptions.
    init(_ library: Library, feeds: [Feed]) throws {
        all = [MinifluxCategory(id: MinifluxCategory.topID, title: "All", meaning: .top)]
        let paths = Set(feeds.compactMap(\.folders.first) + (try EmptyFolders.all(library)))
        for (path, number) in FolderNumber.all(paths) {
            folders[path] = all.count
            all.append(
                MinifluxCategory(id: number, title: path.joined(separator: "/"), meaning: .folder(path)))
        }
        var titles = Set(all.map(\.title))
        for search in try library.store.savedSearches() {
            var title = search.name
            while !titles.insert(title).inserted { title += " (search)" }
            all.append(
                MinifluxCategory(id: MinifluxCategory.topID &+ search.id, title: title, meaning: .search(search)))
        }
        for (place, category) in all.enumerated() { places[category.id] = place }
    }

    init(_ library: Library) throws { try self.init(library, feeds: library.store.feeds()) }

    subscript(id: Int64) -> MinifluxCategory? { places[id].map { all[$0] } }

    func category(of feed: Feed) -> MinifluxCategory {
        feed.folders.first.flatMap { folder($0) } ?? all[0]
    }

    /// The category of a folder; nil if the folder does not exist.
    func folder(_ path: [String]) -> MinifluxCategory? { folders[path].map { all[$0] } }

    /// The folder of a category; empty for the top category.
    ///
    /// - Throws: `ReaderError` for an unknown category and for a saved search.
    func folder(id: Int64) throws(ReaderError) -> [String] {
        switch self[id]?.meaning {
        case .top: return []
        case .folder(let path): return path
        case .search: throw Self.isSearch
        case nil: throw ReaderError(400, "this category does not exist")
        }
    }

    static let isSearch = ReaderError(
        400, "this category is a saved search: it takes no feeds, and is changed by the feedsearch command")
}

/// Folders that a client has created without putting a feed into them. The library has only folders that contain a
/// feed.
enum EmptyFolders {
    private static let client = "reader-folders"
    private static let limit = 1_000

    static func all(_ library: Library) throws -> [[String]] {
        guard let state = try library.store.clientState(of: client) else { return [] }
        return String(decoding: state, as: UTF8.self).split(separator: "\n").map { FolderPath.parse(String($0)) }
    }

    /// Removes and adds folders. Folders that now contain feeds are removed as well.
    static func change(_ library: Library, add: [[String]] = [], remove: [[String]] = []) throws {
        let known = try all(library)
        let used = Set(try library.store.feeds().flatMap(\.folders))
        let kept = known.filter { !used.contains($0) && !remove.contains($0) && !add.contains($0) } + add
        if kept == known { return }
        if kept.count > limit { throw ReaderError(400, "there are \(limit) empty categories already") }
        let text = kept.map { $0.joined(separator: "/") }.joined(separator: "\n")
        try library.store.setClientState(kept.isEmpty ? nil : Array(text.utf8), of: client)
    }
}
