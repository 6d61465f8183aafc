package import ArticleSearch
internal import PostgreSQL
internal import PostingIndex

/// The list of frequent words in the table `frequent_word`, inside transactions of a writer.
package final class PostgresFrequentWords: FrequentWordStore {
    private let library: LibraryConnection
    /// The number of the last writing of the list that this connection knows, and how often it did not know it.
    private var known: Int64 = -1
    private var unknown: Int64 = 0
    private static let client = "frequent-words"
    /// Of the pages that look-ups read.
    private static let cacheBytes = 64 << 20

    package init(_ library: LibraryConnection) { self.library = library }

    package func version() throws -> Int64 {
        let last = try library.last(.frequentWords)
        if last != known { unknown += 1 }
        known = last
        return unknown
    }

    package func forEachRow(_ body: (Span<UInt8>) -> Void) throws {
        let rows = try library.query(
            "SELECT words FROM feedsearch.frequent_word WHERE library = $1 AND slot = $2 ORDER BY first")
        for row in rows { row.withBytes(0, body) }
    }

    package func write(_ rows: [FrequentWordRow], replacingAll all: Bool) throws {
        if rows.isEmpty, !all { return }
        known = try library.take(1, .frequentWords)
        var requests: [PostgresRequest] = []
        if all {
            requests.append(
                library.request("DELETE FROM feedsearch.frequent_word WHERE library = $1 AND slot = $2"))
        }
        requests.append(
            library.request(
                """
                INSERT INTO feedsearch.frequent_word (library, slot, first, words)
                SELECT $1, $2, * FROM unnest($3::bytea[], $4::bytea[])
                ON CONFLICT (library, slot, first) DO UPDATE SET words = excluded.words
                """, [.byteArrays(rows.map(\.first)), .byteArrays(rows.map(\.words))]))
        try library.pipeline(requests)
    }

    // MARK: - Articles

    package func learntUpTo() throws -> Int64 {
        let state = try library.query(
            "SELECT state FROM feedsearch.client_state WHERE library = $1 AND slot = $2 AND client = $3",
            [.text(Self.client)]
        ).first?.text(0)
        return max(0, state.flatMap { Int64($0) } ?? 0)
    }

    package func remember(learntUpTo article: Int64) throws {
        try library.pipeline([ClientStates.setting(Array(String(article).utf8), of: Self.client, library)])
    }

    package func forEachText(
        after article: Int64, limit: Int, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void
    ) throws {
        let rows = try library.query(
            """
            SELECT title, body FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n > $3
            ORDER BY n DESC LIMIT $4
            """, [.integer(article), .integer(Int64(limit))])
        for row in rows { try row.withBytes(0) { title in try library.withText(row, 1) { body(title, $0) } } }
    }

    package func hasMoreArticles(than count: Int) throws -> Bool {
        let counted = try library.integer(
            """
            SELECT count(*) FROM (SELECT 1 FROM feedsearch.article WHERE library = $1 AND slot = $2 LIMIT $3) a
            """, [.integer(Int64(count) + 1)])
        return counted != Int64(count)
    }

    package func lastArticle() throws -> Int64 {
        try library.integer("SELECT max(n) FROM feedsearch.article WHERE library = $1 AND slot = $2") ?? 0
    }

    // MARK: - The index

    /// Pages that are read here are kept for one call: those of segments that this transaction has written may be rolled back.
    private func index() -> PostgresIndex { PostgresIndex(library, cache: SegmentCache(maxBytes: Self.cacheBytes)) }

    package func segmentCount() throws -> Int {
        let reader = try index().makeReader()
        return try reader.refresh() ? reader.segmentCount : 0
    }

    package func articles(with terms: [[UInt8]]) throws -> [Int] {
        if terms.isEmpty { return [] }
        let statistics = IndexStatistics(index())
        try statistics.refresh()
        try statistics.prepare(terms)
        return try terms.map { try statistics.articles(with: $0) }
    }

    package func forEachTerm(_ body: (_ term: Span<UInt8>, _ articles: Int) -> Void) throws {
        let end = [UInt8](repeating: 0xFF, count: FrequentWords.maxWordBytes)
        _ = try index().scan(from: [], to: end, terms: .max, postings: .max) { term, articles in
            if articles > 1 { body(term.span, articles) }
        }
    }
}
