internal import SQLite

/// Puts articles into the queue of pages to fetch; part of the transaction that brings them.
struct PageQueue {
    let connection: Connection

    /// The articles whose feeds are to have the whole text.
    ///
    /// - Parameters:
    ///   - range: the numbers of the new articles.
    ///   - revised: articles with new content from their feed, which has replaced the page's.
    func add(new range: ClosedRange<Int64>?, revised: [Int64], now: Int64) throws {
        guard range != nil || !revised.isEmpty,
            try connection.integer("SELECT 1 FROM feed_option WHERE full_text IS NOT NULL LIMIT 1") != nil
        else { return }
        if let range {
            try connection.run(
                Self.insertion + " AND a.n BETWEEN ?2 AND ?3 AND o.full_text IS NOT NULL",
                [.integer(now), .integer(range.lowerBound), .integer(range.upperBound)])
        }
        let insert = try connection.prepare(Self.insertion + " AND a.n = ?2 AND o.full_text IS NOT NULL")
        for n in revised {
            try insert.bind([.integer(now), .integer(n)])
            try insert.run()
        }
    }

    /// Articles that a rule names; those that have the whole text already are left.
    func add(_ numbers: [Int64], now: Int64) throws {
        let insert = try connection.prepare(
            Self.insertion + " AND a.n = ?2 AND coalesce(instr(t.extra, '\"feed_html\":'), 0) = 0")
        for n in numbers {
            try insert.bind([.integer(now), .integer(n)])
            try insert.run()
        }
    }

    private static let insertion = """
        INSERT OR REPLACE INTO page_queue (n, due, silent)
        SELECT a.n, ?1, a.feed IN (SELECT feed FROM first_import)
        FROM article a JOIN article_text t ON t.n = a.n LEFT JOIN feed_option o ON o.feed = a.feed
        WHERE (a.url LIKE 'https://%' OR a.url LIKE 'http://%')
        """
}
