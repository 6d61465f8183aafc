internal import Articles
internal import FeedLibrary

/// Converts stream names to article filters, reading one state of a library.
struct StreamSelection {
    private let library: Library
    /// Loaded when a label is first used.
    private var labels: Labels?

    init(_ library: Library) { self.library = library }

    /// - Throws: `InvalidQuery`, or `StorageError` if a saved search cannot be evaluated.
    mutating func filter(_ stream: StreamID) throws -> ArticleFilter {
        switch stream {
        case .readingList: return .always
        case .read: return .read(true)
        case .unread: return .read(false)
        case .starred: return .starred(true)
        case .nothing: return .never
        case .feed(let id): return .feeds([id])
        case .address(let url): return .feeds(try library.store.feed(named: url).map { [$0.id] } ?? [])
        case .splice(let parts): return .any(try parts.map { try filter($0) })
        case .label(let name):
            let labels = try self.labels ?? Labels(library)
            self.labels = labels
            switch labels[name] {
            case nil: return .never
            case .folder(let path):
                let feeds = try library.store.feeds().filter { $0.folders.contains { $0.starts(with: path) } }
                return .feeds(feeds.map(\.id))
            case .search(let search):
                return .articles(try library.matches(of: search).map { UInt32(clamping: $0) })
            case .tag(let tag):
                return .articles(try library.store.articles(ownTag: tag).map { UInt32(clamping: $0) })
            }
        }
    }

    /// Whether a stream contains only articles of subscribed feeds. Starred, tagged and searched articles may be from
    /// other feeds.
    static func isOfSubscriptions(_ stream: StreamID) -> Bool {
        switch stream {
        case .readingList, .read, .unread: true
        default: false
        }
    }
}

extension Library {
    /// The articles that match a saved search, ascending.
    ///
    /// - Throws: `InvalidQuery`, `StorageError`.
    func matches(of search: SavedSearch) throws -> [ArticleID] {
        try articles.matches(parse(search.query))
    }
}
