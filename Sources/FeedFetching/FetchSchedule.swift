/// Computes when a feed is fetched next. The result depends only on the arguments: time and random numbers are passed
/// in.
///
/// The interval is derived from the dates of the feed's articles. It is extended to the interval that the feed or its
/// server asks for, doubles with each consecutive failure, and has a random part, so that feeds added together are not
/// fetched together.
public struct FetchSchedule: Sendable {
    /// The shortest interval between two fetches.
    public var shortest: Duration = .seconds(15 * 60)
    /// The longest interval for a feed without failures.
    public var longest: Duration = .seconds(24 * 3600)
    /// The longest interval for a feed with failures, and the longest wait that a server may ask for.
    public var longestBackOff: Duration = .seconds(7 * 24 * 3600)
    /// An interval set by the user. This interval overrides both the computed interval and the interval that the feed
    /// asks for, but failures and Retry-After can still extend it.
    public var fixed: Duration?

    public init() {}

    /// Returns the time of the next fetch.
    ///
    /// - Parameter now: the current time in seconds since 1970, UTC.
    /// - Parameter random: a number in 0..<1. 0.5 leaves the interval unchanged, 0 shortens it by 10 %, and 1 would
    ///   lengthen it by 10 %.
    /// - Returns: seconds since 1970, later than `now`.
    public func next(for rhythm: FeedRhythm, now: Int64, random: Double) -> Int64 {
        let asked = Self.seconds(rhythm.freshness.retryAfter)
        let base = interval(for: rhythm, now: now)
        let chance = min(max(random, 0), 1)
        let jittered = max(1, Int64(Double(base) * (0.9 + 0.2 * chance)))
        // The wait that a server asks for is never shortened; the random part can only extend it.
        let wait = max(jittered, min(asked, Self.seconds(longestBackOff)) + (asked > 0 ? Int64(chance * 60) : 0))
        let time = now &+ wait
        return fixed == nil ? Self.skipping(rhythm, from: time) : time
    }

    /// The interval in seconds, before the random part, skipped hours and days, and Retry-After are applied.
    func interval(for rhythm: FeedRhythm, now: Int64) -> Int64 {
        let shortest = Self.seconds(shortest)
        var interval: Int64
        if let fixed {
            interval = min(max(1, Self.seconds(fixed)), 366 * 86_400)
        } else {
            interval = Self.ownInterval(rhythm.published, now: now) ?? Self.seconds(.seconds(3600))
            if let minutes = rhythm.refreshMinutes {
                interval = max(interval, Int64(min(max(minutes, 0), 44_640)) * 60)
            }
            interval = max(interval, Self.seconds(rhythm.freshness.maxAge))
            interval = min(max(interval, shortest), Self.seconds(longest))
        }
        guard rhythm.failuresInRow > 0 else { return interval }
        let doubled = max(interval, shortest) << Int64(min(rhythm.failuresInRow, 12))
        return max(interval, min(doubled, Self.seconds(longestBackOff)))
    }

    /// Half the usual gap between articles, or longer if the newest article is old. In seconds; nil if there are no
    /// dates.
    private static func ownInterval(_ published: [Int64], now: Int64) -> Int64? {
        let times = Set(published.filter { $0 > 0 && $0 <= now }).sorted(by: >).prefix(20)
        guard let newest = times.first, let oldest = times.last else { return nil }
        let silence = now &- newest
        guard times.count > 1 else { return silence / 4 }
        let gaps = zip(times, times.dropFirst()).map { $0 &- $1 }.sorted()
        let usual = max(gaps[gaps.count / 2], (newest &- oldest) / Int64(times.count - 1) / 4)
        return max(usual / 2, silence / 10)
    }

    /// Moves a time past the hours and days in which the feed asks not to be fetched. If these cover the whole week,
    /// the time is unchanged.
    private static func skipping(_ rhythm: FeedRhythm, from time: Int64) -> Int64 {
        guard !rhythm.skipHours.isEmpty || !rhythm.skipDays.isEmpty else { return time }
        var candidate = time
        for _ in 0..<(24 * 7) {
            let hour = Int(candidate % 86_400 / 3600)
            // Day 0, 1970-01-01, was a Thursday.
            let day = Int((candidate / 86_400 + 4) % 7)
            if !rhythm.skipHours.contains(hour), !rhythm.skipDays.contains(day) { return candidate }
            candidate = (candidate / 3600 + 1) * 3600 + time % 3600 / 2
        }
        return time
    }

    private static func seconds(_ duration: Duration?) -> Int64 { max(0, duration?.components.seconds ?? 0) }
}
