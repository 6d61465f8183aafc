internal import Articles
internal import FeedLibrary

/// Turns names of streams into conditions on articles, on one state of a library.
struct StreamSelection {
    private let library: Library
    /// Read when the first label is met.
    private var labels: Labels?

    init(_ library: Library) { self.library = library }

    /// - Throws: `QueryComplaint`, `StorageError` of a saved search that cannot be carried out.
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

    /// Whether a stream is limited to subscriptions: what is starred, tagged or searched for is shown
    /// wherever it is.
    static func isOfSubscriptions(_ stream: StreamID) -> Bool {
        switch stream {
        case .readingList, .read, .unread: true
        default: false
        }
    }
}

extension Library {
    /// The articles that a saved search finds, ascending.
    ///
    /// - Throws: `QueryComplaint`, `StorageError`.
    func matches(of search: SavedSearch) throws -> [ArticleID] {
        try matches(parse(search.query))
    }
}
