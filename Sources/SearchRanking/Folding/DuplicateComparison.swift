/// Whether two articles are near-duplicates: copies with another header or footer, the name of a site beside the title,
/// or a few changed words.
///
/// What a template fills in makes another article: another number in the title, other numbers where the texts are the
/// same otherwise, the same word exchanged in title and text. Within one feed only equal texts under equal titles are
/// copies.
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

    /// Of equal titles, and with the name of a site.
    private static let minSimilarity = 0.6
    /// Of titles that say little, or nearly equal ones.
    private static let minSimilarityOfWeakTitles = 0.8
    private static let minSimilarityWithoutTitles = 0.9
    /// A short text may be the same under each headline of a series: "support us", "read on at".
    private static let minWordsOfNearTitles = 100
    /// What one text has of the other where it stands among much else.
    private static let minContainment = 0.9
    private static let minSimilarityOfContained = 0.4
    /// Words at the end of an excerpt that are not in the text: half a word, "read more".
    private static let excerptTail = 3

    package init(_ first: Article, _ second: Article) {
        self.first = first
        self.second = second
        relation = first.title.relation(to: second.title)
    }

    /// Titles rule most candidates out, and cost less than texts.
    package var isPossible: Bool {
        first.feed == second.feed ? relation == .equal && !first.title.isEmpty : relation != .none
    }

    package func holds(_ a: ComparedText, _ b: ComparedText) -> Bool {
        guard isPossible, min(a.words.count, b.words.count) >= DuplicateSketch.minUnits else { return false }
        let isShort = min(a.words.count, b.words.count) < DuplicateSketch.minShingledUnits
        if first.feed == second.feed { return !isShort && a == b }
        // Many pages have short texts such as "Just a moment", with titles that say no more.
        if isShort { return a == b && relation != .near && first.title.names(4) }
        if relation == .near, min(a.words.count, b.words.count) < Self.minWordsOfNearTitles { return false }
        if a == b, !first.title.isEmpty { return true }
        if relation == .equal, !first.title.isEmpty, Self.isExcerpt(a, of: b) { return true }
        let overlap = TextOverlap(a, b)
        guard overlap.similarity >= Self.minSimilarityOfContained, !overlap.replacesNumbers else { return false }
        if first.title.isEmpty { return overlap.similarity >= Self.minSimilarityWithoutTitles }
        if relation == .near {
            return overlap.similarity >= Self.minSimilarityOfWeakTitles && !replacesTitleWord(overlap)
        }
        guard first.title.names(2) else { return overlap.similarity >= Self.minSimilarityOfWeakTitles }
        return overlap.similarity >= Self.minSimilarity || overlap.containment >= Self.minContainment
    }

    /// "Weather in Rome" and "Weather in Oslo": the words that differ in the titles differ in the texts, too.
    private func replacesTitleWord(_ overlap: TextOverlap) -> Bool {
        guard let words = first.title.differences(from: second.title) else { return false }
        func meets(_ title: ArraySlice<UInt32>, _ text: Set<UInt32>) -> Bool {
            text.contains { word in title.contains { ComparedText.plain($0) == ComparedText.plain(word) } }
        }
        return meets(words.own, overlap.onlyFirst) || meets(words.other, overlap.onlySecond)
    }

    /// Whether one text is the beginning of the other.
    private static func isExcerpt(_ a: ComparedText, of b: ComparedText) -> Bool {
        let length = min(a.words.count, b.words.count) - excerptTail
        return a.words.prefix(length) == b.words.prefix(length)
    }
}
