/// The result of `check`.
public struct CheckReport: Sendable {
    /// One line for each problem; empty if the store and the index agree.
    public var problems: [String] = []
    public var articles = 0
    public var feeds = 0

    package init(problems: [String] = [], articles: Int = 0, feeds: Int = 0) {
        self.problems = problems
        self.articles = articles
        self.feeds = feeds
    }

    /// Adds a line for a problem that occurs `count` times; does nothing if `count` is 0.
    package mutating func note(_ problem: String, _ count: some BinaryInteger) {
        if count > 0 { problems.append("\(problem): \(count)") }
    }
}

/// Counts and sizes of a store.
public struct StoreStatistics: Sendable {
    public var articles = 0
    public var unread = 0
    public var starred = 0
    public var feeds = 0
    public var subscriptions = 0
    public var savedSearches = 0
    public var bytes = 0
    public var textBytes = 0
    /// Accurate to within a few percent for a large index.
    public var indexBytes = 0
    public var oldest: Int64?
    public var newest: Int64?
    public var schemaVersion = 0

    package init(
        articles: Int = 0, unread: Int = 0, starred: Int = 0, feeds: Int = 0, subscriptions: Int = 0,
        savedSearches: Int = 0, bytes: Int = 0, textBytes: Int = 0, indexBytes: Int = 0, oldest: Int64? = nil,
        newest: Int64? = nil, schemaVersion: Int = 0
    ) {
        self.articles = articles
        self.unread = unread
        self.starred = starred
        self.feeds = feeds
        self.subscriptions = subscriptions
        self.savedSearches = savedSearches
        self.bytes = bytes
        self.textBytes = textBytes
        self.indexBytes = indexBytes
        self.oldest = oldest
        self.newest = newest
        self.schemaVersion = schemaVersion
    }
}
