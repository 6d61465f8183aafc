/// Time limits of requests, in milliseconds.
public enum TimeLimit {
    /// The default for a search, for similar articles and for a completion.
    public static let milliseconds = 2_000

    /// Valid time limits, up to a year (366 days).
    public static let range = 1...366 * 86_400_000
}
