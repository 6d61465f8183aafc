/// Distinguishes a missing network from failing feeds.
public struct ConnectivityWatch: Sendable {
    /// If this many hosts fail before any host answers, the network counts as missing.
    public static let hostsToDoubt = 5
    private var failed: Set<String> = []
    /// True once any server has answered, so there is a network.
    public private(set) var hasAnswer = false

    /// Creates a watch without results.
    public init() {}

    /// True if several hosts have failed with network failures and none has answered.
    public var looksOffline: Bool { !hasAnswer && failed.count >= Self.hostsToDoubt }

    /// Records a result. A response shows that there is a network; time-outs and requests not sent do not count.
    public mutating func note(_ outcome: FetchOutcome, host: String) {
        switch outcome {
        case .failed(let failure) where failure.suggestsOffline: failed.insert(host)
        case .failed(let failure):
            switch failure.kind {
            case .refused, .badRequest, .timeout, .unconfirmed, .postponed: break
            default: hasAnswer = true
            }
        case .cancelled: break
        case .fetched, .notModified, .gone: hasAnswer = true
        }
    }
}
