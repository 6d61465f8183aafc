/// Tells a missing network from failing feeds, so that being offline is said once.
public struct ConnectivityWatch: Sendable {
    /// Different hosts that must fail before anything else has answered.
    public static let hostsToDoubt = 5
    private var failed: Set<String> = []
    /// True once anything has answered: there is a network.
    public private(set) var hasAnswer = false

    /// Nothing seen yet.
    public init() {}

    /// True once only failures of the network kind have come, from several hosts.
    public var looksOffline: Bool { !hasAnswer && failed.count >= Self.hostsToDoubt }

    /// Takes note of a result. Any answer at all, a refusal by policy left out, shows that there is a network.
    public mutating func note(_ outcome: FetchOutcome, host: String) {
        switch outcome {
        case .failed(let failure) where failure.suggestsOffline: failed.insert(host)
        case .failed(let failure):
            switch failure.kind {
            case .refused, .badRequest, .timeout, .unconfirmed: break
            default: hasAnswer = true
            }
        case .cancelled: break
        case .fetched, .notModified, .gone: hasAnswer = true
        }
    }
}
