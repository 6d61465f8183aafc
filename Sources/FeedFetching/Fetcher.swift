public import System

/// Fetches feeds: many at once, politely, within limits, and only from where the policy allows.
///
/// A value of settings. Each run has a thread and connections of its own; nothing is kept between runs.
public struct Fetcher: Sendable {
    /// Which addresses may be fetched.
    public var policy: AddressPolicy
    /// What one fetch and one run may take.
    public var limits: FetchLimits
    /// Proxies for requests that name none.
    public var proxies: ProxySettings
    /// The `User-Agent` of requests that name none.
    public var userAgent: String
    /// A file of certificates to trust in place of the system's.
    public var caFile: String?
    /// How names become addresses.
    public var resolver: any HostResolving
    /// What time it is: for waits that servers ask for, and dates in headers.
    public var clock: SystemClock

    /// A fetcher with the documented limits.
    public init(
        policy: AddressPolicy = AddressPolicy(), limits: FetchLimits = FetchLimits(),
        proxies: ProxySettings = ProxySettings(), userAgent: String = "feedsearch/1.0",
        resolver: any HostResolving = SystemResolver(), clock: SystemClock = .system
    ) {
        self.policy = policy
        self.limits = limits
        self.proxies = proxies
        self.userAgent = userAgent
        self.resolver = resolver
        self.clock = clock
    }

    /// Starts fetching on a thread of its own.
    ///
    /// - Parameter next: asked for one request after the other, on the fetch thread, as room appears; nil ends the run
    ///   once all that was drawn is done. It must not block for long.
    /// - Returns: the results, in the order in which they end. Each request drawn gives exactly one.
    public func run(_ next: @escaping @Sendable () -> FetchRequest?) -> FetchRun {
        let run = FetchRun(queue: ResultQueue(maxHeldBytes: limits.maxHeldBytes))
        let settings = self
        let queue = run.queue
        let hasStarted = BackgroundThread.start {
            FetchLoop(settings: settings, queue: queue, next: next)?.run()
            queue.finish()
        }
        if !hasStarted { queue.finish() }
        return run
    }

    /// Starts fetching a list.
    public func run(_ requests: [FetchRequest]) -> FetchRun {
        let source = RequestList(requests)
        return run { source.next() }
    }

    /// Fetches one address.
    public func fetch(_ request: FetchRequest) async -> FetchOutcome {
        for await result in run([request]) { return result.outcome }
        return .cancelled
    }
}
