internal import Articles
internal import FeedLibrary
internal import QueryLanguage

/// One section of a view's list in date order, and the positions at which the previous and the next section begin.
struct ListWindow: Sendable {
    /// The position at which a section of a list begins.
    enum Start: Sendable, Equatable {
        /// The section begins after this number of rows. Used to jump to a row whose article is unknown.
        case row(Int)
        case after(DatePlace)
        /// The section ends before this position in date order.
        case before(DatePlace)
    }

    private(set) var articles: [ListedArticle]
    private(set) var hasPrevious: Bool
    private(set) var hasNext: Bool

    static let rows = 50
    /// The maximum number of rows in one scrolling element: browsers limit an element's height to about 16 million
    /// pixels.
    static let maxRows = 100_000

    /// - Parameters:
    ///   - request: the list; its order, start and limit are set here.
    ///   - total: the number of articles in the list, if known.
    init(
        of request: ListRequest, from start: Start, oldestFirst: Bool, total: Int?, in library: Library
    ) throws {
        var request = request
        request.newestFirst = !oldestFirst
        switch start {
        case .row(let row):
            hasPrevious = row > 0
            if let total, row > total / 2 {
                // Skipped rows must be read too, so count from the nearer end.
                request.newestFirst.toggle()
                request.limit = max(0, total - row)
                articles = try library.store.list(request).reversed()
            } else {
                request.limit = row + Self.rows + 1
                articles = Array(try library.store.list(request).dropFirst(row))
            }
        case .after(let place):
            (request.after, request.limit) = (place, Self.rows + 1)
            articles = try library.store.list(request)
            hasPrevious = true
        case .before(let place):
            (request.after, request.limit) = (place, Self.rows + 1)
            request.newestFirst.toggle()
            articles = try library.store.list(request)
            hasPrevious = articles.count > Self.rows
            hasNext = true
            articles = articles.prefix(Self.rows).reversed()
            return
        }
        hasNext = articles.count > Self.rows
        articles = Array(articles.prefix(Self.rows))
    }
}

extension ReaderView {
    /// The filter that selects the articles of the view.
    ///
    /// - Parameter query: the parsed query, if the view is a search.
    func filter(unreadOnly: Bool, query: String?, in library: Library) throws -> ArticleFilter {
        let narrowing = unreadOnly ? [ArticleFilter.read(false)] : []
        switch self {
        case .unread: return .read(false)
        case .starred: return .starred(true)
        case .all: return .all(narrowing)
        case .feed(let id): return .all([.feeds([id])] + narrowing)
        case .folder(let path): return .all([.feeds(try Self.feeds(in: path, library).map(\.id))] + narrowing)
        case .today, .saved, .search:
            guard let query else { return .always }
            return .articles(try library.articles.matches(library.parse(query)).map { UInt32(clamping: $0) })
        case .opened: return .all([.dates(from: nil, until: nil, of: .opened)] + narrowing)
        case .author(let name): return .all([.author(named: name)] + narrowing)
        case .listed(let numbers): return .articles(numbers.sorted().map { UInt32(clamping: $0) })
        }
    }

    /// The number of articles in the list, if the feeds' counters are sufficient to determine it; otherwise nil.
    ///
    /// - Parameter feeds: all feeds, including unsubscribed ones; nil if the feeds have not been read.
    func count(unreadOnly: Bool, feeds: [Feed]?, in library: Library) throws -> Int? {
        let counted: [Feed]
        // Include unsubscribed feeds, because lists contain their articles.
        switch self {
        case .unread, .all: counted = try feeds ?? library.store.feeds(subscribedOnly: false)
        case .feed(let id):
            counted = try (feeds.map { $0.first { $0.id == id } } ?? library.store.feed(id)).map { [$0] } ?? []
        case .folder(let path):
            let parts = path.split(separator: "/").map(String.init)
            counted = try (feeds ?? library.store.feeds(subscribedOnly: false)).filter {
                $0.folders.contains { $0.starts(with: parts) }
            }
        case .today, .starred, .saved, .author, .search, .opened, .listed: return nil
        }
        if unreadOnly || self == .unread { return counted.reduce(0) { $0 + $1.unread } }
        let folded = try library.store.foldedReplies(of: self == .all ? nil : counted.map(\.id))
        return max(0, counted.reduce(-folded) { $0 + $1.articles })
    }

    /// Whether the view leaves out replies. A view that searches, or lists what the user has chosen, contains them.
    var foldsReplies: Bool {
        switch self {
        case .all, .today, .feed, .folder: true
        case .unread, .starred, .saved, .author, .search, .opened, .listed: false
        }
    }

    private static func feeds(in path: String, _ library: Library) throws -> [Feed] {
        let parts = path.split(separator: "/").map(String.init)
        return try library.store.feeds().filter { $0.folders.contains { $0.starts(with: parts) } }
    }
}
