/// The numbers of an article that ranking asks for by the thousand.
package struct RankingFacts: Equatable {
    /// Tokens of text and title, both at most 65,535; where both are 0, nothing is known.
    package var bodyLength = 0
    package var titleLength = 0
    /// Seconds since 1970, 0 for earlier.
    package var date: UInt32 = 0
    /// The first article of the group of near-duplicates that it is in; 0 for one that stands alone.
    package var foldKey: UInt32 = 0

    package init(bodyLength: Int = 0, titleLength: Int = 0, date: UInt32 = 0, foldKey: UInt32 = 0) {
        self.bodyLength = bodyLength
        self.titleLength = titleLength
        self.date = date
        self.foldKey = foldKey
    }

    /// As ranking weighs it.
    package var length: Double { Ranking.length(title: titleLength, body: bodyLength) }

    package var isKnown: Bool { bodyLength != 0 || titleLength != 0 }
}
