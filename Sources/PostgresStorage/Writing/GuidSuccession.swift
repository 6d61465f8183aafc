internal import Articles
internal import Database
internal import PostgreSQL
internal import PostgresSearch

/// Gives stored articles the new guids that their feeds have given them: state and number stay.
struct GuidSuccession {
    let library: LibraryConnection
    let table: ArticleTable
    /// Only the newest 2,000 articles of a feed are compared: these may have got a new guid.
    private static let depth = 2_000

    /// - Parameter documents: of different feeds.
    /// - Returns: whether any guid was replaced.
    func adopt(_ documents: [(feed: Int64, items: DocumentItems)], hasAliases: Bool) throws -> Bool {
        func names(_ document: (feed: Int64, items: DocumentItems)) -> [ArticleTable.Name] {
            document.items.ids.map { ArticleTable.Name(feed: document.feed, guid: $0) }
        }
        let known = try table.find(Array(Set(documents.flatMap(names))), hasAliases: hasAliases)
        let open = documents.filter { names($0).contains { known[$0] == nil } }
        if open.isEmpty { return false }
        // What was removed has new guids with the rest, and is no news under them either. While it is in the bin, its link
        // is known.
        let stored = try library.pipeline(
            open.flatMap { document in
                ["article", "removed_article"].map { table in
                    library.request(
                        """
                        SELECT guid, url FROM feedsearch.\(table) WHERE library = $1 AND slot = $2 AND feed = $3
                        ORDER BY n DESC LIMIT \(Self.depth)
                        """, [.integer(document.feed)])
                }
            })
        var requests: [PostgresRequest] = []
        for (place, document) in open.enumerated() {
            let items = [stored[2 * place], stored[2 * place + 1]].joined().map {
                (id: $0.text(0), url: $0.textOrNil(1))
            }
            if items.isEmpty { continue }
            for (new, old) in document.items.successors(items)
            where known[ArticleTable.Name(feed: document.feed, guid: new)] == nil {
                requests.append(rename(document.feed, from: old, to: new))
            }
        }
        if requests.isEmpty { return false }
        try library.pipeline(requests)
        _ = try library.take(requests.count, .rename)
        return true
    }

    /// The old guid stays known as another name: an older snapshot of the feed may come in later.
    private func rename(_ feed: Int64, from old: String, to new: String) -> PostgresRequest {
        library.request(
            """
            WITH renamed AS (
                UPDATE feedsearch.article SET guid = $5, guid_key = $6
                WHERE library = $1 AND slot = $2 AND feed = $3 AND guid_key = $4 RETURNING n
            ), aliased AS (
                INSERT INTO feedsearch.article_alias (library, slot, feed, guid_key, guid, n)
                SELECT $1, $2, $3, $4, $7, n FROM renamed
                ON CONFLICT (library, slot, feed, guid_key) DO UPDATE SET n = excluded.n
            )
            INSERT INTO feedsearch.removed_guid (library, slot, feed, guid_key, guid, n)
            SELECT $1, $2, $3, $6, $5, r.n FROM feedsearch.removed_guid r
            WHERE r.library = $1 AND r.slot = $2 AND r.feed = $3 AND r.guid_key = $4 AND NOT EXISTS (SELECT 1 FROM renamed)
            ON CONFLICT DO NOTHING
            """,
            [.integer(feed), NameKey.value(of: old), .text(new), NameKey.value(of: new), .text(old)])
    }
}
