package import Pipelines
package import PostingIndex

/// The document frequencies of terms, from which the weights of a query are computed.
package protocol TermStatistics: AnyObject {
    var articleCount: Int { get }

    /// Reads the first pages needed to look up the terms in one request. Optional: it saves round trips if the index is
    /// on a server.
    func prepare(_ terms: [[UInt8]]) throws
    /// The document frequency of a term.
    func articles(with term: [UInt8]) throws -> Int
    /// The document frequency of a character.
    func articles(withCharacter character: [UInt8]) throws -> Int
}

extension TermStatistics {
    package func prepare(_ terms: [[UInt8]]) throws {}
}

/// The index within one snapshot, as needed for ranking.
package protocol PostingSource: TermStatistics {
    /// One more than the largest id of an article.
    var endOfArticles: Int { get }
    /// The mean length of an article, as `Ranking.length` defines it.
    var averageLength: Double { get }

    /// Whether the index has, for all articles, each pair of adjacent words as a term if one of the two is very
    /// frequent.
    var hasPairs: Bool { get }

    /// The postings of a term, read on demand.
    ///
    /// - Returns: nil if the format of the index is unknown; the caller must then use the engine.
    func term(_ term: [UInt8]) throws -> TermPostings?
    /// The impact of each article of a term, in the order of the articles, if the impacts are in memory.
    func impacts(of term: [UInt8]) -> [UInt8]?
    /// The whole posting list of a term; nil in the same cases as for `term`.
    func list(of term: [UInt8]) throws -> PostingList?
    /// The articles with a character and its frequencies (see `Ranking.frequency`); nil if the caller must use the
    /// engine.
    func frequencies(ofCharacter character: [UInt8], isOnlyTitle: Bool) throws -> RowFrequencies?
    /// The postings of all terms with a prefix, as one list; nil if the caller must use the engine.
    func list(ofTermsWithPrefix prefix: [UInt8]) throws -> PostingList?

    /// Runs `body` with a second reader of the same segments for use on another thread, or with nil if none is
    /// available.
    func withSecondReader<Result>(_ body: (PostingReader?) throws -> Result) throws -> Result

    /// Lengths and dates of articles.
    var documentFacts: any DocumentFacts { get }
    /// Creates a reader for the character counts and texts of articles.
    ///
    /// - Parameter articles: the articles that may be read, ascending; they may be read in any order.
    func characterReader(of articles: [UInt32]) throws -> any CharacterReading
    /// Returns the article's title, text and author as indexed, or nil if the article does not exist.
    func indexedText(of article: Int64) throws -> IndexedText?

    var deadline: Deadline { get }
    /// - Throws: the engine's error if the deadline is reached.
    func checkDeadline() throws
}

extension PostingSource {
    /// The saturation of frequencies in BM25.
    var saturation: Saturation {
        Saturation(
            base: Float(Ranking.norm(length: 0, average: averageLength)),
            slope: Float(Ranking.normSlope(average: averageLength)))
    }
}

/// The facts about articles that ranking needs in addition to postings.
package protocol DocumentFacts: AnyObject {
    /// Length norms of some articles, in the order of the given articles.
    func norms(of rows: [UInt32]) throws -> [Double]
    /// Announces the windows for which `lengths(ofWindow:)` will be called, and their order, so that they can be read
    /// together.
    func expect(windows: [Int])
    /// Lengths of the articles of a window (`FrequencyWindow`), as `Ranking.length` defines them; 0 if `facts(of:)`
    /// must be called instead.
    func lengths(ofWindow number: Int) throws -> [Float]
    func facts(of article: Int64) throws -> RankingFacts
}

/// Reads how often each character of a script without spaces occurs in an article.
package protocol CharacterReading: AnyObject {
    /// Calls `body` with the code of each character and its weighted count, as `CharacterCounts.forEach` does.
    func read(_ article: Int64, _ body: (UInt16, UInt32) -> Bool) throws
    /// Calls `body` with the title and text of an article. Both are valid only during the call.
    func withTexts(of article: Int64, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void) throws
}

/// A posting list in memory, with frequencies and the impact of each posting.
package struct FrequentPostings: Sendable {
    package let list: PostingList
    package let matches: RowFrequencies
    /// The impact of each row.
    package let impacts: [UInt8]

    /// - Parameter norms: the length norm of each row.
    package init(_ list: PostingList, norms: [Double]) {
        self.list = list
        let frequencies = list.weightedFrequencies(secondWeight: Float(Ranking.titleWeight))
        matches = RowFrequencies(rows: list.rows, frequencies: frequencies)
        impacts = PhraseMatches.impacts(frequencies, norms)
    }

    /// Memory in bytes.
    package var memory: Int { list.memory + 4 * matches.count + impacts.count }
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

    /// By score, highest first; for equal scores the higher id first.
    package static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
        a.score != b.score ? a.score > b.score : a.id > b.id
    }
}
