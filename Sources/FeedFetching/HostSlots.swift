private import System

/// Limits the concurrent transfers to each host over all runs that share this object.
public final class HostSlots: Sendable {
    private let used = Locked<[String: Int]>([:])

    public init() {}

    /// - Returns: false if `limit` transfers to the host are running. Otherwise, `release` must be called once.
    func take(_ host: String, limit: Int) -> Bool {
        used.withLock { used in
            let count = used[host] ?? 0
            guard count < limit else { return false }
            used[host] = count + 1
            return true
        }
    }

    func release(_ host: String) {
        used.withLock { used in
            let count = used[host] ?? 0
            used[host] = count > 1 ? count - 1 : nil
        }
    }
}
