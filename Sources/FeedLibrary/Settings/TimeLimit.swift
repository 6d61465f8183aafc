/// How long requests may take, in milliseconds.
public enum TimeLimit {
    /// Of a search, of similar articles and of a completion, where nobody says otherwise.
    public static let milliseconds = 2_000

    /// The longest that can be asked for: a year.
    public static let range = 1...366 * 86_400_000
}
