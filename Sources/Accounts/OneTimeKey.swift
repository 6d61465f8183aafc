internal import System

/// The key for a service that has no account yet. It is created when the service starts, shown once, exchanged once for
/// a session, and kept only in memory.
public final class OneTimeKey: Sendable {
    /// The text to show on the terminal or to write into a private file; never logged.
    public let text: String
    private let isUsed = Locked(false)

    public init() { text = RandomSecret.typed() }

    /// Uses up the key if it is right and has not been used.
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
