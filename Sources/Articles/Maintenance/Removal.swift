/// One removal of articles that can be undone.
public struct Removal: Sendable, Equatable {
    public var id: Int64
    /// Seconds since 1970.
    public var at: Int64
    public var reason: Reason
    /// Articles that are still in the bin.
    public var articles: Int

    package init(id: Int64, at: Int64, reason: Reason, articles: Int) {
        self.id = id
        self.at = at
        self.reason = reason
        self.articles = articles
    }

    public enum Reason: String, Sendable {
        /// A person asked for it.
        case deleted
        /// Their feed keeps no more, or nothing older.
        case retention
    }
}
