internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import SavedSearchMatching

/// Checks all redundant data of a library, within one snapshot.
struct LibraryCheck {
    let library: LibraryConnection
    var report = CheckReport()

    init(_ library: LibraryConnection) { self.library = library }

    mutating func run() throws {
        report.articles = try count("FROM feedsearch.article x")
        report.feeds = try count("FROM feedsearch.feed x")
        try checkRows()
        try checkNames()
        try checkNumbers()
        for (what, count) in try MemberCheck.problems(library) { report.note(what, count) }
        try checkAlerts()
        try checkTexts()
        try checkWords()
    }

    /// - Parameter rest: the FROM clause, in which the table is named `x`, and optionally a WHERE clause. The condition
    ///   on the library is added.
    func count(_ rest: String) throws -> Int {
        let condition = rest.contains(" WHERE ") ? "AND" : "WHERE"
        return Int(
            try library.integer("SELECT count(*) \(rest) \(condition) x.library = $1 AND x.slot = $2") ?? 0)
    }

    private mutating func note(_ counts: [(problem: String, sql: String)]) throws {
        for (problem, sql) in counts { report.note(problem, try count(sql)) }
    }

    // MARK: - Rows

    private static func without(_ table: String, _ condition: String) -> String {
        "NOT EXISTS (SELECT 1 FROM feedsearch.\(table) y WHERE y.library = x.library AND y.slot = x.slot AND \(condition))"
    }

    private mutating func checkRows() throws {
        let noArticle = Self.without("article", "y.n = x.n")
        try note([
            ("articles without text", "FROM feedsearch.article x WHERE " + Self.without("article_text", "y.n = x.n")),
            ("texts without article", "FROM feedsearch.article_text x WHERE " + noArticle),
            ("articles without feed", "FROM feedsearch.article x WHERE " + Self.without("feed", "y.id = x.feed")),
            ("tags without article", "FROM feedsearch.article_tag x WHERE " + noArticle),
            ("tags without name", "FROM feedsearch.article_tag x WHERE " + Self.without("tag", "y.id = x.tag")),
            ("pages without article", "FROM feedsearch.page_queue x WHERE " + noArticle),
            ("ranking: entries without article; run reindex", "FROM feedsearch.article_forward x WHERE " + noArticle),
            (
                "near-duplicates: groups of articles that are not stored; run reindex",
                "FROM feedsearch.article_group x WHERE " + noArticle
            ),
            (
                "near-duplicates: groups without their first article, or of one article; run reindex",
                """
                FROM (SELECT library, slot FROM feedsearch.article_group GROUP BY library, slot, first
                    HAVING min(n) <> first OR count(*) < 2) x
                """
            ),
            (
                "feeds whose sums are wrong",
                """
                FROM feedsearch.feed x LEFT JOIN (
                    SELECT library, slot, feed, count(*) AS articles, count(*) FILTER (WHERE NOT read) AS unread
                    FROM feedsearch.article WHERE library = $1 AND slot = $2 GROUP BY library, slot, feed
                ) c ON (c.library, c.slot, c.feed) = (x.library, x.slot, x.id) WHERE
                (x.articles <> coalesce(c.articles, 0) OR x.unread <> coalesce(c.unread, 0))
                """
            ),
            (
                "articles both stored and in the bin",
                "FROM feedsearch.removed_article x JOIN feedsearch.article y USING (library, slot, n)"
            ),
            (
                "articles in the bin without an action",
                "FROM feedsearch.removed_article x WHERE " + Self.without("action", "y.id = x.action")
            ),
            (
                "articles in the bin that their feed may bring back",
                "FROM feedsearch.removed_article x WHERE "
                    + Self.without("removed_guid", "y.feed = x.feed AND y.guid_key = x.guid_key") + " AND "
                    + Self.without("article", "y.feed = x.feed AND y.guid_key = x.guid_key")
            ),
        ])
    }

    /// Checks that stored name keys match their names. Names with U+FFFD are skipped, because this character may
    /// replace a NUL in the original name, from which the key was computed.
    private mutating func checkNames() throws {
        let names = [
            ("feed", "url", "url_key"), ("folder", "name", "name_key"), ("author", "name", "name_key"),
            ("tag", "name", "name_key"), ("tag", "folded", "folded_key"), ("article", "guid", "guid_key"),
            ("removed_article", "guid", "guid_key"), ("saved_search", "name", "name_key"),
        ]
        try note(
            names.map { table, name, key in
                (
                    "\(table): keys that differ from their names",
                    """
                    FROM feedsearch.\(table) x WHERE x.\(key) <> substring(sha256(convert_to(x.\(name), 'UTF8'))
                        FROM 1 FOR \(NameKey.byteCount)) AND position(U&'\\FFFD' IN x.\(name)) = 0
                    """
                )
            })
    }

    /// Checks numbers against their limits and against the counters.
    private mutating func checkNumbers() throws {
        let limit = ArticleIDRange.maximum
        try note([
            (
                "articles whose numbers are not within 1 to \(limit)",
                "FROM feedsearch.article x WHERE x.n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                "articles in the bin whose numbers are not within 1 to \(limit)",
                "FROM feedsearch.removed_article x WHERE x.n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                "ranking: malformed blocks of numbers; run reindex",
                """
                FROM feedsearch.article_facts x WHERE (x.block NOT BETWEEN 0 AND \(limit / FactsBlock.size)
                    OR length(x.facts) <> \(FactsBlock.byteCount))
                """
            ),
        ])
        let numbers: [(LibraryConnection.Counter, String, String)] = [
            (.article, "article", "n"), (.article, "removed_article", "n"), (.feed, "feed", "id"),
            (.folder, "folder", "id"), (.author, "author", "id"), (.tag, "tag", "id"), (.history, "history", "token"),
            (.action, "action", "id"), (.search, "saved_search", "id"), (.searchChange, "search_change", "number"),
            (.alertBatch, "alert_batch", "id"), (.delivery, "alert_delivery", "id"),
            (.destination, "destination", "id"), (.sending, "sending", "id"),
        ]
        for (counter, table, column) in numbers {
            let last = try library.last(counter)
            report.note(
                "\(table): numbers above the last one given",
                try count("FROM feedsearch.\(table) x WHERE x.\(column) > \(last)"))
        }
    }

    // MARK: - Alerts

    private mutating func checkAlerts() throws {
        var waiting: [Int64: Int] = [:]
        var wrong = 0
        try library.connection.forEachRow(
            "SELECT search, first, rest FROM feedsearch.alert_waiting WHERE library = $1 AND slot = $2",
            library.place.values
        ) { row in
            if !AlertPack.isWhole(row.bytes(2), isBatch: false) { wrong += 1 }
            waiting[row.integer(0), default: 0] += AlertPack.articles(from: row.integer(1), rest: row.bytes(2)).count
            return true
        }
        try library.connection.forEachRow(
            "SELECT matches FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2", library.place.values
        ) { row in
            if !AlertPack.isWhole(row.bytes(0), isBatch: true) { wrong += 1 }
            return true
        }
        report.note("alerts: malformed rows of matches", wrong)
        let counted = try library.query(
            "SELECT search, waiting FROM feedsearch.alert_queue WHERE library = $1 AND slot = $2"
        ).filter { waiting.removeValue(forKey: $0.integer(0)) != Int(clamping: $0.integer(1)) }.count
        report.note("alerts: searches whose waiting matches are counted wrong", counted + waiting.count)
        let noSearch = Self.without("saved_search", "y.id = x.search")
        try note(
            [
                "alert_rule", "alert", "alert_waiting", "alert_queue", "alert_delivery", "trend_count", "trend_state",
                "trend_event",
            ].map {
                ("\($0): rows without saved search", "FROM feedsearch.\($0) x WHERE " + noSearch)
            })
    }
}
