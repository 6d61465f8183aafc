/// Distinguishes a missing network from failures of single feeds.
public struct ConnectivityWatch: Sendable {
    /// The network is considered missing if at least this many hosts have failed and none has answered.
    public static let hostsToDoubt = 5
    private var failed: Set<String> = []
    /// Whether any server has answered, so that the network is available.
    public private(set) var hasAnswer = false

    public init() {}

    /// Whether several hosts have failed with network errors and none has answered.
    public var looksOffline: Bool { !hasAnswer && failed.count >= Self.hostsToDoubt }

    /// Records a result. A response shows that the network is available. Time-outs and requests that were not sent are
    /// ignored.
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
