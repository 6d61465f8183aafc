/// What one fetch and one run may take.
public struct FetchLimits: Sendable {
    /// Bytes of a body as they came over the network.
    public var maxWireBytes = 10 << 20
    /// Bytes of a body once gzip, br or zstd is undone.
    public var maxDecodedBytes = 20 << 20
    /// Bytes of all header lines of one answer.
    public var maxHeaderBytes = 300 << 10
    /// Redirects followed before a fetch fails.
    public var maxRedirects = 5
    /// A whole fetch: name, connection, redirects and body.
    public var timeout: Duration = .seconds(60)
    /// One connection, TLS included.
    public var connectTimeout: Duration = .seconds(15)
    /// Transfers at once that are not yet known to be slow.
    public var concurrency = 96
    /// Transfers at once to one host, stalled ones not counted.
    public var perHost = 4
    /// Stalled transfers at once to one host that do not count as its share; the transfers to a host are at most
    /// `perHost` and this number together.
    public var stalledPerHost = 8
    /// A transfer that has brought fewer than `stallBytes` bytes for this long is stalled.
    public var stallTime: Duration = .seconds(2)
    /// Header and body bytes that count as progress.
    public var stallBytes = 1024
    /// Bodies that are under way or not yet taken, in bytes: beyond it nothing new is started.
    public var maxHeldBytes = 48 << 20
    /// Requests drawn ahead of their turn because their host is busy. Beyond it, the hosts behind them wait, too.
    public var maxWaiting = 65_536

    /// The limits as documented.
    public init() {}
}
