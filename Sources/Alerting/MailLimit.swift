internal import System

/// Limits the mails of one account, whatever its channels are called. The counts are kept in memory.
public final class MailLimit: Sendable {
    /// The maximum number of mails in a minute. A mail counts once for each receiver.
    public static let perMinute = 10
    public static let perDay = 200

    /// The sent mails, oldest first: the time in seconds since 1970, and the number of receivers.
    private let sent = Locked<[(time: Int64, count: Int)]>([])

    public init() {}

    /// Counts a mail that is about to be sent.
    ///
    /// - Returns: nil if the mail may be sent; otherwise the number of seconds to wait.
    func take(_ count: Int, now: Int64) -> Int64? {
        sent.withLock { sent in
            // Also drop times in the future, which exist if the clock was set back.
            sent.removeAll { $0.time <= now - 86_400 || $0.time > now }
            let minute = sent.reduce(0) { $0 + ($1.time > now - 60 ? $1.count : 0) }
            let day = sent.reduce(0) { $0 + $1.count }
            // Always permit the first mail; one with more receivers than the limit would wait forever.
            if day > 0, day + count > Self.perDay { return 3_600 }
            if minute > 0, minute + count > Self.perMinute { return 60 }
            sent.append((now, count))
            return nil
        }
    }
}
