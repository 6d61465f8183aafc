package import Pipelines
package import PostingIndex

/// The index of articles as one snapshot of a store sees it: what ranking reads.
package protocol PostingSource: AnyObject {
    var articleCount: Int { get }
    /// One more than the largest id of an article.
    var endOfArticles: Int { get }
    /// Weighted tokens of an article, as `Ranking.length` counts them.
    var averageLength: Double { get }

    /// How many articles have a term.
    func articles(with term: [UInt8]) throws -> Int
    /// How many articles have a character, however it stands.
    func articles(withCharacter character: [UInt8]) throws -> Int
    /// The articles that have a term.
    ///
    /// - Parameter needsPositions: false where it is enough to know how many occurrences each has.
    /// - Returns: nil where the doclists cannot be read whole, and the engine itself is to be asked.
    func list(of term: [UInt8], needsPositions: Bool) throws -> PostingList?
    /// The doclist of a frequent term where it is kept in memory.
    func frequentPostings(of term: [UInt8]) -> FrequentPostings?
    /// What stands of all terms that begin with a character; nil where the engine itself is to be asked.
    func counts(beginningWith character: [UInt8]) throws -> PrefixCounts?

    /// Lengths and dates of articles.
    var documentFacts: any DocumentFacts { get }
    /// Reads the units of articles from the forward index.
    func forwardReader() throws -> any ForwardReading
    /// Title and text of an article as they are indexed; nil where there is no such article.
    func indexedText(of article: Int64) throws -> IndexedText?

    var deadline: Deadline { get }
    /// - Throws: the engine's error once the deadline is reached.
    func checkDeadline() throws
}

extension PostingSource {
    package func list(of term: [UInt8]) throws -> PostingList? { try list(of: term, needsPositions: false) }
}

/// What ranking needs of each article beside its postings.
package protocol DocumentFacts: AnyObject {
    /// Length norms of articles, in their order.
    func norms(of rows: [UInt32]) throws -> [Double]
    func facts(of article: Int64) throws -> RankingFacts
}

/// The forward index: which terms stand where in an article.
package protocol ForwardReading {
    /// The units of the article read last.
    var units: [UInt16] { get }
    /// - Returns: false where there is no such article.
    mutating func read(_ article: Int64) throws -> Bool
}

/// A doclist that is kept in memory with the impact of each posting.
package struct FrequentPostings {
    package let list: PostingList
    /// What each row's occurrences add to its score, rounded up.
    package let impacts: [UInt8]

    package init(list: PostingList, impacts: [UInt8]) {
        self.list = list
        self.impacts = impacts
    }
}

/// Phrases whose occurrences count as one term.
package struct ScoringGroup: Sendable {
    package var phrases: [Int]
    package var weight: Double

    package init(phrases: [Int], weight: Double) {
        self.phrases = phrases
        self.weight = weight
    }
}

/// A match with its score of the first stage.
package struct Candidate: Sendable {
    package var n: Int64
    package var score: Double
    /// What the terms that it has weigh together.
    package var weight = 0.0

    package init(n: Int64, score: Double, weight: Double = 0.0) {
        self.n = n
        self.score = score
        self.weight = weight
    }

    /// Better ones first; of equals, the later arrival.
    package static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
        a.score != b.score ? a.score > b.score : a.n > b.n
    }
}
