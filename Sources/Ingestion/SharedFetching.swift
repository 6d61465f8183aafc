internal import Articles
public import FeedFetching

/// Fetches that the libraries of a host share: an address that needs no secret is fetched once in its interval, and
/// each library stores the result in a transaction of its own.
public protocol SharedFetching: Sendable {
    /// Decides how the requests of one refresh are answered, and claims the addresses that the refresh fetches.
    ///
    /// - Parameter now: seconds since 1970.
    func begin(_ requests: [SharedFetchRequest], now: Int64) throws -> any SharedFetchRun

    /// Decides which icons one refresh looks for, and claims them.
    ///
    /// - Parameter now: seconds since 1970.
    func beginIcons(_ requests: [SharedIconRequest], now: Int64) throws -> any SharedIconRun
}

extension FetchRequest {
    /// Whether the request has no secrets, no setting of its own, and no permission for a private network.
    var isSharable: Bool {
        credentials == nil && cookiesFile == nil && headers.isEmpty && proxy == nil && userAgent == nil
            && trustedOrigin == nil && problem == nil && unconfirmed == nil && accept == nil && sink == nil
            && resume == nil && timeout == nil && maxWireBytes == nil && maxDecodedBytes == nil
    }
}

/// A request of a library for an address that it may share.
public struct SharedFetchRequest: Sendable {
    /// The number of the feed in the refresh.
    public var index: Int
    public var request: FetchRequest
    /// The interval that the library has set for the feed, in seconds.
    public var interval: Int64?
    /// Whether to fetch the feed now, regardless of stored results: after a retry or the message of a hub.
    public var isReset: Bool
    /// The time of the library's last successful fetch; 0 if there is none.
    public var lastSuccess: Int64

    /// - Returns: nil if the request has secrets, a setting of its own, or a permission for a private network.
    init?(index: Int, _ request: FetchRequest, _ state: FeedFetchState) {
        guard request.isSharable else { return nil }
        self.index = index
        self.request = request
        interval = state.options.interval
        // A feed that was never fetched has no time of the next fetch either.
        isReset = state.nextFetch == 0 && state.lastFetch > 0
        lastSuccess = state.lastSuccess
    }
}

/// How a feed is refreshed.
public enum SharedFetchPlan: Sendable {
    /// The library fetches the feed for itself.
    case alone
    /// The library fetches the address for all libraries, with this request.
    case fetch(FetchRequest)
    /// The address was fetched in this interval.
    case ready
    /// Another refresh is fetching from the host. The feed stays due.
    case later
}

/// The shared fetches of one refresh. After `begin`, only one thread at a time uses it.
public protocol SharedFetchRun: Sendable {
    func plan(of index: Int) -> SharedFetchPlan

    /// The result of an earlier fetch, as the outcome of the library's own request.
    ///
    /// - Returns: nil if the result is no longer stored. The feed stays due.
    func earlier(_ index: Int, now: Int64) throws -> SharedOutcome?

    /// How long the earlier fetch took.
    func elapsed(of index: Int) -> Duration

    /// Converts the outcome of a shared request to the outcome of the library's own request, which may know another
    /// body.
    ///
    /// - Returns: nil if the body is no longer stored. The feed stays due.
    func own(_ outcome: FetchOutcome, of index: Int) throws -> FetchOutcome?

    /// The number of failed fetches of the address in a row, including `outcome`.
    func failures(_ index: Int, after outcome: FetchOutcome) -> Int

    /// Stores the outcome of a shared request for the other libraries, and ends the claim. A failure before the stored
    /// time of the next fetch is not stored.
    ///
    /// - Parameters:
    ///   - nextFetch: when the address is fetched again.
    ///   - elapsed: how long the fetch took.
    /// - Returns: the stored time of the next fetch.
    func store(_ outcome: FetchOutcome, of index: Int, nextFetch: Int64, elapsed: Duration, now: Int64) throws -> Int64

    /// Extends the claims if necessary. Called several times a minute.
    func keepClaims(now: Int64) throws

    /// Ends all claims, and stores the hosts that asked not to be contacted.
    func end() throws
}

/// The result of an earlier fetch.
public struct SharedOutcome: Sendable {
    public var outcome: FetchOutcome
    /// When the address is fetched again.
    public var nextFetch: Int64

    public init(_ outcome: FetchOutcome, nextFetch: Int64) {
        self.outcome = outcome
        self.nextFetch = nextFetch
    }
}
