internal import Articles
internal import TextAnalysis

/// Verifies names of tags and languages, because a search for an unknown name is an error, not an empty result.
struct NameVerification {
    private let source: any SearchSource

    init(_ source: any SearchSource) { self.source = source }

    /// - Throws: `StorageError.unknownName` if there is no such tag.
    func verifyTag(_ name: String) throws {
        let folded = Analyzer.shared.foldedText(name)
        if try source.hasTag(folded: folded) { return }
        let names = try source.tagNames(NameSuggestion.maxNames)
        throw StorageError.unknownName(
            .tag, name, suggestion: NameSuggestion.nearest(to: folded, among: names))
    }

    /// - Throws: `StorageError.unknownName` if no article has the language.
    func verifyLanguage(_ code: String) throws {
        if try source.hasLanguage(code) { return }
        throw StorageError.unknownName(.language, code, suggestion: try source.mostFrequentLanguage())
    }
}
