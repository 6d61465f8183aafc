package import Pipelines
package import PostingIndex

/// The index as ranking reads it, within one snapshot.
package protocol PostingSource: AnyObject {
    var articleCount: Int { get }
    /// One more than the largest id of an article.
    var endOfArticles: Int { get }
    /// The mean length of an article, as `Ranking.length` defines it.
    var averageLength: Double { get }

    /// The document frequency of a term.
    func articles(with term: [UInt8]) throws -> Int
    /// The document frequency of a character.
    func articles(withCharacter character: [UInt8]) throws -> Int
    /// The posting list of a term.
    ///
    /// - Parameter needsPositions: false if frequencies are enough.
    /// - Returns: nil if the index has an unknown form; the caller then uses the engine.
    func list(of term: [UInt8], needsPositions: Bool) throws -> PostingList?
    /// The postings of a frequent term, if they are in memory.
    func frequentPostings(of term: [UInt8]) -> FrequentPostings?
    /// The frequencies of all terms that begin with a character; nil if the caller must use the engine.
    func counts(beginningWith character: [UInt8]) throws -> PrefixCounts?
    /// The postings of all terms with a prefix, as one list; nil if the caller must use the engine.
    func list(ofTermsWithPrefix prefix: [UInt8]) throws -> PostingList?

    /// Lengths and dates of articles.
    var documentFacts: any DocumentFacts { get }
    /// Reads the units of articles from the forward index.
    func forwardReader() throws -> any ForwardReading
    /// Title, text and author as indexed; nil if there is no such article.
    func indexedText(of article: Int64) throws -> IndexedText?

    var deadline: Deadline { get }
    /// - Throws: the engine's error if the deadline is reached.
    func checkDeadline() throws
}

extension PostingSource {
    package func list(of term: [UInt8]) throws -> PostingList? { try list(of: term, needsPositions: false) }

    /// The posting lists of a phrase's terms, the last of which may be a prefix.
    ///
    /// - Returns: nil if the caller must use the engine.
    func lists(of phrase: IndexPhrase, needsPositions: Bool) throws -> [PostingList]? {
        var lists: [PostingList] = []
        for (index, term) in phrase.terms.enumerated() {
            let isPrefix = phrase.isPrefix && index == phrase.terms.count - 1
            guard
                let list = try isPrefix
                    ? list(ofTermsWithPrefix: term) : list(of: term, needsPositions: needsPositions)
            else { return nil }
            lists.append(list)
        }
        return lists
    }
}

/// The facts of articles that ranking reads besides postings.
package protocol DocumentFacts: AnyObject {
    /// Length norms of some articles, in the same order.
    func norms(of rows: [UInt32]) throws -> [Double]
    func facts(of article: Int64) throws -> RankingFacts
}

/// Reads the forward index.
package protocol ForwardReading {
    /// The units of the article that was read last.
    var units: [UInt16] { get }
    /// - Returns: false if there is no such article.
    mutating func read(_ article: Int64) throws -> Bool
}

/// A posting list in memory, with the impact of each posting.
package struct FrequentPostings {
    package let list: PostingList
    /// The impact of each row.
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

/// A match with its score by the first stage.
package struct Candidate: Sendable {
    package var id: Int64
    package var score: Double
    /// The sum of the weights of its terms.
    package var weight = 0.0

    package init(id: Int64, score: Double, weight: Double = 0.0) {
        self.id = id
        self.score = score
        self.weight = weight
    }

    /// By score, highest first; of equals the higher id first.
    package static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
        a.score != b.score ? a.score > b.score : a.id > b.id
    }
}
