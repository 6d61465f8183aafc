internal import PostingIndex
internal import SQLite
internal import SearchRanking
internal import TextAnalysis

/// Adds word pairs to the index for articles whose other terms are already indexed. The pairs are written as separate
/// segments.
///
/// The caller must have opened a transaction.
struct PairFiller {
    private static let maxArticles = 4_096
    private static let maxPostingBytes = 32 << 20

    private let connection: Connection
    private let texts: SQLiteStoredTexts

    init(store: SQLiteStore) {
        connection = store.connection
        texts = store.searchSource.texts
    }

    private func loader() throws -> FTS5BulkLoader {
        try FTS5BulkLoader(connection: connection, table: "article_index", columnCount: IndexColumn.count)
    }

    /// Whether the index has the form that the bulk loader expects. If not, only `reindex` adds pairs to the index.
    func canFill() throws -> Bool { try loader().isKnownForm() }

    /// Adds the pairs of the next articles after `n`, as one segment.
    ///
    /// - Parameter isDue: called after each article; returns true to end the call early.
    /// - Returns: nil if no articles were left up to `last`.
    func fill(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let rows = try connection.prepare(
            """
            SELECT d.id, t.body FROM article_index_docsize d JOIN article_text t ON t.n = d.id
            WHERE d.id > ? AND d.id <= ? ORDER BY d.id LIMIT \(Self.maxArticles)
            """)
        try rows.bind([.integer(n), .integer(last)])
        let batch = InvertedBatch(columns: IndexColumn.count)
        var part: BackfillPart?
        var numbers: [Int64] = []
        while try rows.step() {
            let n = rows.integer(0)
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            // Skip unreadable texts so that the file can still be opened; `check` reports them. An SQLite error here
            // would also make the transaction read-only.
            if texts.isReadable(rows, column: 1), let text = try IndexedText.stored(n, connection) {
                numbers.append(n)
                Self.add(text, to: batch)
            }
            if batch.byteCount > Self.maxPostingBytes || isDue() { break }
        }
        rows.reset()
        // The articles are in the index already, so their stored lengths do not change.
        guard try loader().load([.init(run: batch.sorted(), rowIDs: numbers)], replaced: numbers) else {
            throw MalformedIndexError()
        }
        return part
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
