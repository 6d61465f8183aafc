package import Database

/// Statements that add articles to the queue of web pages to be fetched. They run in the transaction that stores the
/// articles.
package enum PageQueue {
    /// The statements for articles of feeds with full-text fetching, with a recipe for item pages or with replies.
    ///
    /// - Parameters:
    ///   - range: the ids of the new articles.
    ///   - revised: articles that the feed has changed, so that the feed's text has replaced the text of the web page.
    package static func statements(new range: ClosedRange<Int64>?, revised: [Int64], now: Int64) -> [SQL] {
        // The first EXISTS does not depend on the article, so the database evaluates it only once.
        let isWhole: SQL = """
            (EXISTS (SELECT 1 FROM \(rows: .feedOption) w WHERE \(sql: hasPages("w")))
                OR EXISTS (SELECT 1 FROM \(rows: .feedRecipe) v WHERE \(sql: hasTopics("v"))))
            AND (EXISTS (SELECT 1 FROM \(rows: .feedOption) o WHERE o.feed = a.feed AND \(sql: hasPages("o")))
                OR EXISTS (SELECT 1 FROM \(rows: .feedRecipe) r WHERE r.feed = a.feed AND \(sql: hasTopics("r"))))
            AND (a.flags & \(sql: .literal(StoredFlags.reply))) = 0
            """
        var statements: [SQL] = []
        if let range {
            let isNew: SQL = "a.n BETWEEN \(range.lowerBound) AND \(range.upperBound)"
            statements.append(insertion(of: "\(sql: isNew) AND \(sql: isWhole)", now: now))
        }
        if !revised.isEmpty {
            // Forget the first page of a topic whose text was replaced by the feed's, so that it is read again.
            statements.append(.delete(from: .topicPage, where: "n\(isOneOf: revised) AND place = 0"))
            statements.append(insertion(of: "a.n\(isOneOf: revised) AND \(sql: isWhole)", now: now))
        }
        return statements
    }

    private static func hasPages(_ option: String) -> SQL {
        SQL(stringLiteral: "(\(option).full_text IS NOT NULL OR \(option).replies IN ('one', 'each'))")
    }

    /// Whether a recipe has the member `topic`. Its JSON escapes quotes, so a selector cannot contain this text.
    private static func hasTopics(_ recipe: String) -> SQL {
        "\(sqlite: "instr", postgres: "strpos")(\(sql: SQL(stringLiteral: recipe)).recipe, '\"topic\":{') > 0"
    }

    /// The statement that queues articles that a rule matched. Articles that already have the full text are skipped.
    package static func statement(for articles: [Int64], now: Int64) -> SQL {
        insertion(
            of: """
                a.n\(isOneOf: articles) AND NOT EXISTS (
                    SELECT 1 FROM \(rows: .articleText) t
                    WHERE t.n = a.n AND \(sqlite: "instr", postgres: "strpos")(t.extra, '"feed_html":') > 0)
                """, now: now)
    }

    /// - Parameter condition: an SQL condition on the article `a`.
    private static func insertion(of condition: SQL, now: Int64) -> SQL {
        .insert(
            into: .pageQueue, ["n", "due", "silent"],
            select: "a.n, \(now), EXISTS (SELECT 1 FROM \(rows: .firstImport) i WHERE i.feed = a.feed)",
            from: """
                \(rows: .article) a
                WHERE \(sql: condition) AND (a.url LIKE 'https://%' OR a.url LIKE 'http://%')
                """,
            onConflict: .updates(["due", "attempts", "silent", "failure_kind", "failure_text"]))
    }
}
