internal import ArticleSearch
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
internal import SearchRanking

/// Moves articles between the store and the bin, whole: row, text, tags and state; postings, sums and what ranking reads follow.
///
/// Works inside the caller's transaction.
struct ArticleBin {
    let store: PostgresStore
    private var library: LibraryConnection { store.library }

    /// The columns that article and bin have in common.
    private static let columns = """
        feed, sort_date, published, updated, received, read, starred, flags, author, language, hash, guid, guid_key, url
        """

    /// Puts articles into the bin.
    ///
    /// - Returns: how many were there.
    func remove(_ wanted: [Int64], action: Int64, now: Int64) throws -> Int {
        var changes = BatchChanges()
        var index = IndexChanges()
        let forward = ForwardRows(library)
        let texts = try ArticleTable(library: library, names: Names(library)).texts(wanted)
        let numbers = texts.keys.sorted()
        if numbers.isEmpty { return 0 }
        for (n, known) in texts {
            index.change(n, from: known.text, to: nil)
            forward.duplicates.knowOld(n, known.text)
            changes.count(language: known.language, -1)
        }
        for row in try library.query(
            "SELECT feed, read FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            [.integers(numbers)])
        {
            changes.add(toFeed: row.integer(0), articles: -1, unread: row.bool(1) ? 0 : -1)
        }
        try forward.willReplace(numbers)
        try forward.linkCopies()
        try library.run(Self.taking, [.integers(numbers), .integer(action)])
        try library.pipeline(Self.removing.map { library.request($0, [.integers(numbers)]) })
        try index.write(
            to: PostgresPages(library.connection, library.place, cache: nil), store.lists, counts: &changes)
        try library.pipeline(forward.facts.takeRequests() + changes.requests(library, now: now))
        return numbers.count
    }

    /// Brings back what one action removed. What has come in again meanwhile stays as it is, and in the bin.
    ///
    /// - Parameter keeps: their age takes them away no more.
    /// - Returns: the numbers that are back, ascending.
    func restore(action: Int64, keeps: Bool) throws -> [Int64] {
        let numbers = try library.query(
            """
            SELECT n FROM feedsearch.removed_article b
            WHERE library = $1 AND slot = $2 AND action = $3 AND NOT EXISTS (
                SELECT 1 FROM feedsearch.article a
                WHERE a.library = $1 AND a.slot = $2 AND a.feed = b.feed AND a.guid_key = b.guid_key) ORDER BY n
            """, [.integer(action)]
        ).map { $0.integer(0) }
        for first in stride(from: 0, to: numbers.count, by: Self.articlesAtOnce) {
            try restore(Array(numbers[first..<min(first + Self.articlesAtOnce, numbers.count)]), keeps: keeps)
        }
        return numbers
    }

    /// Their texts are in memory together.
    private static let articlesAtOnce = 2_000

    private func restore(_ numbers: [Int64], keeps: Bool) throws {
        var changes = BatchChanges()
        var index = IndexChanges()
        let forward = ForwardRows(library)
        try library.pipeline(
            Self.restoring.map { library.request($0, [.integers(numbers)]) }
                + (keeps ? [library.request(Self.keeping, [.integers(numbers)])] : []))
        let rows = try library.query(
            """
            SELECT n, feed, read, sort_date FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)
            ORDER BY n
            """, [.integers(numbers)])
        let texts = try ArticleTable(library: library, names: Names(library)).texts(numbers)
        try forward.duplicates.know(feeds: rows.map { $0.integer(1) })
        var entries: [(id: Int64, entry: ForwardEntry, date: Int64)] = []
        for row in rows {
            let (n, feed) = (row.integer(0), row.integer(1))
            changes.add(toFeed: feed, articles: 1, unread: row.bool(2) ? 0 : 1)
            guard let known = texts[n] else { continue }
            changes.count(language: known.language, +1)
            index.change(n, from: nil, to: known.text)
            forward.duplicates.know(n, feed: feed, title: known.text.title, body: known.text.body, isNew: true)
            entries.append((n, ForwardEntry(known.text), row.integer(3)))
        }
        try forward.write(entries)
        try forward.linkCopies()
        try index.write(
            to: PostgresPages(library.connection, library.place, cache: nil), store.lists, counts: &changes)
        try library.pipeline(forward.facts.takeRequests() + changes.requests(library, now: 0))
    }

    private static let taking = """
        INSERT INTO feedsearch.removed_article
            (library, slot, n, action, \(columns), title, body, html, html_packed, extra, tags, own_tags)
        SELECT a.library, a.slot, a.n, $4, \(columns), t.title, t.body, t.html, t.html_packed, t.extra,
            ARRAY(SELECT g.tag FROM feedsearch.article_tag g
                WHERE g.library = $1 AND g.slot = $2 AND g.n = a.n AND NOT g.own ORDER BY 1),
            ARRAY(SELECT g.tag FROM feedsearch.article_tag g
                WHERE g.library = $1 AND g.slot = $2 AND g.n = a.n AND g.own ORDER BY 1)
        FROM feedsearch.article a JOIN feedsearch.article_text t ON t.library = $1 AND t.slot = $2 AND t.n = a.n
        WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3)
        """

    private static let keeping = """
        UPDATE feedsearch.article SET flags = flags | \(StoredFlags.kept)
        WHERE library = $1 AND slot = $2 AND n = ANY ($3)
        """

    private static let restoring =
        [
            """
            INSERT INTO feedsearch.article (library, slot, n, \(columns))
            SELECT library, slot, n, \(columns) FROM feedsearch.removed_article
            WHERE library = $1 AND slot = $2 AND n = ANY ($3)
            """,
            """
            INSERT INTO feedsearch.article_text (library, slot, n, title, body, html, html_packed, extra)
            SELECT library, slot, n, title, body, html, html_packed, extra FROM feedsearch.removed_article
            WHERE library = $1 AND slot = $2 AND n = ANY ($3)
            """,
            """
            INSERT INTO feedsearch.article_tag (library, slot, n, tag, own)
            SELECT b.library, b.slot, b.n, u.tag, u.own FROM feedsearch.removed_article b CROSS JOIN LATERAL (
                SELECT tag, false FROM unnest(b.tags) tag UNION ALL SELECT tag, true FROM unnest(b.own_tags) tag
            ) u(tag, own) WHERE b.library = $1 AND b.slot = $2 AND b.n = ANY ($3) ON CONFLICT DO NOTHING
            """,
        ]
        + ["removed_guid", "removed_article"].map {
            "DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2 AND n = ANY ($3)"
        }

    private static let removing =
        [
            """
            INSERT INTO feedsearch.removed_guid (library, slot, feed, guid_key, guid, n)
            SELECT library, slot, feed, guid_key, guid, n FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND n = ANY ($3)
            ON CONFLICT (library, slot, feed, guid_key) DO UPDATE SET n = excluded.n, guid = excluded.guid
            """
        ]
        + ["article_tag", "article_text", "page_queue", "article"].map {
            "DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2 AND n = ANY ($3)"
        }
}
