package import Articles
internal import Database
internal import Formats

extension ArticleReading where Self: TableStore {
    package func article(_ id: ArticleID, withTexts: Bool) throws -> Article? {
        try articles([id], withTexts: withTexts).first
    }

    package func articles(_ ids: [ArticleID], withTexts: Bool) throws -> [Article] {
        if ids.isEmpty { return [] }
        return try reading { database in
            var articles: [ArticleID: Article] = [:]
            var tags: [ArticleID: [(name: String, isOwn: Bool)]] = [:]
            var replies: [ArticleID] = []
            try database.rows(of: [
                """
                SELECT \(sql: ArticleColumns.selected)\(sql: withTexts ? ArticleColumns.selectedTexts : "")
                FROM \(rows: .article) a JOIN \(rows: .feed) f ON f.id = a.feed JOIN \(rows: .articleText) t ON t.n = a.n
                LEFT JOIN \(rows: .author) w ON w.id = a.author WHERE a.n\(isOneOf: ids)
                """,
                """
                SELECT g.n, t.name, g.own FROM \(rows: .articleTag) g JOIN \(rows: .tag) t ON t.id = g.tag
                WHERE g.n\(isOneOf: ids) ORDER BY t.name\(sqlite: "", postgres: #" COLLATE "C""#)
                """,
            ]) { query, row in
                if query == 0 {
                    articles[row.integer(0)] = try ArticleColumns.article(row, withTexts: withTexts, database)
                    if row.integer(13) & StoredFlags.reply != 0 { replies.append(row.integer(0)) }
                } else {
                    tags[row.integer(0), default: []].append((row.text(1), row.bool(2)))
                }
            }
            try addPlaces(to: &articles, flagged: replies, database)
            return ids.compactMap { id in
                guard var article = articles[id] else { return nil }
                article.ownTags = (tags[id] ?? []).filter(\.isOwn).map(\.name)
                article.tags = (tags[id] ?? []).map(\.name).filter { !article.ownTags.contains($0) }
                return article
            }
        }
    }

    private func addPlaces(
        to articles: inout [ArticleID: Article], flagged replies: [ArticleID], _ database: any LibraryDatabase
    ) throws {
        if replies.isEmpty { return }
        try database.visit(
            """
            SELECT r.n, r.topic, r.topic_guid, r.in_reply_to, r.number, r.likes FROM \(rows: .articleReply) r
            WHERE r.n\(isOneOf: replies)
            """
        ) { row in
            articles[row.integer(0)]?.topic = row.integerOrNil(1)
            articles[row.integer(0)]?.reply = ReplyPlace(
                topic: row.text(2), inReplyTo: row.textOrNil(3), number: row.integerOrNil(4),
                likes: row.integerOrNil(5))
        }
    }

    package func replies(to topic: ArticleID, limit: Int) throws -> [StoredReply] {
        try reading { database in
            try database.rows(
                """
                SELECT r.n, a.guid, r.in_reply_to FROM \(rows: .articleReply) r JOIN \(rows: .article) a ON a.n = r.n
                WHERE r.topic = \(topic) ORDER BY r.number IS NULL, r.number, a.sort_date, r.n LIMIT \(limit)
                """
            ) { StoredReply(id: $0.integer(0), guid: $0.text(1), inReplyTo: $0.textOrNil(2)) }
        }
    }

    package func replyCounts(of topics: [ArticleID]) throws -> [ArticleID: Int] {
        if topics.isEmpty { return [:] }
        return try reading { database in
            let rows = try database.rows(
                """
                SELECT r.topic, count(*) FROM \(rows: .articleReply) r JOIN \(rows: .article) a ON a.n = r.n
                WHERE r.topic\(isOneOf: topics) GROUP BY r.topic
                """
            ) { ($0.integer(0), $0.count(1)) }
            return Dictionary(rows) { first, _ in first }
        }
    }

    package func id(feed: String, guid: String) throws -> ArticleID? {
        try reading { database in
            try database.integer(
                """
                SELECT a.n FROM \(rows: .feed) f JOIN \(rows: .article) a ON a.feed = f.id AND \(name: "a.guid", is: guid)
                WHERE \(name: "f.url", is: feed)
                """)
        }
    }

    package func ids(guid: String) throws -> [ArticleID] {
        // Without CROSS JOIN, SQLite would scan all articles.
        try reading { database in
            try database.integers(
                """
                SELECT a.n FROM \(rows: .feed) f
                \(sqlite: "CROSS JOIN", postgres: "JOIN") \(rows: .article) a ON a.feed = f.id AND \(name: "a.guid", is: guid)
                ORDER BY a.n
                """)
        }
    }

    package func ids(url: String) throws -> [ArticleID] {
        try reading { database in
            try database.integers("SELECT a.n FROM \(rows: .article) a WHERE a.url = \(url) ORDER BY a.n")
        }
    }

    package func guid(of id: ArticleID) throws -> String? { try guids(of: [id])[0] }

    package func guids(of ids: [ArticleID]) throws -> [String?] {
        if ids.isEmpty { return [] }
        return try reading { database in
            let rows = try database.rows("SELECT a.n, a.guid FROM \(rows: .article) a WHERE a.n\(isOneOf: ids)") {
                ($0.integer(0), $0.text(1))
            }
            let guids = Dictionary(rows) { first, _ in first }
            return ids.map { guids[$0] }
        }
    }

    package func newestID() throws -> ArticleID {
        try reading { try $0.integer("SELECT max(a.n) FROM \(rows: .article) a") ?? 0 }
    }
}

/// Reads all columns of an article.
private enum ArticleColumns {
    /// The columns to select from the article `a`, its feed `f`, its text `t` and its author `w`.
    static let selected: SQL = """
        a.n, f.url, coalesce(f.own_title, f.title), a.guid, a.url, t.title, w.name, a.published, a.updated, a.received,
        a.language, a.read, a.starred, a.flags,
        (SELECT o.opened FROM \(rows: .articleOpened) o WHERE o.n = a.n)
        """

    static let selectedTexts: SQL = """
        , t.extra, \(sql: StoredTextColumns.body), \(sql: StoredTextColumns.html)
        """

    static func article(_ row: any DatabaseRow, withTexts: Bool, _ database: any LibraryDatabase) throws -> Article {
        var article = Article(id: row.integer(0))
        article.feed = row.text(1)
        article.feedTitle = row.textOrNil(2).map(BidiControls.removed)
        article.guid = row.text(3)
        article.url = row.textOrNil(4)
        article.title = row.text(5)
        article.author = row.textOrNil(6)
        article.published = row.secondsOrNil(7)
        article.updated = row.secondsOrNil(8)
        article.received = row.seconds(9)
        article.language = row.textOrNil(10)
        article.read = row.bool(11)
        article.starred = row.bool(12)
        article.hidden = row.integer(13) & StoredFlags.hidden != 0
        article.opened = row.secondsOrNil(14)
        if !withTexts { return article }
        article.extra = row.textOrNil(15)
        let body = try database.storedText(row, 16)
        article.body = String(decoding: body, as: UTF8.self)
        article.html = StoredTextColumns.html(row, from: 17, body: body).map { String(decoding: $0, as: UTF8.self) }
        return article
    }
}
