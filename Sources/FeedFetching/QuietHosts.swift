private import System

/// Hosts that answered 429 or 503 with `Retry-After`. They get no requests before that time, nor during the rest of the
/// refresh in which they sent that response.
///
/// A reference type: the feeds, pages and icons of one refresh share it. Times are seconds since 1970.
public final class QuietHosts: Sendable {
    private struct State {
        var until: [String: Int64] = [:]
        /// Hosts that have sent such a response since `begin`.
        var fresh: Set<String> = []
        /// The hosts that `takeLearned` has not returned yet.
        var learned: Set<String> = []
    }

    /// A host is skipped for at most a day, whatever it asks for.
    public static let maxSeconds: Int64 = 86_400
    /// Maximum number of hosts; further ones are not kept.
    public static let maxHosts = 10_000

    private let state = Locked(State())

    /// Creates an instance without hosts.
    public init() {}

    /// Starts a refresh with the hosts known from earlier ones.
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

    /// The hosts that have sent such a response since the last call, and the time until which they get no requests.
    public func takeLearned() -> [String: Int64] {
        state.withLock { state in
            defer { state.learned = [] }
            return state.until.filter { state.learned.contains($0.key) }
        }
    }

    /// The time until which the host of an address gets no requests; nil if it may be contacted.
    func until(_ address: WebAddress, now: Int64) -> Int64? {
        let key = Self.key(of: address)
        return state.withLock { state in
            guard let until = state.until[key], until > now || state.fresh.contains(key) else { return nil }
            return until
        }
    }

    /// Records an answer.
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

    /// http and https of a host share a key, unless the address names a port.
    private static func key(of address: WebAddress) -> String {
        address.port == 80 || address.port == 443 ? address.host : "\(address.host):\(address.port)"
    }
}
