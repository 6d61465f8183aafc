package import Articles
internal import TextAnalysis

/// Verifies names: a search for an unknown name is an error, not an empty result.
extension ArticleSearcher {
    /// - Throws: `StorageError.unknownName` if there is no such tag.
    package func verifyTag(_ name: String) throws {
        let folded = Analyzer.shared.foldedText(name)
        if try source.hasTag(folded: folded) { return }
        throw StorageError.unknownName(
            .tag, name, suggestion: Self.nearest(to: folded, among: try source.tagNames(Self.maxNames)))
    }

    /// - Throws: `StorageError.unknownName` if no article has the language.
    package func verifyLanguage(_ code: String) throws {
        if try source.hasLanguage(code) { return }
        throw StorageError.unknownName(.language, code, suggestion: try source.mostFrequentLanguage())
    }

    package func unknownFeed(_ name: String, _ feeds: [Feed]) -> StorageError {
        let names = feeds.flatMap { [$0.ownTitle, $0.title].compactMap(\.self) }
        return .unknownName(.feed, name, suggestion: Self.nearest(to: Analyzer.shared.foldedText(name), among: names))
    }

    package func unknownFolder(_ name: String, _ feeds: [Feed]) -> StorageError {
        let names = feeds.flatMap { $0.folders.flatMap(\.self) }
        return .unknownName(.folder, name, suggestion: Self.nearest(to: Analyzer.shared.foldedText(name), among: names))
    }

    private static let maxNames = 10_000

    /// The most similar name: one or two edits away, or with this prefix.
    private static func nearest(to folded: String, among names: [String]) -> String? {
        let wanted = Array(folded.unicodeScalars)
        var best: (name: String, distance: Int)?
        for name in names.prefix(maxNames) {
            let other = Analyzer.shared.foldedText(name)
            let limit = wanted.count > 4 ? 2 : 1
            let isBeginning = wanted.count > 1 && other.hasPrefix(folded)
            let distance = EditDistance.between(wanted, Array(other.unicodeScalars), limit: limit)
            guard let distance = distance ?? (isBeginning ? limit + 1 : nil), distance < best?.distance ?? .max else {
                continue
            }
            best = (name, distance)
        }
        return best?.name
    }
}
