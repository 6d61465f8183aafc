/// Times to come that are stored. One that is further away than any wait can be was written while the clock was ahead: it counts
/// as passed, or the wait would last until the clock is there again.
public enum StoredFuture {
    /// The longest waits, in seconds, with room for what is added to them.
    package static let maxFetchWait: Int64 = 15 * 86_400
    package static let maxRetryAfter: Int64 = 8 * 86_400
    package static let maxIconWait: Int64 = 31 * 86_400
    package static let maxPageWait: Int64 = 8 * 86_400
    /// Beyond it, an article that arrived in the future counts as one of a clock that was ahead.
    package static let maxClockError: Int64 = 86_400
    /// With the end of quiet hours.
    public static let maxDeliveryWait: Int64 = 9 * 86_400

    /// The last time that a wait which begins now can end.
    public static func horizon(_ now: Int64, _ longest: Int64) -> Int64 {
        let (end, isOver) = now.addingReportingOverflow(longest)
        return isOver ? .max : end
    }

    /// `time`, or `now` where no wait of this length leads to it.
    public static func bounded(_ time: Int64, now: Int64, longest: Int64) -> Int64 {
        time > horizon(now, longest) ? now : time
    }
}
