package import Articles
package import Pipelines
package import PostingIndex
package import SearchRanking
package import TextAnalysis

/// The number of articles, their average length, and the document frequencies of terms.
///
/// They are read on first use and kept until another connection commits.
package final class IndexStatistics: PostingSource {
    package let source: any IndexSource
    /// The version of the index when it was last read; -1 if it has not been read.
    package private(set) var dataVersion: Int64 = -1
    private var frequencies: [[UInt8]: Int] = [:]
    private var characters: [UInt32: Int] = [:]
    package private(set) var articleCount = 0
    /// One more than the highest article id, ignoring ids outside `ArticleIDRange`.
    package private(set) var endOfArticles = 0
    package private(set) var indexing: IndexingProgress?
    package private(set) var hasPairs = false
    /// The lengths that ranking uses: those of this index, or of the library that it is a part of.
    package private(set) var lengths = CollectionLengths()
    /// The number of articles in this index and their lengths.
    package private(set) var ownLengths = CollectionLengths()
    /// `IndexState.identity` of the current state.
    private var identity: [UInt8] = []
    /// Whether the caches belong to an earlier state.
    private var isStale = true
    private var languageCounts: [(language: StemLanguage, articles: Int)]?
    private var feedURLs: [Int64: String] = [:]
    package let postings: IndexPostings
    package let facts: FactsCache
    package let ids: IDCache
    private let caches: IndexCaches?

    /// - Parameter caches: caches that are shared with other readers. If nil, only facts are cached, until the next
    ///   commit.
    package init(_ source: any IndexSource, caches: IndexCaches? = nil) {
        self.source = source
        self.caches = caches
        postings = IndexPostings(source)
        facts = FactsCache(source)
        ids = IDCache(source)
    }

    package var averageLength: Double { lengths.average }

    /// Discards stale values. Must be called at the start of each search.
    ///
    /// - Parameter ranksAlone: if false, `rank(with:)` must be called before the search.
    package func refresh(ranksAlone: Bool = true) throws {
        try postings.begin()
        let version = try source.version()
        guard version != dataVersion else {
            if ranksAlone { rank(with: ownLengths) }
            return
        }
        // Set again only after everything has been read, because the deadline may interrupt this method.
        dataVersion = -1
        frequencies.removeAll(keepingCapacity: true)
        characters.removeAll(keepingCapacity: true)
        feedURLs.removeAll(keepingCapacity: true)
        languageCounts = nil
        let state = try source.state()
        ownLengths = CollectionLengths(state.totals)
        articleCount = ownLengths.articles
        identity = state.identity
        isStale = true
        if ranksAlone { rank(with: ownLengths) }
        indexing = state.indexing
        hasPairs = state.hasPairs
        endOfArticles = Int(max(0, min(state.lastArticle, ArticleIDRange.maximum))) + 1
        dataVersion = version
    }

    /// - Parameter ranking: bytes that are equal for equal rankings.
    private func cache(for ranking: [UInt8]) -> IndexCache {
        guard let caches, let structure = postings.structure else { return IndexCache(maxBytes: Self.maxBytesAlone) }
        return caches.cache(for: structure + identity + ranking)
    }

    /// Ranks with the lengths of the whole library, of which this index may be a part. Called after `refresh`.
    package func rank(with library: CollectionLengths) {
        guard isStale || library != lengths else { return }
        isStale = false
        lengths = library
        // Impacts in the cache depend on the average length.
        let cache = cache(for: library == ownLengths ? [] : library.identity)
        postings.begin(cache)
        ids.cache = cache
        facts.begin(cache, averageLength: averageLength)
    }

    /// The budget of a connection without shared caches, enough for the lengths and facts of four million articles.
    private static let maxBytesAlone = 64 << 20

    /// A query searches the stems of a language if at least 1 in this many articles is in that language.
    package static let articlesALanguage = 100

    /// Languages other than English whose stems are searched.
    package func languages() throws -> [StemLanguage] {
        try countsOfLanguages().filter { $0.articles * Self.articlesALanguage >= articleCount }.map(\.language)
    }

    /// The same languages, for use inside a transaction whose articles are not all in the index yet.
    ///
    /// - Parameter newArticles: the number of articles missing from the index.
    package func currentLanguages(newArticles: Int) throws -> [StemLanguage] {
        let known = try source.indexedArticles()
        return try source.languageCounts().filter { $0.articles * Self.articlesALanguage >= known + newArticles }
            .map(\.language)
    }

    package func countsOfLanguages() throws -> [(language: StemLanguage, articles: Int)] {
        if let languageCounts { return languageCounts }
        let counts = try source.languageCounts()
        languageCounts = counts
        return counts
    }

    /// The addresses of feeds by their ids; cached, because many hits share few feeds.
    package func feedAddresses(of feeds: [Int64]) throws -> [Int64: String] {
        let unknown = Set(feeds.filter { feedURLs[$0] == nil })
        if !unknown.isEmpty { feedURLs.merge(try source.feedAddresses(of: unknown.sorted())) { $1 } }
        return feedURLs
    }

    /// The document frequency of a term.
    package func articles(with term: [UInt8]) throws -> Int {
        if let known = frequencies[term] { return known }
        if let postings = try postings.term(term) {
            frequencies[term] = postings.count
            return postings.count
        }
        guard let engine = source.fullText else { throw MalformedIndexError() }
        let count = try engine.articles(with: term)
        frequencies[term] = count
        return count
    }

    /// The document frequency of a character of a script without spaces.
    package func articles(withCharacter character: [UInt8]) throws -> Int {
        guard let scalar = UTF8Decoding.firstScalar(character.span) else { return 0 }
        if let known = characters[scalar] { return known }
        let count = try source.articles(withCharacter: scalar)
        characters[scalar] = count
        return count
    }

    // MARK: - Postings

    package func prepare(_ terms: [[UInt8]]) throws { try postings.prepare(terms) }

    package func term(_ term: [UInt8]) throws -> TermPostings? { try postings.term(term) }

    package func impacts(of term: [UInt8]) -> [UInt8]? { postings.frequent(term)?.impacts }

    package func list(of term: [UInt8]) throws -> PostingList? { try postings.list(of: term) }

    package func frequencies(ofCharacter character: [UInt8], isOnlyTitle: Bool) throws -> RowFrequencies? {
        try postings.frequencies(ofCharacter: character, isOnlyTitle: isOnlyTitle, endOfArticles: endOfArticles)
    }

    package func list(ofTermsWithPrefix prefix: [UInt8]) throws -> PostingList? {
        try postings.list(ofTermsWithPrefix: prefix, endOfArticles: endOfArticles)
    }

    package func withSecondReader<Result>(_ body: (PostingReader?) throws -> Result) throws -> Result {
        try postings.withSecondReader(body)
    }

    package var documentFacts: any DocumentFacts { facts }

    package func characterReader(of articles: [UInt32]) throws -> any CharacterReading {
        try source.characterReader(of: articles)
    }

    package func indexedText(of article: Int64) throws -> IndexedText? { try source.indexedText(of: article) }

    package var deadline: Deadline { source.deadline }

    package func checkDeadline() throws { try source.checkDeadline() }
}
