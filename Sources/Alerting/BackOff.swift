/// How long a delivery that failed waits: twice as long each time, with chance in it, so that many that failed together
/// do not come back together (<https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/>).
public struct BackOff: Sendable {
    /// After the first failure, in seconds.
    public var first: Double = 30
    /// Never longer.
    public var longest: Double = 6 * 3_600
    /// Then it is given up; with the waits above, after about a day.
    public var maxAttempts = 12
    /// The longest wait that a server may ask for.
    public static let longestAsked: Int64 = 7 * 86_400

    /// The documented waits.
    public init() {}

    /// Seconds until the next attempt.
    ///
    /// - Parameters:
    ///   - attempts: made so far, 1 at least.
    ///   - random: 0..<1.
    public func wait(attempts: Int, random: Double) -> Int64 {
        var wait = first
        for _ in 1..<max(2, min(attempts, 64)) { wait = min(longest, wait * 2) }
        if attempts <= 1 { wait = min(longest, first) }
        return max(1, Int64((wait * (0.5 + random)).rounded()))
    }
}
