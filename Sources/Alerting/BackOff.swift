/// The wait before a failed delivery is retried. It doubles after each failure and includes random jitter, so that
/// deliveries that failed together are retried at different times
/// (<https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/>).
public struct BackOff: Sendable {
    /// The wait after the first failure, in seconds.
    public var first: Double = 30
    /// The longest wait, in seconds.
    public var longest: Double = 6 * 3_600
    /// The number of attempts after which a delivery fails permanently. With the default waits, this takes about a day.
    public var maxAttempts = 12
    /// The longest wait that a server may ask for, in seconds.
    public static let longestAsked: Int64 = 7 * 86_400

    /// The default waits, as documented.
    public init() {}

    /// The number of seconds until the next attempt.
    ///
    /// - Parameters:
    ///   - attempts: the number of attempts so far, at least 1.
    ///   - random: a number in 0..<1.
    public func wait(attempts: Int, random: Double) -> Int64 {
        var wait = first
        for _ in 1..<max(2, min(attempts, 64)) { wait = min(longest, wait * 2) }
        if attempts <= 1 { wait = min(longest, first) }
        return max(1, Int64((wait * (0.5 + random)).rounded()))
    }
}
