/// The result of refreshing feeds.
public struct FeedRefreshReport: Sendable {
    /// A feed that could not be fetched.
    public struct Failure: Sendable {
        public var url: String
        public var title: String
        /// The name of the failure as in docs/fetching.md, for example `dns`, `timeout`, `httpStatus`, `notAFeed` or
        /// `gone`.
        public var kind: String
        /// One plain line, in English.
        public var text: String
        /// Number of consecutive failures, including this one.
        public var failures: Int
        /// Whether the number of failures has just reached `alertAfter`. The user is notified once per series of
        /// consecutive failures.
        public var isAlert = false
        /// The time of the next fetch, in seconds since 1970; 0 if no fetch is planned.
        public var nextFetch: Int64

        package init(
            url: String, title: String, kind: String, text: String, failures: Int, isAlert: Bool = false,
            nextFetch: Int64
        ) {
            self.url = url
            self.title = title
            self.kind = kind
            self.text = text
            self.failures = failures
            self.isAlert = isAlert
            self.nextFetch = nextFetch
        }
    }

    /// A feed that was not fetched because it needs an item that has not been confirmed on this machine.
    public struct Waiting: Sendable {
        public var url: String
        public var title: String
        /// The unconfirmed item as one line, in English.
        public var item: String
    }

    /// A feed that was not requested, because its host had responded with status 429 or 503 and `Retry-After`.
    public struct Postponed: Sendable {
        public var url: String
        public var title: String
        /// The time of the next fetch, in seconds since 1970.
        public var nextFetch: Int64
    }

    /// A feed that has redirected permanently `movesToBelieve` times; it is now fetched from its new address.
    public struct Move: Sendable {
        public var url: String
        public var title: String
        public var place: String
    }

    /// Number of feeds that were to be fetched.
    public var feeds = 0
    /// Number of feeds with a new body that could be read.
    public var fetched = 0
    /// Number of feeds that were not modified.
    public var unchanged = 0
    public var inserted = 0
    public var updated = 0
    /// Number of articles that were removed because they exceed the limits of their feeds.
    public var removed = 0
    public var failures: [Failure] = []
    public var waiting: [Waiting] = []
    public var postponed: [Postponed] = []
    public var moves: [Move] = []
    /// The hubs of the fetched feeds, for feeds that name a hub.
    public var hubs: [FeedHub] = []
    /// Whether the network is unavailable. If so, the remaining feeds were not fetched, and no failure is recorded.
    public var isOffline = false
    /// Whether the refresh ended early. Results that had arrived by then are stored.
    public var isCancelled = false
    public var seconds = 0.0
    /// The report on articles' pages, which are fetched after the feeds.
    public var pages = PageReport()

    public init() {}
}
