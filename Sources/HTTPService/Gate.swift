internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// Admits a bounded number of callers; further ones are refused and may retry.
final class Gate: Sendable {
    /// A place of one who is in.
    struct Place: Sendable {
        fileprivate let gate: Gate

        /// To be called once.
        func leave() { gate.count.withLock { $0 -= 1 } }
    }

    private let limit: Int
    private let refusalMessage: Message
    private let count = Locked(0)

    /// - Parameter refusal: says that too many are in.
    init(limit: Int, _ refusal: Message) {
        self.limit = limit
        refusalMessage = refusal
    }

    /// - Throws: `Problem` where the gate is full.
    func check() throws { if count.withLock({ $0 >= limit }) { throw refusal } }

    /// - Throws: `Problem` where too many are in.
    func enter() throws -> Place {
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
