internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import QueryLanguage

/// The filters and the order in a request for entries.
struct EntryList: Sendable {
    enum Order: String, Sendable, CaseIterable {
        case id, status, title, author
        case changed = "changed_at"
        case published = "published_at"
        case created = "created_at"
        case categoryTitle = "category_title"
        case categoryID = "category_id"
    }

    static let maxEntries = 1_000
    static let maxIDs = 10_000
    private static let maxTags = 20

    var feed: Int64 = 0
    var category: Int64 = 0
    /// Whether entries must be read or unread; nil for both.
    var isRead: Bool?
    var isStarred: Bool?
    var search = ""
    /// Tags of the feed; an entry must have all of them.
    var tags: [String] = []
    var afterID: Int64 = 0
    var beforeID: Int64 = 0
    /// The exclusive bounds of the publication date in seconds since 1970; 0 for no bound.
    var publishedAfter: Int64 = 0
    var publishedBefore: Int64 = 0
    /// The bounds of the time of storing. Used for bounds of the time of change, because the times of later changes are
    /// not recorded.
    var changedAfter: Int64 = 0
    var changedBefore: Int64 = 0
    var order = Order.published
    var isDescending = false
    var limit = 100
    var offset = 0

    init(feed: Int64 = 0, category: Int64 = 0) {
        self.feed = feed
        self.category = category
    }

    /// - Parameters:
    ///   - feed: the feed in the path; 0 for none. The same applies to `category`.
    init(_ call: RequestContext, feed: Int64 = 0, category: Int64 = 0) throws(ReaderError) {
        self.feed = call.integer("feed_id", or: feed)
        self.category = call.integer("category_id", or: category)
        var states: Set<Bool> = []
        for status in call.texts("status") where !status.isEmpty { states.insert(try Self.isRead(status)) }
        isRead = states.count == 1 ? states.first : nil
        isStarred = call.isSet("starred")
        search = call.text("search") ?? ""
        tags = Array(call.texts("tags").filter { !$0.isEmpty }.prefix(Self.maxTags))
        afterID = call.integer("after_entry_id", or: 0)
        beforeID = call.integer("before_entry_id", or: 0)
        publishedAfter = max(call.moment("after"), call.moment("published_after"))
        publishedBefore = Self.earliest(call.moment("before"), call.moment("published_before"))
        changedAfter = call.moment("changed_after")
        changedBefore = call.moment("changed_before")
        if let text = call.text("order"), !text.isEmpty {
            guard let order = Order(rawValue: text) else {
                let names = Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw ReaderError(400, "invalid entry order, valid order values are: \(names)")
            }
            self.order = order
        }
        switch call.text("direction")?.lowercased() {
        case nil, "", "asc": isDescending = false
        case "desc": isDescending = true
        default: throw ReaderError(400, "invalid direction, valid direction values are: asc, desc")
        }
        limit = Int(clamping: call.integer("limit", or: 100))
        offset = Int(clamping: call.integer("offset", or: 0))
        if limit < 0 || offset < 0 { throw ReaderError(400, "limit and offset must be zero or greater") }
        if limit == 0 || limit > Self.maxEntries { limit = Self.maxEntries }
    }

    static func isRead(_ status: String) throws(ReaderError) -> Bool {
        switch status {
        case "read": return true
        case "unread": return false
        default: throw ReaderError(400, "invalid entry status, valid status values are: read, unread")
        }
    }

    /// All matching entries, in order.
    func entries(_ library: Library) throws -> [ListedArticle] {
        try sorted(try library.store.list(try request(library)), library)
    }

    /// The entries of the requested page, and the total number.
    func page(_ library: Library) throws -> (entries: [ListedArticle], total: Int) {
        guard order == .published else {
            let all = try entries(library)
            return (Array(all.dropFirst(offset).prefix(limit)), all.count)
        }
        var request = try request(library)
        let total = try library.store.count(request)
        request.limit = offset < total ? offset + min(limit, total - offset) : 0
        return (Array(try library.store.list(request).dropFirst(offset)), total)
    }

    // MARK: -

    private static func earliest(_ one: Int64, _ other: Int64) -> Int64 {
        one > 0 && other > 0 ? min(one, other) : max(one, other)
    }

    private func request(_ library: Library) throws -> ListRequest {
        var request = ListRequest(try filter(library))
        // Starred entries and search results may be from unsubscribed feeds.
        request.subscribedOnly = feed == 0 && category == 0 && isStarred != true && search.isEmpty
        request.newestFirst = isDescending
        request.foldReplies()
        return request
    }

    private func filter(_ library: Library) throws -> ArticleFilter {
        var parts: [ArticleFilter] = []
        if feed != 0 {
            guard try library.store.feed(feed) != nil else {
                throw ReaderError(400, "invalid feed ID")
            }
            parts.append(.feeds([feed]))
        }
        if category != 0 { parts.append(try filter(category: category, library)) }
        if let isRead { parts.append(.read(isRead)) }
        if let isStarred { parts.append(.starred(isStarred)) }
        parts += tags.map { .tag(named: $0) }
        if !search.isEmpty {
            parts.append(.articles(try library.articles.matches(library.parse(search)).map { UInt32(clamping: $0) }))
        }
        if afterID > 0 { parts.append(.not(.upTo(afterID))) }
        if beforeID > 0 { parts.append(.upTo(beforeID - 1)) }
        if publishedAfter > 0 || publishedBefore > 0 {
            parts.append(
                .dates(
                    from: publishedAfter > 0 ? publishedAfter + 1 : nil,
                    until: publishedBefore > 0 ? publishedBefore : nil, of: .published))
        }
        // Apps request entries that are new to them, that is, entries stored since then.
        if changedAfter > 0 { parts.append(.not(try library.stored(before: changedAfter + 1))) }
        if changedBefore > 0 { parts.append(try library.stored(before: changedBefore)) }
        return .all(parts)
    }

    private func filter(category id: Int64, _ library: Library) throws -> ArticleFilter {
        let feeds = try library.store.feeds()
        let categories = try MinifluxCategories(library, feeds: feeds)
        switch categories[id]?.meaning {
        case nil: throw ReaderError(400, "invalid category ID")
        case .search(let search): return .articles(try library.matches(of: search).map { UInt32(clamping: $0) })
        case .top, .folder: return .feeds(feeds.filter { categories.category(of: $0).id == id }.map(\.id))
        }
    }

    /// - Parameter articles: in date order, in the requested direction.
    private func sorted(_ articles: [ListedArticle], _ library: Library) throws -> [ListedArticle] {
        switch order {
        case .published: return articles
        case .id: return sorted(articles, by: \.id)
        case .created: return sorted(articles, by: \.received)
        case .changed: return sorted(try library.withStoringTimes(articles), by: \.received)
        case .status:
            let unread = Set(try library.store.list(ListRequest(.read(false))).map(\.id))
            // Sort the states by name: "read" precedes "unread".
            return sorted(articles) { unread.contains($0.id) ? 1 : 0 }
        case .categoryID, .categoryTitle:
            let feeds = try library.store.feeds()
            let categories = try MinifluxCategories(library, feeds: feeds)
            let ofFeed = Dictionary(
                uniqueKeysWithValues: feeds.map { ($0.id, categories.category(of: $0)) })
            if order == .categoryID { return sorted(articles) { ofFeed[$0.feed]?.id ?? 0 } }
            return sorted(articles) { ofFeed[$0.feed]?.title ?? "" }
        case .title, .author:
            var words: [ArticleID: String] = [:]
            try library.store.forEachArticle(articles.map(\.id), withTexts: false) {
                words[$0.id] = order == .title ? $0.title : $0.author
            }
            let texts = articles.map { ($0, words[$0.id] ?? "") }
            return texts.enumerated().sorted { one, other in
                let (left, right) = (one.element.1, other.element.1)
                if left == right { return one.offset < other.offset }
                return isDescending ? left > right : left < right
            }.map(\.element.0)
        }
    }

    /// A stable sort: entries with equal keys stay in date order.
    private func sorted<Key: Comparable>(
        _ articles: [ListedArticle], by key: (ListedArticle) -> Key
    ) -> [ListedArticle] {
        let keyed = articles.enumerated().map { (offset: $0.offset, key: key($0.element)) }
        return keyed.sorted { one, other in
            if one.key == other.key { return one.offset < other.offset }
            return isDescending ? one.key > other.key : one.key < other.key
        }.map { articles[$0.offset] }
    }
}
