internal import PostgreSQL

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
            library.request(
                """
                INSERT INTO feedsearch.page_queue (library, slot, n, due, silent)
                SELECT a.library, a.slot, a.n, $3, EXISTS (
                    SELECT 1 FROM feedsearch.first_import i
                    WHERE i.library = a.library AND i.slot = a.slot AND i.feed = a.feed)
                FROM feedsearch.feed_option o
                JOIN feedsearch.article a ON a.library = o.library AND a.slot = o.slot AND a.feed = o.feed
                WHERE o.library = $1 AND o.slot = $2 AND o.full_text IS NOT NULL
                    AND (a.n BETWEEN $4 AND $5 OR a.n = ANY ($6)) AND (a.url LIKE 'https://%' OR a.url LIKE 'http://%')
                ON CONFLICT (library, slot, n) DO UPDATE SET
                    due = excluded.due, attempts = 0, silent = excluded.silent, failure_kind = NULL, failure_text = NULL
                """,
                [
                    .integer(now), .integer(range?.lowerBound ?? 0), .integer(range?.upperBound ?? -1),
                    .integers(revised),
                ])
        ]
    }
}
