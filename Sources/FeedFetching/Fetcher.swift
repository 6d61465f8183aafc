public import System

/// Fetches feeds concurrently, within limits for each host, from addresses that the policy allows.
///
/// The fetcher itself stores only settings. Each run has its own thread and connections, which end with the run.
public struct Fetcher: Sendable {
    /// Decides which addresses may be fetched.
    public var policy: AddressPolicy
    public var limits: FetchLimits
    /// The proxies for requests that do not set their own.
    public var proxies: ProxySettings
    /// The `User-Agent` for requests that do not set their own.
    public var userAgent: String
    /// The path of a file of trusted certificates, used instead of the system's.
    public var caFile: String?
    /// The resolver of host names.
    public var resolver: any HostResolving
    /// The source of the current time, for Retry-After and dates in headers.
    public var clock: SystemClock
    /// The hosts that asked not to be contacted, shared by several runs. If nil, each run records its own.
    public var quietHosts: QuietHosts?
    /// Limits the transfers to each host over several runs. If nil, the limit applies to each run.
    public var hostSlots: HostSlots?

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

    /// Starts fetching on a new thread.
    ///
    /// - Parameter next: called on the fetch thread for the next request whenever there is capacity; nil ends the run
    ///   after all requests are done. Must not block for long.
    /// - Returns: the results in order of completion, exactly one for each request.
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

    /// Starts fetching a list of requests.
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
