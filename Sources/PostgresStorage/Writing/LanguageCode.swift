internal import TextAnalysis

/// The letter of a language whose words have stems of their own in the index.
enum LanguageCode {
    private static let codes = Dictionary(
        StemLanguage.tags.map { ($0.tag, $0.language.code) }, uniquingKeysWith: { first, _ in first })

    /// - Parameter tag: of an article; its first part counts.
    static func of(_ tag: String?) -> UInt8? {
        guard let tag else { return nil }
        let primary = tag.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.first
        return primary.flatMap { codes[String($0)] }
    }
}
