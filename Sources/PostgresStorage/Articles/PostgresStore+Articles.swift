package import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: ArticleReading {
    package func article(_ id: ArticleID, withTexts: Bool) throws -> Article? {
        try articles([id], withTexts: withTexts).first
    }

    /// One round trip for all of them.
    package func articles(_ ids: [ArticleID], withTexts: Bool) throws -> [Article] {
        try guarded {
            let answers = try library.pipeline([
                library.request(
                    """
                    SELECT f.url, coalesce(f.own_title, f.title), a.guid, a.url, t.title, w.name, a.published, a.updated,
                        a.received, a.language, a.read, a.starred, a.flags & \(StoredFlags.hidden) <> 0,
                        \(withTexts ? "t.body, t.html, t.html_packed, t.extra" : "''::bytea, NULL, false, NULL"), a.n
                    FROM feedsearch.article a
                    JOIN feedsearch.feed f ON f.library = $1 AND f.slot = $2 AND f.id = a.feed
                    JOIN feedsearch.article_text t ON t.library = $1 AND t.slot = $2 AND t.n = a.n
                    LEFT JOIN feedsearch.author w ON w.library = $1 AND w.slot = $2 AND w.id = a.author
                    WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3)
                    """, [.integers(ids)]),
                library.request(
                    """
                    SELECT g.name, t.own, t.n FROM feedsearch.article_tag t
                    JOIN feedsearch.tag g ON g.library = $1 AND g.slot = $2 AND g.id = t.tag
                    WHERE t.library = $1 AND t.slot = $2 AND t.n = ANY ($3) ORDER BY g.name COLLATE "C"
                    """, [.integers(ids)]),
            ])
            var tags: [ArticleID: [(name: String, own: Bool)]] = [:]
            for row in answers[1] { tags[row.integer(2), default: []].append((row.text(0), row.bool(1))) }
            let rows = Dictionary(answers[0].map { ($0.integer(17), $0) }) { $1 }
            return try ids.compactMap { id in try rows[id].map { try article(id, $0, tags[id] ?? []) } }
        }
    }

    /// - Parameter row: of the query of `articles`.
    private func article(
        _ id: ArticleID, _ row: PostgresRow, _ tags: [(name: String, own: Bool)]
    ) throws -> Article {
        var article = Article(id: id)
        article.feed = row.text(0)
        article.feedTitle = row.textOrNil(1)
        article.guid = row.text(2)
        article.url = row.textOrNil(3)
        article.title = row.text(4)
        article.author = row.textOrNil(5)
        article.published = row.secondsOrNil(6)
        article.updated = row.secondsOrNil(7)
        article.received = row.seconds(8)
        article.language = row.textOrNil(9)
        article.read = row.bool(10)
        article.starred = row.bool(11)
        article.hidden = row.bool(12)
        let body = try library.text(row, 13)
        article.body = String(decoding: body, as: UTF8.self)
        if !row.isNull(14) {
            let stored = row.bytes(14)
            let html = row.bool(15) ? PrefixCompressor().decompress(stored, prefix: body) : stored
            article.html = html.map { String(decoding: $0, as: UTF8.self) }
        }
        article.extra = row.textOrNil(16)
        article.ownTags = tags.filter(\.own).map(\.name)
        article.tags = tags.map(\.name).filter { !article.ownTags.contains($0) }
        return article
    }

    package func id(feed: String, guid: String) throws -> ArticleID? {
        try guarded {
            try library.integer(
                """
                SELECT a.n FROM feedsearch.feed f
                JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.feed = f.id AND a.guid_key = $4
                WHERE f.library = $1 AND f.slot = $2 AND f.url_key = $3
                """, [NameKey.value(of: feed), NameKey.value(of: guid)])
        }
    }

    package func ids(guid: String) throws -> [ArticleID] {
        try ids(
            """
            SELECT a.n FROM feedsearch.feed f
            JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.feed = f.id AND a.guid_key = $3
            WHERE f.library = $1 AND f.slot = $2 ORDER BY a.n
            """, NameKey.value(of: guid))
    }

    package func ids(url: String) throws -> [ArticleID] {
        try ids(
            "SELECT n FROM feedsearch.article WHERE library = $1 AND slot = $2 AND url = $3 ORDER BY n", .text(url))
    }

    private func ids(_ sql: String, _ value: PostgresValue) throws -> [ArticleID] {
        try guarded { try library.query(sql, [value]).map { $0.integer(0) } }
    }

    package func guid(of id: ArticleID) throws -> String? {
        try guarded {
            try library.query(
                "SELECT guid FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = $3", [.integer(id)]
            ).first?.text(0)
        }
    }

    package func guids(of ids: [ArticleID]) throws -> [String?] {
        try guarded {
            let rows = try library.query(
                "SELECT n, guid FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
                [.integers(ids)])
            let guids = Dictionary(rows.map { ($0.integer(0), $0.text(1)) }) { $1 }
            return ids.map { guids[$0] }
        }
    }

    package func newestID() throws -> ArticleID {
        try guarded {
            try library.integer("SELECT max(n) FROM feedsearch.article WHERE library = $1 AND slot = $2") ?? 0
        }
    }
}
