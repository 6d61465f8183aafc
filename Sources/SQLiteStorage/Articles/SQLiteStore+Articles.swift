internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import QueryLanguage
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking

extension SQLiteStore {
    func article(_ n: Int64, withTexts: Bool) throws -> Article? {
        try guarded {
            let s = try connection.cachedStatement(
                """
                SELECT a.n, f.url, coalesce(f.own_title, f.title), a.guid, a.url, t.title,
                       \(withTexts ? "\(StoredTexts.functionName)(t.body), t.html" : "'', NULL"), w.name,
                       a.published, a.updated, a.received, a.language, a.read, a.starred,
                       \(withTexts ? "t.extra" : "NULL"),
                       (a.flags & \(ArticleRows.Flags.hidden)) <> 0
                FROM article a JOIN feed f ON f.id = a.feed JOIN article_text t ON t.n = a.n
                LEFT JOIN author w ON w.id = a.author WHERE a.n = ?
                """)
            defer { s.reset() }
            s.bind(n, at: 1)
            guard try s.step() else { return nil }
            var article = Article(id: s.integer(0))
            article.feed = s.text(1)
            article.feedTitle = s.textOrNil(2)
            article.guid = s.text(3)
            article.url = s.textOrNil(4)
            article.title = s.text(5)
            article.body = s.text(6)
            article.html = StoredHTML.read(s, column: 7, body: s.bytes(6)).map { String(decoding: $0, as: UTF8.self) }
            article.author = s.textOrNil(8)
            article.published = s.secondsOrNil(9)
            article.updated = s.secondsOrNil(10)
            article.received = s.seconds(11)
            article.language = s.textOrNil(12)
            article.read = s.integer(13) != 0
            article.starred = s.integer(14) != 0
            article.extra = s.textOrNil(15)
            article.hidden = s.integer(16) != 0
            article.ownTags = try searchSource.tags(of: n, ownOnly: true)
            article.tags = try searchSource.tags(of: n, ownOnly: false).filter { !article.ownTags.contains($0) }
            return article
        }
    }

    func id(feed: String, guid: String) throws -> ArticleID? {
        try guarded {
            try connection.integer(
                "SELECT a.n FROM article a JOIN feed f ON f.id = a.feed WHERE f.url = ? AND a.guid = ?",
                [.text(feed), .text(guid)])
        }
    }

    func ids(guid: String) throws -> [ArticleID] {
        try ids(
            "SELECT a.n FROM feed f CROSS JOIN article a ON a.feed = f.id AND a.guid = ? ORDER BY a.n", .text(guid))
    }

    func ids(url: String) throws -> [ArticleID] {
        try ids("SELECT n FROM article WHERE url = ? ORDER BY n", .text(url))
    }

    private func ids(_ sql: String, _ value: SQLValue) throws -> [ArticleID] {
        try guarded {
            let statement = try connection.prepare(sql)
            try statement.bind([value])
            var ids: [ArticleID] = []
            while try statement.step() { ids.append(statement.integer(0)) }
            return ids
        }
    }

    func forEachMatch(
        _ query: Query?, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, _ body: (Int64) throws -> Bool
    ) throws {
        try guarded {
            guard let query else {
                let statement = try connection.prepare("SELECT n FROM article ORDER BY sort_date DESC, n DESC")
                while try statement.step() { if try !body(statement.integer(0)) { return } }
                return
            }
            let numbers = try numbers(of: query, now: now, utcOffset: utcOffset, newestFirst: true)
            for number in numbers { if try !body(Int64(number)) { return } }
        }
    }

    func newest(
        _ query: Query?, after place: DatePlace?, limit: Int, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID] {
        try guarded {
            try connection.snapshot {
                try statistics.refresh()
                let request = query.map { SearchRequest(query: $0, now: now, utcOffset: utcOffset) }
                return try searcher.newest(request, after: place, limit: limit)
            }
        }
    }

    func matches(
        _ query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [ArticleID] {
        try guarded {
            try numbers(of: query, now: now, utcOffset: utcOffset, newestFirst: false).map { ArticleID($0) }
        }
    }

    private func numbers(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, newestFirst: Bool
    ) throws -> [UInt32] {
        var request = SearchRequest(query: query, now: now, utcOffset: utcOffset)
        request.match = .all
        return try connection.snapshot {
            try statistics.refresh()
            return try searcher.matches(request, newestFirst: newestFirst)
        }
    }

    func datePlace(of id: ArticleID) throws -> DatePlace? {
        try guarded {
            try connection.integer("SELECT sort_date FROM article WHERE n = ?", [.integer(id)])
                .map { DatePlace(date: $0, id: id) }
        }
    }

    func guid(of n: Int64) throws -> String? {
        try guarded { try connection.text("SELECT guid FROM article WHERE n = ?", [.integer(n)]) }
    }
}
