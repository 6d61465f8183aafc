internal import BatchInversion
internal import PostingIndex
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking
internal import TextAnalysis

/// Adds the pairs of words of articles whose other terms are in the index already, as segments of their own.
///
/// Works inside the caller's transaction.
struct PairFiller {
    private static let maxArticles = 4_096
    private static let maxPostingBytes = 32 << 20

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Adds the pairs of the next articles behind `n`, as one segment.
    ///
    /// - Parameter isDue: asked after each article; true ends the call early.
    /// - Returns: nil where none was left up to `last`.
    func fill(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let texts = try connection.prepare(
            """
            SELECT \(IndexedText.columns) FROM \(IndexedText.tables) WHERE t.n > ? AND t.n <= ?
            AND EXISTS (SELECT 1 FROM article_index_docsize WHERE id = t.n) ORDER BY t.n
            """)
        try texts.bind([.integer(n), .integer(last)])
        let batch = InvertedBatch(columns: IndexColumn.count)
        var numbers: [Int64] = []
        while try texts.step() {
            numbers.append(texts.integer(0))
            Self.add(IndexedText(texts), to: batch)
            if numbers.count == Self.maxArticles || batch.byteCount > Self.maxPostingBytes || isDue() { break }
        }
        texts.reset()
        guard let end = numbers.last else { return nil }
        let loader = try FTS5BulkLoader(connection: connection, table: "article_index", columnCount: IndexColumn.count)
        // The rows are there: they keep their lengths.
        guard try loader.load([.init(run: batch.sorted(), rowIDs: numbers)], replaced: numbers) else {
            throw MalformedIndexError()
        }
        return BackfillPart(last: end, articles: numbers.count)
    }

    private static func add(_ text: IndexedText, to batch: InvertedBatch) {
        batch.beginDocument()
        text.forEachColumn { column, text, language in
            batch.beginColumn(column)
            Analyzer.shared.analyzeWithPairs(text, language: language) { term, kind, _ in
                if kind == .pair {
                    batch.add(term, isColocated: true)
                } else if !kind.isColocated {
                    batch.skipPosition()
                }
                return true
            }
        }
        batch.endDocument()
    }
}
