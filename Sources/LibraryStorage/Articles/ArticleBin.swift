internal import Articles
internal import Database

/// Moves whole articles (row, text, tags and state) between the store and the bin. Updates the index, the counts and
/// the ranking data.
///
/// All methods must be called inside a transaction.
struct ArticleBin {
    private let store: any TableStore
    private let database: any LibraryDatabase
    private let engine: any BatchEngine
    /// The maximum number of articles per statement. PostgreSQL loads the texts of all of them into memory at the same
    /// time.
    private static let articlesAtOnce = 2_000

    init(store: any TableStore) throws {
        self.store = store
        database = store.database
        engine = try store.makeBatchEngine(BatchInsertRequest { _ in false })
    }

    /// Moves articles to the bin.
    ///
    /// - Returns: the number of articles that were moved. Ids of articles that do not exist are ignored.
    func remove(_ articles: [ArticleID], action: Int64) throws -> Int {
        try inParts(articles) { try remove(part: $0, action: action) }.reduce(0, +)
    }

    /// Restores the articles that one action removed. Articles that have since arrived again are left unchanged and
    /// stay in the bin.
    ///
    /// - Parameter keeps: whether the articles become exempt from retention.
    /// - Returns: the restored articles, ascending.
    func restore(action: Int64, keeps: Bool) throws -> [ArticleID] {
        /// An article that was removed, arrived again and was removed again by the same action is in the bin twice.
        struct GUID: Hashable {
            var feed: Int64
            var key: [UInt8]
        }
        var newest: [GUID: ArticleID] = [:]
        try database.visit(
            """
            SELECT b.n, b.feed, \(sql: .key("b.guid")) FROM \(rows: .removedArticle) b
            WHERE b.action = \(action) AND NOT EXISTS (
                SELECT 1 FROM \(rows: .article) a
                WHERE a.feed = b.feed AND \(sql: .key("a.guid")) = \(sql: .key("b.guid"))
            ) ORDER BY b.n
            """
        ) {
            newest[GUID(feed: $0.integer(1), key: $0.bytes(2))] = $0.integer(0)
        }
        let articles = newest.values.sorted()
        _ = try inParts(articles) { try restore(part: $0, keeps: keeps) }
        return articles
    }

    private func inParts<Result>(_ articles: [ArticleID], _ body: ([ArticleID]) throws -> Result) throws -> [Result] {
        do {
            return try stride(from: 0, to: articles.count, by: Self.articlesAtOnce).map { first in
                try body(Array(articles[first..<min(first + Self.articlesAtOnce, articles.count)]))
            }
        } catch {
            engine.didRollBack()
            throw error
        }
    }

    // MARK: - Removing

    private func remove(part wanted: [ArticleID], action: Int64) throws -> Int {
        var articles: [ArticleID] = []
        var sums = FeedSums()
        try database.visit(
            """
            SELECT a.n, a.feed, a.read FROM \(rows: .article) a JOIN \(rows: .articleText) t ON t.n = a.n
            WHERE a.n\(isOneOf: wanted)
            """
        ) { row in
            articles.append(row.integer(0))
            sums.add(toFeed: row.integer(1), articles: -1, unread: row.bool(2) ? 0 : -1)
        }
        if articles.isEmpty { return 0 }
        try engine.willRemove(articles)
        try database.run(
            [
                taking(articles, action: action), Self.rememberingGUIDs(of: articles),
                MemberCounts.add(-1, articles: articles),
            ]
                + [Table.articleTag, .articleText, .pageQueue, .topicPage, .article].map {
                    .delete(from: $0, where: "n\(isOneOf: articles)")
                } + sums.statements)
        try engine.flush(isSearched: false)
        return articles.count
    }

    /// The columns that `article` and `removed_article` share.
    private static let columns = """
        feed, sort_date, published, updated, received, read, starred, flags, author, language, hash, guid, url
        """
    private static let texts = "title, body, html, extra"
    /// Columns that exist only in PostgreSQL.
    private static let others: SQL = "\(sqlite: "", postgres: ", guid_key, html_packed")"

    private func taking(_ articles: [ArticleID], action: Int64) -> SQL {
        let common = SQL(stringLiteral: "\(Self.columns), \(Self.texts)")
        func tags(isOwn: Bool) -> SQL {
            "ARRAY(SELECT g.tag FROM \(rows: .articleTag) g WHERE g.n = a.n AND g.own = \(isOwn) ORDER BY 1)"
        }
        let tags: SQL =
            switch database.dialect {
            case .sqlite:
                "(SELECT json_group_array(json_array(g.tag, g.own)) FROM \(rows: .articleTag) g WHERE g.n = a.n)"
            case .postgres: "\(sql: tags(isOwn: false)), \(sql: tags(isOwn: true))"
            }
        return .insert(
            into: .removedArticle,
            names: """
                n, action, \(sql: common)\(sql: Self.others), tags\(sqlite: "", postgres: ", own_tags")
                """,
            select: "a.n, \(action), \(sql: common)\(sql: Self.others), \(sql: tags)",
            from: """
                \(rows: .article) a JOIN (SELECT n AS text_of, \(sql: SQL(stringLiteral: Self.texts))\(sqlite: "", postgres: ", html_packed")
                    FROM \(rows: .articleText) x) t ON t.text_of = a.n
                WHERE a.n\(isOneOf: articles)
                """)
    }

    /// Records the guids as removed, so that the articles are not stored again from the feed.
    private static func rememberingGUIDs(of articles: [ArticleID]) -> SQL {
        let guid: SQL = "a.feed, a.guid\(sqlite: "", postgres: ", a.guid_key"), a.n"
        return .insert(
            into: .removedGUID, names: "feed, guid\(sqlite: "", postgres: ", guid_key"), n", select: guid,
            from: "\(rows: .article) a WHERE a.n\(isOneOf: articles)",
            conflict: """
                 ON CONFLICT (\(sqlite: "feed, guid", postgres: "library, slot, feed, guid_key"))
                DO UPDATE SET n = excluded.n, guid = excluded.guid
                """)
    }

    // MARK: - Restoring

    private func restore(part articles: [ArticleID], keeps: Bool) throws {
        let isWanted: SQL = "b.n\(isOneOf: articles)"
        let row = SQL(stringLiteral: "n, " + Self.columns) + "\(sqlite: "", postgres: ", guid_key")"
        let text = SQL(stringLiteral: "n, " + Self.texts) + "\(sqlite: "", postgres: ", html_packed")"
        var statements: [SQL] = [
            .insert(
                into: .article, names: row, select: row, from: "\(rows: .removedArticle) b WHERE \(sql: isWanted)"),
            .insert(
                into: .articleText, names: text, select: text,
                from: "\(rows: .removedArticle) b WHERE \(sql: isWanted)"),
            .insert(
                into: .articleTag, ["tag", "n", "own"],
                select: """
                    \(sqlite: "u.value ->> 0", postgres: "u.tag"), b.n, \(sqlite: "u.value ->> 1", postgres: "u.own")
                    """,
                from: """
                    \(rows: .removedArticle) b CROSS JOIN \(sqlite: "json_each(b.tags) u", postgres: Self.binnedTags)
                    WHERE \(sql: isWanted)
                    """, onConflict: .isIgnored),
            .delete(from: .removedGUID, where: "n\(isOneOf: articles)"),
            .delete(from: .removedArticle, where: "n\(isOneOf: articles)"),
        ]
        if keeps {
            statements.append(
                .update(
                    .article, set: "flags = flags | \(sql: .literal(StoredFlags.kept))",
                    where: "n\(isOneOf: articles)"))
        }
        try database.run(statements)
        var restored: [RestoredArticle] = []
        var sums = FeedSums()
        try database.visit(
            """
            SELECT a.n, a.feed, a.read, a.sort_date FROM \(rows: .article) a WHERE a.n\(isOneOf: articles) ORDER BY a.n
            """
        ) { row in
            restored.append(RestoredArticle(id: row.integer(0), feed: row.integer(1), sortDate: row.integer(3)))
            sums.add(toFeed: row.integer(1), articles: 1, unread: row.bool(2) ? 0 : 1)
        }
        try database.postpone(sums.statements + [MemberCounts.add(1, articles: restored.map(\.id))])
        try engine.didRestore(restored)
        try engine.flush(isSearched: false)
    }

    private static let binnedTags = """
        LATERAL (
            SELECT tag, false FROM unnest(b.tags) tag UNION ALL SELECT tag, true FROM unnest(b.own_tags) tag
        ) u(tag, own)
        """
}
