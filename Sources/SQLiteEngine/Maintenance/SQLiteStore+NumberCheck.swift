internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore {
    /// Checks numbers against their limits (`ArticleIDRange`), and packed numbers for their form.
    func checkNumbers(_ report: inout CheckReport) throws {
        let limit = ArticleIDRange.maximum
        let counts: [(String, String)] = [
            (
                "articles whose numbers are not within 1 to \(limit)",
                "SELECT count(*) FROM article WHERE n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                "articles in the bin whose numbers are not within 1 to \(limit)",
                "SELECT count(*) FROM removed_article WHERE n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                "numbers of new articles will exceed \(limit)",
                "SELECT count(*) FROM sqlite_sequence WHERE name = 'article' AND seq NOT BETWEEN 0 AND \(limit)"
            ),
            (
                "texts whose numbers are not within 1 to \(limit)",
                "SELECT count(*) FROM article_text WHERE n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                // A negative `alert.delivery` marks articles that were folded into another one.
                "alerts: deliveries whose numbers are not positive",
                "SELECT count(*) FROM alert_delivery WHERE id < 1"
            ),
            (
                "ranking: malformed blocks of numbers; run reindex",
                """
                SELECT count(*) FROM article_facts
                WHERE block NOT BETWEEN 0 AND \(limit / FactsBlock.size) OR length(facts) <> \(FactsBlock.byteCount)
                """
            ),
            (
                "history: malformed rows",
                "SELECT count(*) FROM history WHERE changed IS NOT NULL AND length(changed) % 8 <> 0"
            ),
        ]
        for (what, sql) in counts {
            let count = try connection.integer(sql) ?? 0
            if count > 0 { report.problems.append("\(what): \(count)") }
        }
        try checkTypes(&report)
        let packs = [("SELECT matches FROM alert_batch", true), ("SELECT rest FROM alert_waiting", false)]
        for (sql, isBatch) in packs {
            let rows = try connection.prepare(sql)
            var wrong = 0
            while try rows.step() { if !AlertPack.isWhole(rows.bytes(0), isBatch: isBatch) { wrong += 1 } }
            if wrong > 0 { report.problems.append("alerts: malformed rows of matches: \(wrong)") }
        }
    }

    /// Checks columns that are declared as integers, because SQLite stores any value in them.
    private func checkTypes(_ report: inout CheckReport) throws {
        let columns = try connection.prepare(
            """
            SELECT t.name, group_concat('typeof("' || c.name || '") NOT IN (''integer'', ''null'')', ' OR ')
            FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'article_index%' AND c.type = 'INTEGER' GROUP BY t.name
            """)
        while try columns.step() {
            let table = columns.text(0)
            let wrong = try connection.integer("SELECT count(*) FROM \"\(table)\" WHERE \(columns.text(1))") ?? 0
            if wrong > 0 {
                report.problems.append("\(table): rows with something else where a number belongs: \(wrong)")
            }
        }
    }
}
