public import FeedFetching

/// How feeds are refreshed.
public struct FeedRefreshSettings: Sendable {
    public var fetcher: Fetcher
    public var schedule: FetchSchedule
    /// So often in a row must a feed say that it has moved before it is asked at its new place.
    public var movesToBelieve = 3
    /// How the passwords and headers of feeds are read.
    public var secrets = SecretReader()
    /// What of the feeds' options may take effect.
    public var confirmations = Confirmations.none
    /// After so many failures in a row a person is told, once; 0 for never.
    public var alertAfter = 5
    /// Feeds committed together at most.
    public var groupSize = 512
    /// Articles after which a group is committed.
    public var groupArticles = 1_024
    /// Bytes of text after which a group is committed.
    public var groupBytes = 8 << 20
    /// Milliseconds that something fetched waits for company at most.
    public var groupMilliseconds = 1_000

    public init(fetcher: Fetcher = Fetcher(), schedule: FetchSchedule = FetchSchedule()) {
        self.fetcher = fetcher
        self.schedule = schedule
    }
}
