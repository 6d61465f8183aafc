internal import Articles
internal import Database
internal import PostgreSQL
internal import PostgresSearch

/// The rows of saved searches and of their rules; inside a transaction that writes.
struct SavedSearchTable {
    let library: LibraryConnection

    /// Stores a search under its name.
    ///
    /// - Returns: its id, never one that another search had.
    func save(_ name: String, query: String, now: Int64) throws -> Int64 {
        let known = try library.integer(
            """
            UPDATE feedsearch.saved_search SET query = $4 WHERE library = $1 AND slot = $2 AND name_key = $3 RETURNING id
            """, [NameKey.value(of: name), .text(query)])
        if let known { return known }
        let id = try library.take(1, .search)
        try library.run(
            """
            INSERT INTO feedsearch.saved_search (library, slot, id, name, name_key, query, created)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, [.integer(id), .text(name), NameKey.value(of: name), .text(query), .integer(now)])
        return id
    }

    func setComment(_ comment: String, of search: Int64) throws {
        try library.run(
            "UPDATE feedsearch.saved_search SET comment = $4 WHERE library = $1 AND slot = $2 AND id = $3",
            [.integer(search), .text(comment)])
    }

    /// Replaces the rule of a search, which begins without failures; nil leaves it without one.
    func setRule(_ rule: AlertRule?, of search: Int64) throws {
        var requests = [
            library.request(
                "DELETE FROM feedsearch.alert_rule WHERE library = $1 AND slot = $2 AND search = $3",
                [.integer(search)])
        ]
        if let rule {
            requests.append(
                library.request(
                    """
                    INSERT INTO feedsearch.alert_rule
                        (library, slot, search, channel, digest, quiet_hours, secret, signature)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                    """,
                    [
                        .integer(search), .text(rule.channel), .text(orNull: rule.digest),
                        .text(orNull: rule.quietHours), .text(orNull: rule.secret), .text(orNull: rule.signature),
                    ]))
        }
        try library.pipeline(requests)
    }

    /// Notes that searches, or their rules, were changed, are new or are gone. Anyone who writes their rows calls it in the same
    /// transaction.
    func noteChange(of searches: [Int64]) throws {
        if searches.isEmpty { return }
        try library.run(
            """
            INSERT INTO feedsearch.search_change (library, slot, search, number)
            SELECT $1, $2, u.id, $4 FROM unnest($3::int8[]) AS u(id)
            ON CONFLICT (library, slot, search) DO UPDATE SET number = excluded.number
            """, [.integers(searches), .integer(try library.take(1, .searchChange))])
    }

    /// Removes a search, with its rule and all that it has matched.
    func remove(_ name: String) throws -> Bool {
        let id = try library.integer(
            "DELETE FROM feedsearch.saved_search WHERE library = $1 AND slot = $2 AND name_key = $3 RETURNING id",
            [NameKey.value(of: name)])
        guard let id else { return false }
        try noteChange(of: [id])
        try didRemove([id])
        return true
    }

    /// Removes what belongs to searches that are gone.
    func didRemove(_ searches: [Int64]) throws {
        if searches.isEmpty { return }
        try library.pipeline(
            ["alert_rule", "alert", "alert_queue", "alert_waiting", "alert_delivery"].map {
                library.request(
                    "DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2 AND search = ANY ($3)",
                    [.integers(searches)])
            } + [
                library.request(
                    """
                    INSERT INTO feedsearch.alert_forgotten (library, slot, search, batch)
                    SELECT $1, $2, u.search, b.newest FROM unnest($3::int8[]) AS u(search) CROSS JOIN (
                        SELECT max(id) AS newest FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2
                    ) b WHERE b.newest IS NOT NULL ON CONFLICT DO NOTHING
                    """, [.integers(searches)])
            ])
    }

    static let columns = """
        s.id, s.name, s.query, s.created, s.comment, r.channel, r.digest, r.quiet_hours, r.secret, r.signature, r.failures,
        r.not_before, r.disabled
        """

    static func search(_ row: PostgresRow) -> SavedSearch {
        var search = SavedSearch(
            id: row.integer(0), name: row.text(1), query: row.text(2), created: row.seconds(3),
            comment: row.textOrNil(4))
        if let channel = row.textOrNil(5) {
            var rule = AlertRule(channel: channel)
            rule.digest = row.textOrNil(6)
            rule.quietHours = row.textOrNil(7)
            rule.secret = row.textOrNil(8)
            rule.signature = row.textOrNil(9)
            rule.failures = row.count(10)
            rule.notBefore = row.seconds(11)
            rule.disabled = row.textOrNil(12)
            search.rule = rule
        }
        return search
    }
}
