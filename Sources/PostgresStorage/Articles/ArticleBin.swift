internal import Articles
internal import PostgreSQL
internal import PostgresSegments

/// Moves articles from the store into the bin, whole: row, text, tags and state; postings, sums and what ranking reads follow.
///
/// Works inside the caller's transaction.
struct ArticleBin {
    let store: PostgresStore
    private var library: LibraryConnection { store.library }

    /// The columns that article and bin have in common.
    private static let columns = """
        feed, sort_date, published, updated, received, read, starred, flags, author, language, hash, guid, guid_key, url
        """

    /// A new action that articles can be removed by.
    func newAction(_ kind: UserAction.Kind, now: Int64) throws -> Int64 {
        let id = try library.take(1, .action)
        try library.run(
            "INSERT INTO feedsearch.action (library, slot, id, at, kind) VALUES ($1, $2, $3, $4, $5)",
            [.integer(id), .integer(now), .text(kind.rawValue)])
        return id
    }

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
        var requests = forward.facts.takeRequests() + (try changes.requests(library, now: now))
        requests.append(
            library.request(
                """
                UPDATE feedsearch.action SET articles = articles + $4 WHERE library = $1 AND slot = $2 AND id = $3
                """, [.integer(action), .integer(Int64(numbers.count))]))
        try library.pipeline(requests)
        return numbers.count
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

    private static let removing =
        [
            """
            INSERT INTO feedsearch.removed_guid (library, slot, feed, guid_key, n)
            SELECT library, slot, feed, guid_key, n FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND n = ANY ($3)
            ON CONFLICT (library, slot, feed, guid_key) DO UPDATE SET n = excluded.n
            """
        ]
        + ["article_tag", "article_text", "page_queue", "article"].map {
            "DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2 AND n = ANY ($3)"
        }
}
