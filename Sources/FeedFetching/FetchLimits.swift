/// Limits of one fetch and of one run.
public struct FetchLimits: Sendable {
    /// The maximum size of a body as received, in bytes.
    public var maxWireBytes = 10 << 20
    /// The maximum size of a body in bytes after decoding gzip, br or zstd.
    public var maxDecodedBytes = 20 << 20
    /// The maximum size of all header lines of one response, in bytes.
    public var maxHeaderBytes = 300 << 10
    /// Maximum number of redirects.
    public var maxRedirects = 5
    /// The time limit for a whole fetch, including name resolution, connection, redirects and body.
    public var timeout: Duration = .seconds(60)
    /// The time limit for making one connection, including TLS.
    public var connectTimeout: Duration = .seconds(15)
    /// The maximum number of concurrent transfers. Slow transfers are not counted.
    public var concurrency = 96
    /// The maximum number of concurrent transfers to one host. Stalled transfers are not counted.
    public var perHost = 4
    /// The maximum number of stalled transfers to one host, in addition to `perHost`.
    public var stalledPerHost = 8
    /// How long a request waits while transfers of other runs use all slots of its host (`Fetcher.hostSlots`). It is
    /// then postponed.
    public var slotWait: Duration = .seconds(10)
    /// The time in seconds for which such a request is postponed.
    public var slotPause: Int64 = 60
    /// A transfer is stalled if it receives fewer than `stallBytes` bytes during this time.
    public var stallTime: Duration = .seconds(2)
    /// The number of header and body bytes that count as progress.
    public var stallBytes = 1024
    /// The maximum size in bytes of all bodies in memory that are being received or not yet consumed. Above this limit,
    /// no new transfer is started.
    public var maxHeldBytes = 48 << 20
    /// The maximum number of requests that wait for a busy host. At this limit, no further requests are accepted, not
    /// even for other hosts.
    public var maxWaiting = 65_536

    public init() {}
}
