internal import TextAnalysis

/// Suggests an existing name for one that does not exist.
enum NameSuggestion {
    /// The maximum number of names that are compared.
    static let maxNames = 10_000

    /// The most similar name: one that is one or two edits away, or begins with the unknown name.
    ///
    /// - Parameter folded: the unknown name, folded.
    static func nearest(to folded: String, among names: [String]) -> String? {
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
