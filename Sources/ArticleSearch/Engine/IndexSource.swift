package import Articles
package import Pipelines
package import PostingIndex
package import SearchRanking
package import TextAnalysis

/// An engine's index within one snapshot, as needed by searches.
///
/// `IndexStatistics` caches results: each call is made once for a term or for a block of 1,024 articles, not for each
/// article.
package protocol IndexSource: AnyObject {
    var deadline: Deadline { get }
    /// - Throws: the engine's error once the deadline is reached.
    func checkDeadline() throws
    /// Runs `body` with an earlier deadline.
    ///
    /// - Returns: nil if that deadline was reached.
    func before<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result?

    // MARK: - Postings

    /// Reads the segments. Called once.
    func makeReader() throws -> PostingReader
    /// Whether the segments contain all articles of the snapshot. They may not, because FTS5 keeps uncommitted ones
    /// elsewhere.
    var segmentsAreWhole: Bool { get }
    /// The engine's own full-text search; nil if the engine has no full-text search.
    var fullText: (any FullTextEngine)? { get }
    /// Whether an error of the engine means that stored data is malformed.
    func isDamage(_ error: any Error) -> Bool

    // MARK: - The state of the index

    /// A number that changes whenever anything may have changed.
    func version() throws -> Int64
    func state() throws -> IndexState
    /// The number of articles in each language that has its own stemmer.
    func languageCounts() throws -> [(language: StemLanguage, articles: Int)]
    /// The number of articles in the index.
    func indexedArticles() throws -> Int
    /// The document frequency of a character of a script without spaces.
    func articles(withCharacter scalar: UInt32) throws -> Int

    // MARK: - Articles

    /// Calls `keep` with the stored lengths of blocks (`FactsBlock.storedLengths`), in any order. A block's lengths may
    /// be missing even if its facts are stored.
    func readLengths(ofBlocks numbers: [Int64], _ keep: (Int64, [UInt16]) -> Void) throws
    /// Calls `keep` with the facts of blocks, in any order. Blocks that are not stored are left out; blocks that were
    /// not requested may be included.
    func readFacts(ofBlocks numbers: [Int64], _ keep: (Int64, FactsBlock) -> Void) throws
    /// The facts of an article, computed from the data they are derived from.
    func derivedFacts(of article: Int64) throws -> RankingFacts
    /// The sort date of each article, in the order of `articles`; 0 for articles that are not stored.
    func sortDates(of articles: [UInt32]) throws -> [Int64]
    /// The guids of a block of articles.
    func guids(ofBlock number: Int64) throws -> IDBlock
    /// The addresses of feeds; unknown feeds are left out.
    func feedAddresses(of feeds: [Int64]) throws -> [Int64: String]
    /// Creates a reader for the character counts and texts of articles.
    ///
    /// - Parameter articles: the articles that may be read, ascending; they may be read in any order.
    func characterReader(of articles: [UInt32]) throws -> any CharacterReading
    /// Returns the article's title, text and author as indexed, or nil if the article does not exist.
    func indexedText(of article: Int64) throws -> IndexedText?

    // MARK: - Words

    /// The stored rows of `FrequentWords`, in order: all of them if the prefix is nil, otherwise those that contain
    /// words with the prefix.
    func frequentWordRows(beginningWith prefix: [UInt8]?) throws -> [[UInt8]]
    /// Calls `body` with each term in `lower..<upper` and its document frequency, in byte order, until `terms` terms or
    /// `postings` postings have been read.
    ///
    /// - Returns: whether all terms were read.
    func scan(
        from lower: [UInt8], to upper: [UInt8], terms: Int, postings: Int,
        _ body: (_ term: [UInt8], _ articles: Int) throws -> Void
    ) throws -> Bool
}

/// The state of an index at one commit.
package struct IndexState {
    /// The number of articles, followed by the number of tokens in each column.
    package var totals: [Int]
    /// Bytes that, together with the list of segments, are equal for equal contents: the totals, and marks left by
    /// commits that change articles.
    package var identity: [UInt8]
    /// The largest id of an article in the index.
    package var lastArticle: Int64
    package var indexing: IndexingProgress?
    /// Whether the index has the pairs of words (`Analyzer.analyzeWithPairs`) of all its articles.
    package var hasPairs: Bool

    package init(
        totals: [Int], identity: [UInt8], lastArticle: Int64, indexing: IndexingProgress? = nil, hasPairs: Bool
    ) {
        self.totals = totals
        self.identity = identity
        self.lastArticle = lastArticle
        self.indexing = indexing
        self.hasPairs = hasPairs
    }
}
