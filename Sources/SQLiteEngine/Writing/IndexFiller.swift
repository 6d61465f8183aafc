internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostingIndex
internal import SQLite
internal import SearchRanking
internal import TextAnalysis

/// Indexes stored articles that have no index entry. Writes their postings, and the data for ranking and counting.
///
/// The caller must have opened a transaction.
struct IndexFiller {
    private static let maxArticles = 4_096
    private static let maxTextBytes = 32 << 20

    private let store: SQLiteStore
    private let connection: Connection
    private let batch = PreparedBatch()

    init(store: SQLiteStore) {
        self.store = store
        connection = store.connection
    }

    /// Indexes the next articles after `n`, as one segment.
    ///
    /// - Parameter isDue: called after each article; returns true to end the call early.
    /// - Returns: nil if no articles were left up to `last`.
    mutating func fill(after n: Int64, upTo last: Int64, isDue: () -> Bool = { false }) throws -> BackfillPart? {
        let texts = try connection.prepare(
            """
            SELECT \(IndexedText.columns) FROM \(IndexedText.tables) WHERE t.n > ? AND t.n <= ?
            AND t.n NOT IN (SELECT id FROM article_index_docsize) ORDER BY t.n
            """)
        try texts.bind([.integer(n), .integer(last)])
        batch.removeAll()
        var numbers: [Int64] = []
        var languages: [(id: Int64, tag: String?)] = []
        while try texts.step() {
            let n = texts.integer(0)
            numbers.append(n)
            var text = IndexedText(texts)
            // Articles stored before the program could detect languages have no language, so detect it now.
            let label = texts.textOrNil(4)
            let language = ArticleLanguage.tag(label: label, title: text.title, body: text.body)
            if language != label {
                text.language = StemLanguage(tag: language)
                languages.append((n, language))
            }
            batch.add(text)
            if numbers.count == Self.maxArticles || batch.indexByteCount > Self.maxTextBytes || isDue() { break }
        }
        texts.reset()
        guard let first = numbers.first, let end = numbers.last else { return nil }
        for (n, tag) in languages {
            try connection.run("UPDATE article SET language = ? WHERE n = ?", [SQLValue(tag), .integer(n)])
        }
        let now = try connection.integer("SELECT CAST(strftime('%s', 'now') AS INTEGER)") ?? 0
        _ = try SortDate.correct(in: first...end, now: now, connection)
        let tally = CharacterTally(connection: connection)
        try tally.words.load()
        tally.words.newest = end
        try writePostings(of: numbers, tally)
        var forward = ForwardWriter(connection: connection)
        for (ordinal, n) in numbers.enumerated() {
            tally.add(batch.characters(ofArticle: ordinal))
            try forward.write(n, batch.forwardEntry(ofArticle: ordinal))
        }
        try forward.flush()
        try tally.flush(to: connection)
        return BackfillPart(last: end, articles: numbers.count)
    }

    private func writePostings(of numbers: [Int64], _ tally: CharacterTally) throws {
        let loader = try FTS5BulkLoader(connection: connection, table: "article_index", columnCount: IndexColumn.count)
        tally.words.beginTerms(threshold: tally.words.threshold(articles: numbers.count))
        let isLoaded = try loader.load(batch.index, rowIDs: numbers, counted: tally.words.add)
        if !isLoaded {
            store.tokenizer.characters = tally
            defer { store.tokenizer.characters = nil }
            for n in numbers {
                try connection.run(IndexedText.insertion, [.integer(n)])
                tally.words.endArticle(+1)
                // Discard the tokenizer's character counts, because characters are counted from the batch.
                tally.forgetArticle()
            }
        }
        try tally.words.flush(isBulk: isLoaded, newArticles: numbers.count)
    }
}
