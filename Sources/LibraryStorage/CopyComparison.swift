internal import TextAnalysis

/// Decides whether two near-duplicates share their read state. Their titles must be equal after folding, and one text
/// must begin with the other, which must have at least 200 characters.
///
/// Search results fold near-duplicates under weaker conditions. These weaker conditions are not sufficient for the read
/// state, because the reader has not seen the words that differ in a near-duplicate ([decision
/// 17](../../docs/decisions/0017-read-state.md)).
package struct CopyComparison {
    private static let minCharacters = 200
    /// Only the first 4,000 characters of a text are compared.
    package static let maxCharacters = 4_000
    /// At most 64 copies of one text are compared; larger groups come from spam.
    package static let maxCandidates = 64

    private let title: String
    private let body: String

    /// - Parameter body: the first `maxCharacters` of the text.
    package init(title: String, body: String) {
        self.title = String(Analyzer.shared.foldedText(title).filter { !$0.isWhitespace && !$0.isPunctuation })
        self.body = body
    }

    /// Whether the two articles share their read state.
    package func holds(_ other: Self) -> Bool {
        guard title == other.title else { return false }
        let shorter = min(body.unicodeScalars.count, other.body.unicodeScalars.count)
        guard shorter >= Self.minCharacters else { return false }
        return body.unicodeScalars.prefix(shorter).elementsEqual(other.body.unicodeScalars.prefix(shorter))
    }
}
