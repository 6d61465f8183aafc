internal import Articles
internal import Database

/// A saved search with its alert rule, read from the two tables that store them.
enum SavedSearchRow {
    /// - Parameter name: the name of the search; nil for all searches.
    static func query(named name: String?) -> SQL {
        query(where: name.map { "WHERE \(name: "s.name", is: $0)" } ?? "")
    }

    static var coloredQuery: SQL { query(where: "WHERE s.color IS NOT NULL") }

    private static func query(where condition: SQL) -> SQL {
        """
        SELECT s.id, s.name, s.query, s.created, s.comment, r.channel, r.digest, r.quiet_hours, r.secret,
            r.signature, r.failures, r.not_before, r.disabled, r.headers, r.content_type, r.is_each, r.template,
            r.condition, s.color
        FROM \(rows: .savedSearch) s LEFT JOIN \(rows: .alertRule) r ON r.search = s.id \(sql: condition)
        ORDER BY s.name \(sqlite: "", postgres: "COLLATE \"C\"")
        """
    }

    static func search(_ row: any DatabaseRow) -> SavedSearch {
        var search = SavedSearch(
            id: row.integer(0), name: row.text(1), query: row.text(2), created: row.seconds(3),
            comment: row.textOrNil(4))
        search.color = row.textOrNil(18).flatMap { SearchColor(rawValue: $0) }
        if let channel = row.textOrNil(5) {
            var rule = AlertRule(channel: channel)
            rule.digest = row.textOrNil(6)
            rule.quietHours = row.textOrNil(7)
            rule.secret = row.textOrNil(8)
            rule.signature = row.textOrNil(9)
            rule.failures = row.count(10)
            rule.notBefore = row.seconds(11)
            rule.disabled = row.textOrNil(12)
            rule.headers = row.textOrNil(13)
            rule.contentType = row.textOrNil(14)
            rule.isEach = row.bool(15)
            rule.template = row.textOrNil(16)
            rule.condition = row.textOrNil(17)
            search.rule = rule
        }
        return search
    }
}
