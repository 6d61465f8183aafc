/// The facts about an article that ranking reads for many articles.
package struct RankingFacts: Equatable {
    /// The number of tokens in text and title, each at most 65,535; both 0 if unknown.
    package var bodyLength = 0
    package var titleLength = 0
    /// Seconds since 1970; 0 for earlier dates.
    package var date: UInt32 = 0
    /// The group of near-duplicates, identified by its first article; 0 if the article is in no group.
    package var foldKey: UInt32 = 0

    package init(bodyLength: Int = 0, titleLength: Int = 0, date: UInt32 = 0, foldKey: UInt32 = 0) {
        self.bodyLength = bodyLength
        self.titleLength = titleLength
        self.date = date
        self.foldKey = foldKey
    }

    /// The length as `Ranking.length` defines it.
    package var length: Double { Ranking.length(title: titleLength, body: bodyLength) }

    package var isKnown: Bool { bodyLength != 0 || titleLength != 0 }
}
