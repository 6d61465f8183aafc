/// The distribution of the matches of a search.
public struct Facets: Sendable, Equatable {
    /// One value and the number of matching articles that have it.
    public struct Count: Sendable, Equatable {
        /// A feed's address, a folder's path (`A/B`), a month (`2024-01`), a day, or a language as stored.
        public var value: String
        /// The display name, such as a feed's title, if it differs from the value.
        public var title: String?
        public var articles: Int

        public init(value: String, title: String? = nil, articles: Int) {
            self.value = value
            self.title = title
            self.articles = articles
        }
    }

    /// The number of matches.
    public var total = 0
    /// The number of unread matches.
    public var unread = 0
    public var starred = 0
    /// Whether no article contains all the words; the counts are then for the articles that contain most of them.
    public var relaxed = false
    /// Feeds with at least one match, most frequent first.
    public var feeds: [Count] = []
    /// Folders with at least one match, most frequent first. An article counts once in each folder of its feed and in
    /// each parent of these folders.
    public var folders: [Count] = []
    /// Months with at least one match, ascending, in the time zone of the request.
    public var months: [Count] = []
    /// Days with at least one match within the 400 days before the request, ascending, for example `2024-01-31`.
    public var days: [Count] = []
    /// Languages of the matches, most frequent first; `und` counts articles without a language.
    public var languages: [Count] = []

    public init() {}
}
