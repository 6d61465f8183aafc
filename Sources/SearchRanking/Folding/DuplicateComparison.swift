/// Decides whether two articles are near-duplicates: copies with a different header or footer, with a site's name in
/// the title, or with a few changed words, or a long text under a different headline.
///
/// Articles made from the same template are not near-duplicates: they have different numbers in their titles, or
/// different numbers in otherwise equal texts, or the same word is replaced in both title and text. Within one feed,
/// only articles with equal texts and equal titles count as copies.
package struct DuplicateComparison {
    package struct Article {
        package var feed: Int64
        package var title: ComparedTitle

        package init(feed: Int64, title: ComparedTitle) {
            self.feed = feed
            self.title = title
        }
    }

    private let first: Article
    private let second: Article
    private let relation: ComparedTitle.Relation

    /// The minimum similarity of texts whose titles are equal or differ only by a site's name.
    private static let minSimilarity = 0.6
    /// The minimum similarity of texts with unspecific or nearly equal titles.
    private static let minSimilarityOfWeakTitles = 0.8
    private static let minSimilarityWithoutTitles = 0.9
    /// The minimum number of words of texts with nearly equal titles. A shorter text may be the same for each headline
    /// of a series: "support us", "read on at".
    private static let minWordsOfNearTitles = 100
    /// The minimum share of the shorter text that the other one must contain, if the other one is much longer.
    private static let minContainment = 0.9
    private static let minSimilarityOfContained = 0.4
    /// The minimum similarity of texts whose titles have little in common, and the minimum length of such texts in
    /// characters.
    private static let minSimilarityOfOtherHeadline = 0.95
    private static let minCharactersOfText = 400
    /// The number of words at the end of an excerpt that may be missing from the text, such as half a word or "read
    /// more".
    private static let excerptTail = 3

    package init(_ first: Article, _ second: Article) {
        self.first = first
        self.second = second
        relation = first.title.relation(to: second.title)
    }

    /// Whether the titles may be those of copies. Comparing titles excludes most candidates, and is cheaper than
    /// comparing texts.
    package var isPossible: Bool {
        first.feed == second.feed
            ? relation == .equal && !first.title.isEmpty
            : relation != .none || first.title.mayBeHeadline(of: second.title)
    }

    /// Whether texts of these lengths in bytes may be copies. Comparing lengths is cheaper than splitting texts into
    /// words. Texts under different headlines are copies only if they are almost equal, so the shorter one must have at
    /// least nine tenths of the length of the other.
    package func isPossible(textLengths a: Int, _ b: Int) -> Bool {
        relation != .none || min(a, b) >= max(a, b) / 10 * 9
    }

    package func holds(_ a: ComparedText, _ b: ComparedText) -> Bool {
        guard isPossible, min(a.words.count, b.words.count) >= DuplicateSketch.minUnits else { return false }
        let isShort = min(a.words.count, b.words.count) < DuplicateSketch.minShingledUnits
        if first.feed == second.feed { return !isShort && a == b }
        if relation == .none { return !isShort && isSameTextUnderOtherHeadline(a, b) }
        // Many pages have short texts such as "Just a moment", with equally unspecific titles.
        if isShort { return a == b && relation != .near && first.title.names(4) }
        if relation == .near, min(a.words.count, b.words.count) < Self.minWordsOfNearTitles { return false }
        if a == b, !first.title.isEmpty { return true }
        if relation == .equal, !first.title.isEmpty, Self.isExcerpt(a, of: b) { return true }
        let overlap = TextOverlap(a, b)
        guard overlap.similarity >= Self.minSimilarityOfContained else { return false }
        let differences = overlap.differences()
        if differences.replacesNumbers { return false }
        if first.title.isEmpty { return overlap.similarity >= Self.minSimilarityWithoutTitles }
        if relation == .near {
            return overlap.similarity >= Self.minSimilarityOfWeakTitles && !replacesTitleWord(differences)
        }
        guard first.title.names(2) else { return overlap.similarity >= Self.minSimilarityOfWeakTitles }
        return overlap.similarity >= Self.minSimilarity || overlap.containment >= Self.minContainment
    }

    /// Whether the texts are almost equal and one of the titles names their subject; without such a title, the shared
    /// text may be mere boilerplate. A word that only one title has must not also be in only one of the texts, because
    /// articles made from a template have the same word replaced in title and text.
    private func isSameTextUnderOtherHeadline(_ a: ComparedText, _ b: ComparedText) -> Bool {
        guard min(a.scalarCount, b.scalarCount) >= Self.minCharactersOfText else { return false }
        let overlap = TextOverlap(a, b)
        guard overlap.similarity >= Self.minSimilarityOfOtherHeadline else { return false }
        let differences = overlap.differences()
        if differences.replacesNumbers { return false }
        func meets(_ title: ComparedTitle, _ other: ComparedTitle, _ text: Set<UInt32>) -> Bool {
            let words = title.ownWords(besides: other)
            // A single shared character proves little: it occurs in many words.
            return text.count { words.contains(ComparedText.plain($0)) } > (title.isOfCharacters ? 1 : 0)
        }
        guard !meets(first.title, second.title, differences.onlyFirst),
            !meets(second.title, first.title, differences.onlySecond)
        else { return false }
        let text = HeadlineText(a)
        return first.title.names(subjectOf: text, besides: second.title)
            || second.title.names(subjectOf: text, besides: first.title)
    }

    /// Whether the words that differ in the titles also differ in the texts, as with "Weather in Rome" and "Weather in
    /// Oslo".
    private func replacesTitleWord(_ differences: TextOverlap.Differences) -> Bool {
        guard let words = first.title.differences(from: second.title) else { return false }
        func meets(_ title: ArraySlice<UInt32>, _ text: Set<UInt32>) -> Bool {
            text.contains { word in title.contains { ComparedText.plain($0) == ComparedText.plain(word) } }
        }
        return meets(words.own, differences.onlyFirst) || meets(words.other, differences.onlySecond)
    }

    /// Whether one text is the beginning of the other text.
    private static func isExcerpt(_ a: ComparedText, of b: ComparedText) -> Bool {
        let length = min(a.words.count, b.words.count) - excerptTail
        return a.words.prefix(length) == b.words.prefix(length)
    }
}
