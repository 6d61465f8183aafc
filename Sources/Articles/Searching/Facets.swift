/// How the articles that a search finds are spread.
public struct Facets: Sendable, Equatable {
    /// One value, and how many of the articles have it.
    public struct Count: Sendable, Equatable {
        /// A feed's address, a folder's path (`A/B`), a month (`2024-01`), a day, or a language as the articles name it.
        public var value: String
        /// What a reader calls it, where that differs: a feed's title.
        public var title: String?
        public var articles: Int

        public init(value: String, title: String? = nil, articles: Int) {
            self.value = value
            self.title = title
            self.articles = articles
        }
    }

    /// How many articles match.
    public var total = 0
    /// How many of them are unread.
    public var unread = 0
    public var starred = 0
    /// Nothing had all the words; counted are those that have most of them.
    public var relaxed = false
    /// Each with one article at least, the most frequent first.
    public var feeds: [Count] = []
    /// As `feeds`; an article counts once in each folder that its feed is in, and in the folders around that.
    public var folders: [Count] = []
    /// Ascending, in the time zone of the request.
    public var months: [Count] = []
    /// Ascending, of the last 400 days before the request: `2024-01-31`.
    public var days: [Count] = []
    /// As `feeds`; `und` counts articles without a language.
    public var languages: [Count] = []

    public init() {}
}
