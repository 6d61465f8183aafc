/// Time limits for requests, in milliseconds.
public enum TimeLimit {
    /// The default time limit of a search, of a request for similar articles and of a completion.
    public static let milliseconds = 2_000

    /// The valid time limits, from 1 ms to a year (366 days).
    public static let range = 1...366 * 86_400_000
}
