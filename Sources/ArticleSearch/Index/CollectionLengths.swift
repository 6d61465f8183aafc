internal import SearchRanking

/// The number of articles in an index, and the number of tokens in their titles and texts.
package struct CollectionLengths: Equatable {
    package private(set) var articles = 0
    private var titleTokens = 0
    private var bodyTokens = 0

    package init() {}

    /// - Parameter totals: as in `IndexState.totals`.
    package init(_ totals: [Int]) {
        func value(_ index: Int) -> Int { totals.indices.contains(index) ? totals[index] : 0 }
        articles = value(0)
        titleTokens = value(IndexColumn.title + 1)
        bodyTokens = value(IndexColumn.body + 1)
    }

    /// The lengths of the articles of both indexes together.
    package static func + (a: Self, b: Self) -> Self {
        var sum = Self()
        // The numbers are read from the index, which may be damaged.
        sum.articles = a.articles &+ b.articles
        sum.titleTokens = a.titleTokens &+ b.titleTokens
        sum.bodyTokens = a.bodyTokens &+ b.bodyTokens
        return sum
    }

    /// The mean length of an article, as `Ranking.length` defines it; at least 1.
    package var average: Double {
        func mean(_ tokens: Int) -> Double { articles > 0 ? Double(tokens) / Double(articles) : 0 }
        return max(1, Ranking.titleWeight * mean(titleTokens) + mean(bodyTokens))
    }

    /// Bytes that are equal for equal lengths.
    package var identity: [UInt8] {
        [articles, titleTokens, bodyTokens].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
    }
}
