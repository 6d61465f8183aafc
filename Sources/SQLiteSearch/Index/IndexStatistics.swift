package import Articles
package import Pipelines
package import PostingIndex
package import SQLite
package import SearchRanking
package import TextAnalysis

/// Numbers of articles, their average lengths, and document frequencies of terms.
///
/// Read at first use and kept until another connection commits.
package final class IndexStatistics: PostingSource {
    package let connection: Connection
    private var dataVersion: Int64 = -1
    private var frequencies: [[UInt8]: Int] = [:]
    private var characters: [UInt32: Int] = [:]
    package private(set) var articleCount = 0
    /// One above the largest article id, ids out of `ArticleIDRange` left out.
    package private(set) var endOfArticles = 0
    package private(set) var indexing: IndexingProgress?
    package private(set) var averageTitleLength = 0.0
    package private(set) var averageBodyLength = 0.0
    private var hasVocabulary = false
    private var languageCounts: [(language: StemLanguage, articles: Int)]?
    private var feedURLs: [Int64: String] = [:]
    package let postings: IndexPostings
    package let facts: FactsCache
    package let ids: IDCache
    private let caches: IndexCaches?

    /// - Parameters:
    ///   - prefetcher: reads pages of several segments from disk at once.
    ///   - caches: shared by readers; nil keeps only facts, until the next commit.
    package init(connection: Connection, prefetcher: Prefetcher? = nil, caches: IndexCaches? = nil) {
        self.connection = connection
        self.caches = caches
        postings = IndexPostings(connection: connection, prefetcher: prefetcher)
        facts = FactsCache(connection: connection)
        ids = IDCache(connection: connection)
    }

    package var averageLength: Double { max(1, Ranking.titleWeight * averageTitleLength + averageBodyLength) }

    /// Discards what is stale. Called at the start of each search.
    package func refresh() throws {
        try postings.begin()
        let version = (try connection.integer("PRAGMA data_version") ?? 0) + connection.totalChanges
        guard version != dataVersion else { return }
        // Set only after all is read: a deadline may end this method half-way.
        dataVersion = -1
        frequencies.removeAll(keepingCapacity: true)
        characters.removeAll(keepingCapacity: true)
        feedURLs.removeAll(keepingCapacity: true)
        languageCounts = nil
        // FTS5's averages record as varints: number of rows, then the tokens of each column.
        let totals = try averages()
        articleCount = totals.count > 0 ? totals[0] : 0
        func average(_ column: Int) -> Double {
            totals.count > column + 1 && articleCount > 0 ? Double(totals[column + 1]) / Double(articleCount) : 0
        }
        averageTitleLength = average(IndexColumn.title)
        averageBodyLength = average(IndexColumn.body)
        let cache = try cacheOfState()
        postings.begin(cache)
        ids.cache = cache
        facts.begin(cache, averageLength: averageLength)
        indexing = try IndexingProgress.read(connection)
        let last = try connection.integer("SELECT max(id) FROM article_index_docsize") ?? 0
        endOfArticles = Int(max(0, min(last, ArticleIDRange.maximum))) + 1
        dataVersion = version
    }

    /// The state of the index is identified by its list of segments, its averages record, the last history token and
    /// the number of replaced guids.
    private func cacheOfState() throws -> IndexCache {
        guard let caches, let structure = postings.structure else { return IndexCache(maxBytes: Self.maxBytesAlone) }
        var state = structure
        let averages = try connection.cachedStatement("SELECT block FROM article_index_data WHERE id = 1")
        defer { averages.reset() }
        if try averages.step() { state += averages.bytes(0) }
        let marks = try connection.integer("SELECT coalesce(max(token), 0) FROM history") ?? 0
        let renames = try connection.integer(
            "SELECT CAST(CAST(state AS TEXT) AS INTEGER) FROM client_state WHERE client = ?", [.text(Self.renames)])
        for mark in [marks, renames ?? 0] {
            for shift in stride(from: 0, to: 64, by: 8) {
                state.append(UInt8(truncatingIfNeeded: mark >> Int64(shift)))
            }
        }
        return caches.cache(for: state)
    }

    /// The row of `client_state` that counts replaced guids.
    package static let renames = "guid-renames"

    /// For a connection without shared caches: the lengths of three million articles.
    private static let maxBytesAlone = 64 << 20

    /// A query searches the stems of a language if at least one in this many articles has that language.
    private static let articlesALanguage = 100

    /// Languages other than English whose stems are searched.
    package func languages() throws -> [StemLanguage] {
        try countsOfLanguages().filter { $0.articles * Self.articlesALanguage >= articleCount }.map(\.language)
    }

    /// The same inside a transaction whose articles are not all in the index.
    ///
    /// - Parameter newArticles: how many articles the index lacks.
    package func currentLanguages(newArticles: Int) throws -> [StemLanguage] {
        let known = try averages().first ?? 0
        return try readCountsOfLanguages().filter { $0.articles * Self.articlesALanguage >= known + newArticles }
            .map(\.language)
    }

    private func countsOfLanguages() throws -> [(language: StemLanguage, articles: Int)] {
        if let languageCounts { return languageCounts }
        let counts = try readCountsOfLanguages()
        languageCounts = counts
        return counts
    }

    private func readCountsOfLanguages() throws -> [(language: StemLanguage, articles: Int)] {
        let rows = try connection.cachedStatement(
            "SELECT code, sum(articles) FROM stem_language WHERE articles > 0 GROUP BY code ORDER BY code")
        defer { rows.reset() }
        var counts: [(language: StemLanguage, articles: Int)] = []
        while try rows.step() {
            if let language = rows.bytes(0).first.flatMap({ StemLanguage(code: $0) }) {
                counts.append((language, rows.count(1)))
            }
        }
        return counts
    }

    private func averages() throws -> [Int] {
        let statement = try connection.cachedStatement("SELECT block FROM article_index_data WHERE id = 1")
        defer { statement.reset() }
        guard try statement.step() else { return [] }
        return statement.varints(0)
    }

    /// The address of a feed; kept, since many hits share few feeds.
    package func feedURL(_ id: Int64) throws -> String {
        if let known = feedURLs[id] { return known }
        let url = try connection.text("SELECT url FROM feed WHERE id = ?", [.integer(id)]) ?? ""
        feedURLs[id] = url
        return url
    }

    /// The document frequency of a term: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
    package func articles(with term: [UInt8]) throws -> Int {
        if let known = frequencies[term] { return known }
        if let postings = try postings.term(term) {
            frequencies[term] = postings.count
            return postings.count
        }
        let statement = try vocabulary()
        defer { statement.reset() }
        statement.bind(text: term.span, at: 1)
        let count = try statement.step() ? statement.count(0) : 0
        frequencies[term] = count
        return count
    }

    /// The document frequency of a character of a script without spaces.
    package func articles(withCharacter character: [UInt8]) throws -> Int {
        guard let scalar = UTF8Decoding.firstScalar(character.span) else { return 0 }
        if let known = characters[scalar] { return known }
        let statement = try connection.cachedStatement("SELECT articles FROM character_frequency WHERE character = ?")
        defer { statement.reset() }
        statement.bind(Int64(scalar), at: 1)
        let count = try statement.step() ? statement.count(0) : 0
        characters[scalar] = count
        return count
    }

    /// Creates the table of the index's terms at first use.
    package func openVocabulary() throws {
        guard !hasVocabulary else { return }
        try connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, article_index, row)")
        hasVocabulary = true
    }

    private func vocabulary() throws -> Statement {
        try openVocabulary()
        return try connection.cachedStatement("SELECT doc FROM temp.vocabulary WHERE term = ?")
    }

    // MARK: - Postings

    package func term(_ term: [UInt8]) throws -> TermPostings? { try postings.term(term) }

    package func impacts(of term: [UInt8]) -> [UInt8]? { postings.frequent(term)?.impacts }

    package func list(of term: [UInt8]) throws -> PostingList? { try postings.list(of: term) }

    package func counts(beginningWith character: [UInt8]) throws -> PrefixCounts? {
        try postings.counts(beginningWith: character, endOfArticles: endOfArticles)
    }

    package func list(ofTermsWithPrefix prefix: [UInt8]) throws -> PostingList? {
        try postings.list(ofTermsWithPrefix: prefix, endOfArticles: endOfArticles)
    }

    package var documentFacts: any DocumentFacts { facts }

    package func characterReader() throws -> any CharacterReading { try StoredCharacters(connection: connection) }

    package func withTexts(of article: Int64, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void) throws {
        let statement = try connection.cachedStatement(StoredTexts.titleAndBody)
        defer { statement.reset() }
        statement.bind(article, at: 1)
        guard try statement.step() else { return }
        statement.withBytes(0) { title in statement.withBytes(1) { body(title, $0) } }
    }

    package func indexedText(of article: Int64) throws -> IndexedText? { try IndexedText.stored(article, connection) }

    package var deadline: Deadline { connection.deadline }

    package func checkDeadline() throws { try connection.checkDeadline() }
}
