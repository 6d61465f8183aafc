private import System

/// Hosts that answered with status 429 or 503 and `Retry-After`. No requests are sent to them before that time, or
/// during the rest of the refresh in which they sent the response.
///
/// This is a reference type, which the feeds, pages and icons of one refresh share. Times are seconds since 1970.
public final class QuietHosts: Sendable {
    private struct State {
        var until: [String: Int64] = [:]
        /// The hosts that asked not to be contacted since `begin`.
        var fresh: Set<String> = []
        /// The hosts that `takeLearned` has not returned yet.
        var learned: Set<String> = []
    }

    /// The maximum time in seconds for which a host is skipped, even if the host asks for a longer time.
    public static let maxSeconds: Int64 = 86_400
    /// The maximum number of hosts. Further hosts are not recorded.
    public static let maxHosts = 10_000

    private let state = Locked(State())

    public init() {}

    /// Starts a refresh with the hosts known from earlier refreshes.
    ///
    /// A time more than a day ahead comes from a wrong clock and is limited to a day.
    public func begin(_ known: [String: Int64], now: Int64) {
        let (latest, _) = now.addingReportingOverflow(Self.maxSeconds)
        let pending = known.filter { $0.value > now }.mapValues { min($0, latest) }
        state.withLock { state in
            state.until.merge(pending) { max($0, $1) }
            state.until = state.until.filter { $0.value > now }.mapValues { min($0, latest) }
            state.fresh = []
        }
    }

    /// The hosts that asked not to be contacted since the last call of this function, and the time until which they get
    /// no requests.
    public func takeLearned() -> [String: Int64] {
        state.withLock { state in
            defer { state.learned = [] }
            return state.until.filter { state.learned.contains($0.key) }
        }
    }

    /// The time until which the host of an address gets no requests; nil if the host may be contacted.
    func until(_ address: WebAddress, now: Int64) -> Int64? {
        let key = Self.key(of: address)
        return state.withLock { state in
            guard let until = state.until[key], until > now || state.fresh.contains(key) else { return nil }
            return until
        }
    }

    /// Records that the host of an address asked not to be contacted for a time.
    func note(_ address: WebAddress, asked: Duration, now: Int64) {
        let seconds = min(asked.components.seconds, Self.maxSeconds)
        guard seconds > 0 else { return }
        let key = Self.key(of: address)
        let (until, isFar) = now.addingReportingOverflow(seconds)
        if isFar { return }
        state.withLock { state in
            guard state.until.count < Self.maxHosts || state.until[key] != nil else { return }
            state.until[key] = max(until, state.until[key] ?? 0)
            state.fresh.insert(key)
            state.learned.insert(key)
        }
    }

    /// The key of a host. http and https share a key, unless the address has a port other than 80 and 443.
    private static func key(of address: WebAddress) -> String {
        address.port == 80 || address.port == 443 ? address.host : "\(address.host):\(address.port)"
    }
}
