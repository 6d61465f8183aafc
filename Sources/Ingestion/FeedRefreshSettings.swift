public import FeedFetching

/// Settings for refreshing feeds.
public struct FeedRefreshSettings: Sendable {
    public var fetcher: Fetcher
    public var schedule: FetchSchedule
    /// Number of consecutive fetches that must redirect permanently before the new address is used.
    public var movesToBelieve = 3
    /// Reads the passwords and headers of feeds.
    public var secrets = SecretReader()
    /// The items that the user has confirmed. Other options that need a confirmation have no effect.
    public var confirmations = Confirmations.none
    public var links = LinkCleaner()
    /// The user is notified once after this many consecutive failures; 0 to never notify.
    public var alertAfter = 5
    /// The maximum number of feeds that are committed together.
    public var groupSize = 512
    /// The number of articles after which a group is committed.
    public var groupArticles = 1_024
    /// The number of bytes of text after which a group is committed.
    public var groupBytes = 8 << 20
    /// The longest time that a result waits before its group is committed.
    public var groupMilliseconds = 1_000
    /// The fetches that the libraries of a host share; nil if the library fetches all feeds for itself.
    public var shared: (any SharedFetching)?
    /// Receives an error of the shared fetches. The library then fetches all feeds for itself.
    public var onSharedFault: (@Sendable (any Error) -> Void)?
    /// Whether the library stores the hosts that asked not to be contacted. The libraries of a host do not, because the
    /// list also has hosts of other libraries.
    public var storesQuietHosts = true

    public init(fetcher: Fetcher = Fetcher(), schedule: FetchSchedule = FetchSchedule()) {
        self.fetcher = fetcher
        self.schedule = schedule
    }
}
