internal import System

/// Limits the mails of one account, whatever its channels are called. The counts are kept in memory.
public final class MailLimit: Sendable {
    /// Copies to different receivers count as mails of their own.
    public static let perMinute = 10
    public static let perDay = 200

    /// When mails were sent, oldest first, in seconds since 1970, and their numbers of receivers.
    private let sent = Locked<[(time: Int64, count: Int)]>([])

    public init() {}

    /// Counts a mail that is about to be sent.
    ///
    /// - Returns: nil if the mail may be sent; otherwise the number of seconds to wait.
    func take(_ count: Int, now: Int64) -> Int64? {
        sent.withLock { sent in
            // If the clock was set back, no mail counts for more than a day.
            sent.removeAll { $0.time <= now - 86_400 || $0.time > now }
            let minute = sent.reduce(0) { $0 + ($1.time > now - 60 ? $1.count : 0) }
            let day = sent.reduce(0) { $0 + $1.count }
            // The first mail always goes out, so that one with more receivers than the limit does not wait for ever.
            if day > 0, day + count > Self.perDay { return 3_600 }
            if minute > 0, minute + count > Self.perMinute { return 60 }
            sent.append((now, count))
            return nil
        }
    }
}
