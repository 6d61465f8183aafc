internal import TextAnalysis

/// Whether near-duplicates share whether they are read: their titles are equal after folding, and their texts over 200
/// characters or more.
///
/// Less would do to fold a page of search, but not here: nobody has seen the words that a near-duplicate has changed
/// ([decision 17](../../docs/decisions/0017-copies-share-their-read-state.md)).
package struct CopyComparison {
    private static let minCharacters = 200
    /// Only this much of a text is compared, in characters.
    package static let maxCharacters = 4_000
    /// At most 64 copies of one text are compared: more come from spam.
    package static let maxCandidates = 64

    private let title: String
    private let body: String

    /// - Parameter body: the first `maxCharacters` of the text.
    package init(title: String, body: String) {
        self.title = String(Analyzer.shared.foldedText(title).filter { !$0.isWhitespace && !$0.isPunctuation })
        self.body = body
    }

    /// One text begins with the other's beginning, 200 characters at least.
    package func holds(_ other: Self) -> Bool {
        guard title == other.title else { return false }
        let shorter = min(body.unicodeScalars.count, other.body.unicodeScalars.count)
        guard shorter >= Self.minCharacters else { return false }
        return body.unicodeScalars.prefix(shorter).elementsEqual(other.body.unicodeScalars.prefix(shorter))
    }
}
