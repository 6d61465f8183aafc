/// Limits of one fetch and of one run.
public struct FetchLimits: Sendable {
    /// Size of a body as received.
    public var maxWireBytes = 10 << 20
    /// Size of a body after decoding gzip, br or zstd.
    public var maxDecodedBytes = 20 << 20
    /// Size of all header lines of one response.
    public var maxHeaderBytes = 300 << 10
    /// Maximum number of redirects.
    public var maxRedirects = 5
    /// Time limit of a whole fetch: name, connection, redirects and body.
    public var timeout: Duration = .seconds(60)
    /// Time limit of one connection, including TLS.
    public var connectTimeout: Duration = .seconds(15)
    /// Concurrent transfers, not counting slow ones.
    public var concurrency = 96
    /// Concurrent transfers to one host, not counting stalled ones.
    public var perHost = 4
    /// Concurrent stalled transfers to one host in addition to `perHost`.
    public var stalledPerHost = 8
    /// A transfer is stalled if it receives fewer than `stallBytes` bytes in this time.
    public var stallTime: Duration = .seconds(2)
    /// Header and body bytes that count as progress.
    public var stallBytes = 1024
    /// Bytes of bodies in transfer or not yet consumed; above this, no new transfer is started.
    public var maxHeldBytes = 48 << 20
    /// Number of requests that wait for a busy host. Above this, no further requests are taken, not even for other
    /// hosts.
    public var maxWaiting = 65_536

    /// The documented limits.
    public init() {}
}
