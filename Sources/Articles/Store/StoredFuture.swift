/// Limits stored times in the future. A time beyond the longest possible wait was written while the clock was ahead. It
/// is treated as past; otherwise the wait would last until the clock reaches it.
public enum StoredFuture {
    /// The longest waits in seconds, with a margin for additional delays.
    package static let maxFetchWait: Int64 = 15 * 86_400
    package static let maxRetryAfter: Int64 = 8 * 86_400
    package static let maxIconWait: Int64 = 31 * 86_400
    package static let maxPageWait: Int64 = 8 * 86_400
    /// An article whose arrival is further in the future than this was stored while the clock was ahead.
    package static let maxClockError: Int64 = 86_400
    /// The longest wait for a delivery, in seconds, including the time until quiet hours end.
    public static let maxDeliveryWait: Int64 = 9 * 86_400

    /// The latest end of a wait that begins at `now`.
    public static func horizon(_ now: Int64, _ longest: Int64) -> Int64 {
        let (end, isOver) = now.addingReportingOverflow(longest)
        return isOver ? .max : end
    }

    /// `time`, or `now` if `time` is beyond the longest wait.
    public static func bounded(_ time: Int64, now: Int64, longest: Int64) -> Int64 {
        time > horizon(now, longest) ? now : time
    }
}
