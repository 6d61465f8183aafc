/// What a refresh of feeds did.
public struct FeedRefreshReport: Sendable {
    /// A feed that could not be fetched.
    public struct Failure: Sendable {
        public var url: String
        public var title: String
        /// As in docs/fetching.md: `dns`, `timeout`, `httpStatus` …, `notAFeed`, `gone`.
        public var kind: String
        /// One plain line, in English.
        public var text: String
        /// Failures in a row, this one among them.
        public var failures: Int
        /// It has failed so often that a person is to be told; once in a streak.
        public var isAlert = false
        /// When it is tried again, seconds since 1970; 0 for never.
        public var nextFetch: Int64
    }

    /// A feed that was not asked, since something that it needs is not confirmed on this machine.
    public struct Waiting: Sendable {
        public var url: String
        public var title: String
        /// What is not confirmed, one line, in English.
        public var item: String
    }

    /// A feed that has said so often that it has moved that it is asked at its new place from now on.
    public struct Move: Sendable {
        public var url: String
        public var title: String
        public var place: String
    }

    /// Feeds that were to be fetched.
    public var feeds = 0
    /// Feeds that gave a body with something to read.
    public var fetched = 0
    /// Feeds that had nothing new.
    public var unchanged = 0
    public var inserted = 0
    public var updated = 0
    /// Articles that their feeds keep no longer.
    public var removed = 0
    public var failures: [Failure] = []
    public var waiting: [Waiting] = []
    public var moves: [Move] = []
    /// The network itself is missing: the rest was not tried, and nobody is blamed.
    public var isOffline = false
    /// Ended early; what had arrived is stored.
    public var isCancelled = false
    public var seconds = 0.0

    public init() {}
}
