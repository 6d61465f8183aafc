internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService

/// Categories: folders, which can be changed, and saved searches, which cannot.
enum MinifluxCategoryOperations {
    static let all: [Operation] = [
        Miniflux.operation("Categories", .get, "categories", "The categories") { call in
            let wantsCounts = call.isSet("counts") ?? false
            return .miniflux(try await call.read { try list($0, wantsCounts: wantsCounts) })
        },
        Miniflux.operation("AddCategory", .post, "categories", "Make a category") { call in
            let path = try path(call)
            return try await call.write { library in
                if try MinifluxCategories(library).folder(path) != nil {
                    throw ReaderError(400, "this category already exists")
                }
                try EmptyFolders.change(library, add: [path])
                return try written(path, library)
            }
        },
        Miniflux.operation("EditCategory", .put, "categories/{category}", "Rename a category") { call in
            let id = try call.id("category")
            let new = try call.string("title") == nil ? nil : path(call)
            return try await call.write { library in
                let old = try existing(id, library)
                guard let new, new != old.path else { return .miniflux(status: 201) { old.category.write(&$0) } }
                if try MinifluxCategories(library).folder(new) != nil {
                    throw ReaderError(400, "this category already exists")
                }
                return try library.store.atomically {
                    let isUsed = try move(old.path, to: new, library)
                    try EmptyFolders.change(library, add: isUsed ? [] : [new], remove: [old.path])
                    return try written(new, library)
                }
            }
        },
        Miniflux.operation(
            "RemoveCategory", .delete, "categories/{category}",
            "Remove a category; its feeds and their articles are kept"
        ) { call in
            let id = try call.id("category")
            try await call.write { library in
                let old = try existing(id, library)
                try library.store.atomically {
                    _ = try move(old.path, to: nil, library)
                    try EmptyFolders.change(library, remove: [old.path])
                }
            }
            return .nothing
        },
        Miniflux.operation("CategoryFeeds", .get, "categories/{category}/feeds", "The feeds of a category") {
            call in
            let id = try call.id("category")
            return .miniflux(
                try await call.read { library in
                    let feeds = try MinifluxFeeds(library)
                    guard feeds.categories[id] != nil else { throw Miniflux.notFound }
                    return feeds.write { feeds.categories.category(of: $0).id == id }
                })
        },
        Miniflux.operation(
            "ReadCategory", .put, "categories/{category}/mark-all-as-read", "Mark all articles of a category as read"
        ) { call in
            let id = try call.id("category")
            return try await MinifluxEntryOperations.markRead(EntryList(category: id), call)
        },
        Miniflux.operation("RefreshCategory", .put, "categories/{category}/refresh", "Fetch the feeds of a category") {
            call in
            let id = try call.id("category")
            let urls = try await call.read { library in
                let feeds = try library.store.feeds()
                let categories = try MinifluxCategories(library, feeds: feeds)
                guard categories[id] != nil else { throw Miniflux.notFound }
                return feeds.filter { categories.category(of: $0).id == id }.map(\.url)
            }
            if !urls.isEmpty { _ = try call.startRefresh(urls) }
            return .nothing
        },
    ]

    private static func path(_ call: RequestContext) throws -> [String] {
        let path = FolderPath.parse(try call.string("title") ?? "")
        // Empty folders are stored one per line, so their names must not contain line breaks.
        guard !path.isEmpty, !path.contains(where: { $0.contains(where: \.isNewline) }) else {
            throw ReaderError(400, "the title is mandatory")
        }
        return path
    }

    private static func existing(_ id: Int64, _ library: Library) throws -> (category: MinifluxCategory, path: [String])
    {
        guard let category = try MinifluxCategories(library)[id] else { throw Miniflux.notFound }
        switch category.meaning {
        case .top: throw ReaderError(400, "this category has the feeds that are in no folder")
        case .folder(let path): return (category, path)
        case .search: throw MinifluxCategories.isSearch
        }
    }

    /// Moves the feeds of a folder to another folder, or to none. Subfolders are separate categories.
    ///
    /// - Returns: whether there were any feeds.
    private static func move(_ path: [String], to new: [String]?, _ library: Library) throws -> Bool {
        let feeds = try library.store.feeds().filter { $0.folders.contains(path) }
        for feed in feeds {
            let others = feed.folders.filter { $0 != new }
            let folders = others.compactMap { $0 == path ? new : $0 }
            try library.store.edit(feed.id, FeedChanges(folders: folders))
        }
        return !feeds.isEmpty
    }

    private static func written(_ path: [String], _ library: Library) throws -> HTTPResponse {
        guard let category = try MinifluxCategories(library).folder(path) else { throw Miniflux.notFound }
        return .miniflux(status: 201) { category.write(&$0) }
    }

    private static func list(_ library: Library, wantsCounts: Bool) throws -> [UInt8] {
        let feeds = try library.store.feeds()
        let categories = try MinifluxCategories(library, feeds: feeds)
        var counts: [Int64: (feeds: Int, unread: Int)] = [:]
        let searches = UnreadMatches(library)
        if wantsCounts {
            for feed in feeds {
                let id = categories.category(of: feed).id
                counts[id, default: (0, 0)].feeds += 1
                counts[id, default: (0, 0)].unread += feed.unread
            }
        }
        var writer = JSONWriter()
        try writer.array { array in
            for category in categories.all {
                guard wantsCounts else {
                    category.write(&array)
                    continue
                }
                var (count, unread) = counts[category.id] ?? (0, 0)
                if case .search(let search) = category.meaning { (count, unread) = (0, try searches.count(of: search)) }
                category.write(&array, feeds: count, unread: unread)
            }
        }
        return writer.bytes
    }
}
