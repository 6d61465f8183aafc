internal import System

/// The key for signing in to a service that has no account yet. It is created when the service starts, shown once,
/// valid for one sign-in, and kept only in memory.
public final class OneTimeKey: Sendable {
    /// The key to show on the terminal or to write into a private file. It must not be logged.
    public let text: String
    private let isUsed = Locked(false)

    public init() { text = RandomSecret.typed() }

    /// Marks the key as used if `presented` is right and the key has not been used.
    func take(_ presented: String) throws(Refusal) {
        guard Sodium.isEqual(RandomSecret.hash(typed: presented), RandomSecret.hash(typed: text)) else {
            throw .unknown
        }
        try isUsed.withLock { isUsed throws(Refusal) in
            if isUsed { throw .revoked }
            isUsed = true
        }
    }

    /// Makes the key usable again if no session could be created.
    func giveBack() { isUsed.withLock { $0 = false } }
}
