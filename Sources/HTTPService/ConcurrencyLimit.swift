internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// Admits a bounded number of concurrent callers. Further callers are refused and may retry.
package final class ConcurrencyLimit: Sendable {
    /// Represents an admitted caller until `leave` is called.
    package struct Place: Sendable {
        fileprivate let gate: ConcurrencyLimit
        fileprivate let name: String?

        /// Frees the caller's place. Must be called exactly once.
        package func leave() {
            gate.state.withLock { state in
                state.count -= 1
                if let name { state.names.remove(name) }
            }
        }
    }

    private let limit: Int
    private let refusalMessage: Message
    private let state = Locked(State())

    private struct State {
        var count = 0
        /// The names of admitted callers that may have only one place.
        var names: Set<String> = []
    }

    /// - Parameter refusal: the message to callers that are refused.
    init(limit: Int, _ refusal: Message) {
        self.limit = limit
        refusalMessage = refusal
    }

    /// - Throws: `Problem` if the limit is reached.
    func check() throws { if state.withLock({ $0.count >= limit }) { throw refusal } }

    /// - Parameter name: a caller with this name gets only one place at a time; nil for no such limit.
    /// - Throws: `Problem` if a limit is reached.
    package func enter(as name: String? = nil) throws -> Place {
        let isIn = state.withLock { state in
            guard state.count < limit, name.map({ !state.names.contains($0) }) ?? true else { return false }
            state.count += 1
            if let name { state.names.insert(name) }
            return true
        }
        guard isIn else { throw refusal }
        return Place(gate: self, name: name)
    }

    private var refusal: Problem {
        Problem(429, "tooMany", refusalMessage, headers: ["Retry-After": "1"])
    }
}
