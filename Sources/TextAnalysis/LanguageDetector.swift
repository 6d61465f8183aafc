/// Which language a text is written in.
public struct LanguageDetector: Sendable {
    /// The one detector of the process.
    public static let shared = LanguageDetector()

    public init() {}

    /// The BCP 47 tag of an article's language; nil where it is uncertain: too short, mixed, or of no known language.
    ///
    /// Reads at most some hundred characters of the text. Thread-safe.
    public func language(title: String, text: String) -> String? { nil }

    /// Whether a feed's label may be right for a text: its script agrees, and the text is not reliably of another
    /// language.
    public func plausible(label: String, for text: String) -> Bool { true }
}
