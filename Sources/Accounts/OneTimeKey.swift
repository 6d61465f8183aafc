internal import System

/// The key that opens a service which has no account yet. It is made when the service starts, shown once, exchanged once for a
/// session, and kept in memory only.
public final class OneTimeKey: Sendable {
    /// What is shown on the terminal, or written into a file for the owner alone; never logged.
    public let text: String
    private let isUsed = Locked(false)

    public init() { text = RandomSecret.typed() }

    /// Takes the key if it is right and was not taken before.
    func take(_ presented: String) throws(Refusal) {
        guard Sodium.isEqual(RandomSecret.hash(typed: presented), RandomSecret.hash(typed: text)) else {
            throw .unknown
        }
        try isUsed.withLock { isUsed throws(Refusal) in
            if isUsed { throw .revoked }
            isUsed = true
        }
    }

    /// Gives it back where no session could be made.
    func giveBack() { isUsed.withLock { $0 = false } }
}
