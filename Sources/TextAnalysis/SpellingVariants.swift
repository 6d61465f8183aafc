/// Spellings that count as the same text.
public enum SpellingVariants {
    /// At most this many variants of a run are given.
    public static let maxVariants = 8

    /// Listed spelling variants of a run typed without spaces, in its own script, without the run itself.
    public static func variants(of run: String) -> [String] { [] }
}
