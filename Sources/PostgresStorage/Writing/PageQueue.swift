internal import Database
internal import PostgreSQL
internal import PostgresSearch

/// Puts articles into the queue of pages to fetch; part of the transaction that brings them.
struct PageQueue {
    let library: LibraryConnection

    /// The statements for articles whose feeds are to have the whole text.
    ///
    /// - Parameters:
    ///   - range: the numbers of the new articles.
    ///   - revised: articles with new content from their feed, which has replaced the page's.
    func requests(new range: ClosedRange<Int64>?, revised: [Int64], now: Int64) -> [PostgresRequest] {
        guard range != nil || !revised.isEmpty else { return [] }
        return [
            insertion(
                """
                feedsearch.feed_option o JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.feed = o.feed
                WHERE o.library = $1 AND o.slot = $2 AND o.full_text IS NOT NULL
                    AND (a.n BETWEEN $4 AND $5 OR a.n = ANY ($6))
                """,
                [
                    .integer(now), .integer(range?.lowerBound ?? 0), .integer(range?.upperBound ?? -1),
                    .integers(revised),
                ])
        ]
    }

    /// Articles that a rule names; those that have the whole text already are left.
    func add(_ numbers: [Int64], now: Int64) throws {
        let request = insertion(
            """
            feedsearch.article a JOIN feedsearch.article_text t ON t.library = $1 AND t.slot = $2 AND t.n = a.n
            WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($4)
                AND coalesce(position('"feed_html":' in t.extra), 0) = 0
            """, [.integer(now), .integers(numbers)])
        try library.pipeline([request])
    }

    /// - Parameters:
    ///   - articles: which, as `a`; $3 is the time.
    private func insertion(_ articles: String, _ values: [PostgresValue]) -> PostgresRequest {
        library.request(
            """
            INSERT INTO feedsearch.page_queue (library, slot, n, due, silent)
            SELECT a.library, a.slot, a.n, $3, EXISTS (
                SELECT 1 FROM feedsearch.first_import i
                WHERE i.library = a.library AND i.slot = a.slot AND i.feed = a.feed)
            FROM \(articles)
                AND (a.url LIKE 'https://%' OR a.url LIKE 'http://%')
            ON CONFLICT (library, slot, n) DO UPDATE SET
                due = excluded.due, attempts = 0, silent = excluded.silent, failure_kind = NULL, failure_text = NULL
            """, values)
    }
}
