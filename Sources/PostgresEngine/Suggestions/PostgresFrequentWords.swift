internal import ArticleSearch
package import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostingIndex

/// Reads the data for the list of frequent words from PostgreSQL, and stores the list there. Used inside a writer's
/// transactions.
package final class PostgresFrequentWords: TableFrequentWords {
    private let library: LibraryConnection
    package var database: any LibraryDatabase { library }
    /// The last known value of the counter of writes to the list. `unknown` is the number of times that a different
    /// value was read.
    private var known: Int64 = -1
    private var unknown: Int64 = 0
    /// Memory limit for the pages that lookups read.
    private static let cacheBytes = 64 << 20

    package init(_ library: LibraryConnection) { self.library = library }

    package func version() throws -> Int64 {
        let last = try library.last(.frequentWords)
        if last != known { unknown += 1 }
        known = last
        return unknown
    }

    package func willWrite() throws { known = try library.take(1, .frequentWords) }

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

    // MARK: - The index

    /// The cache lasts only for one call, because segments written by this transaction may be rolled back.
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
