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

        /// If there are more than `limit` pauses, forgets those that end first and 1 % more, so that this is rarely
        /// necessary.
        mutating func forget(above limit: Int) {
            guard until.count > limit else { return }
            let kept = limit - limit / 100
            for (host, _) in until.sorted(by: { $0.value > $1.value }).dropFirst(kept) {
                until[host] = nil
                fresh.remove(host)
                learned.remove(host)
            }
        }
    }

    /// The maximum time in seconds for which a host is skipped, even if the host asks for a longer time.
    public static let maxSeconds: Int64 = 86_400
    /// The maximum time in seconds for which all libraries of a host skip a remote host. A longer pause applies to the
    /// feed that got the response, so that one library cannot keep the others from a remote host for a day.
    public static let maxSharedSeconds: Int64 = 900
    /// The maximum number of hosts. Above it, the pauses that end first are forgotten, because they are the shortest.
    public static let maxHosts = 10_000

    private let state = Locked(State())
    private let longest: Int64
    private let maxCount: Int

    /// - Parameters:
    ///   - longest: the maximum time in seconds for which a host is skipped.
    ///   - maxCount: the maximum number of hosts.
    public init(longest: Int64 = maxSeconds, maxCount: Int = maxHosts) {
        self.longest = min(max(longest, 1), Self.maxSeconds)
        self.maxCount = max(maxCount, 1)
    }

    /// Starts a refresh with the hosts known from earlier refreshes.
    ///
    /// A time beyond the longest pause comes from a wrong clock and is limited to the longest pause.
    public func begin(_ known: [String: Int64], now: Int64) {
        let (latest, _) = now.addingReportingOverflow(longest)
        let pending = known.filter { $0.value > now }.mapValues { min($0, latest) }
        state.withLock { state in
            state.until.merge(pending) { max($0, $1) }
            state.until = state.until.filter { $0.value > now }.mapValues { min($0, latest) }
            state.fresh = []
            state.forget(above: maxCount)
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
        let seconds = min(asked.components.seconds, longest)
        guard seconds > 0 else { return }
        let key = Self.key(of: address)
        let (until, isFar) = now.addingReportingOverflow(seconds)
        if isFar { return }
        state.withLock { state in
            state.until[key] = max(until, state.until[key] ?? 0)
            state.fresh.insert(key)
            state.learned.insert(key)
            state.forget(above: maxCount)
        }
    }

    /// The key of a host. http and https share a key, unless the address has a port other than 80 and 443.
    private static func key(of address: WebAddress) -> String {
        address.port == 80 || address.port == 443 ? address.host : "\(address.host):\(address.port)"
    }
}
