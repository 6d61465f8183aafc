/// Words that Taiwan, Hong Kong and the mainland have for one thing.
public enum Vocabulary {
    /// The other regions' words for a word, folded; none where there is none.
    public static func alternatives(for word: String) -> [String] { [] }
}
