internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// Admits a bounded number of concurrent callers. Further callers are refused and may retry.
package final class ConcurrencyLimit: Sendable {
    /// Represents an admitted caller until `leave` is called.
    package struct Place: Sendable {
        fileprivate let gate: ConcurrencyLimit

        /// Frees the caller's place. Must be called exactly once.
        package func leave() { gate.count.withLock { $0 -= 1 } }
    }

    private let limit: Int
    private let refusalMessage: Message
    private let count = Locked(0)

    /// - Parameter refusal: the message to callers that are refused.
    init(limit: Int, _ refusal: Message) {
        self.limit = limit
        refusalMessage = refusal
    }

    /// - Throws: `Problem` if the limit is reached.
    func check() throws { if count.withLock({ $0 >= limit }) { throw refusal } }

    /// - Throws: `Problem` if the limit is reached.
    package func enter() throws -> Place {
        let isIn = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isIn else { throw refusal }
        return Place(gate: self)
    }

    private var refusal: Problem {
        Problem(429, "tooMany", refusalMessage, headers: ["Retry-After": "1"])
    }
}
