internal import TextAnalysis

/// The one-letter codes of languages whose stems are indexed separately.
enum LanguageCode {
    private static let codes = Dictionary(
        StemLanguage.tags.map { ($0.tag, $0.language.code) }, uniquingKeysWith: { first, _ in first })

    /// - Parameter tag: an article's language tag; only its first part is used.
    static func of(_ tag: String?) -> UInt8? {
        guard let tag else { return nil }
        let primary = tag.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.first
        return primary.flatMap { codes[String($0)] }
    }
}
