internal import ArticleSearch
internal import Articles
internal import Database
internal import SQLite
internal import SQLiteSearch

extension SQLiteStore {
    func list(_ request: ListRequest) throws -> [ListedArticle] {
        guard request.limit > 0 else { return [] }
        return try guarded {
            try connection.snapshot {
                let subscribed = request.subscribedOnly ? try subscribedFeeds() : nil
                let byDate = try endsEarly(request)
                let statement = try prepare(request, byDate: byDate)
                var articles: [ListedArticle] = []
                while try statement.step() {
                    let article = ListedArticle(
                        id: statement.integer(0), feed: statement.integer(1), date: statement.integer(2),
                        received: statement.seconds(3))
                    if let subscribed, !subscribed.contains(article.feed) { continue }
                    articles.append(article)
                    if byDate, articles.count == request.limit { break }
                }
                if byDate { return articles }
                return Self.sorted(articles, newestFirst: request.newestFirst, limit: request.limit)
            }
        }
    }

    /// In the order of dates, then ids.
    private static func sorted(_ articles: [ListedArticle], newestFirst: Bool, limit: Int) -> [ListedArticle] {
        var articles = articles
        let isByID = zip(articles, articles.dropFirst()).allSatisfy { $0.id < $1.id }
        if !isByID { articles.sort { $0.id < $1.id } }
        let places = DateOrder.places(of: articles.map(\.date))
        return newestFirst
            ? places.suffix(limit).reversed().map { articles[$0] } : places.prefix(limit).map { articles[$0] }
    }

    // MARK: -

    private func prepare(_ request: ListRequest, byDate: Bool) throws -> Statement {
        let condition = SQLFragment(
            request.includesHidden ? request.filter : .all([request.filter, .not(.flag(.hidden))]))
        var sql = "SELECT a.n, a.feed, a.sort_date, a.received FROM article a"
        if byDate { sql += " INDEXED BY article_by_date" }
        sql += " WHERE \(condition.sql)"
        var values = condition.values
        if let place = request.after {
            sql += " AND (a.sort_date, a.n) \(request.newestFirst ? "<" : ">") (?, ?)"
            values += [.integer(place.date), .integer(place.id)]
        }
        let direction = request.newestFirst ? "DESC" : "ASC"
        if byDate { sql += " ORDER BY a.sort_date \(direction), a.n \(direction)" }
        let statement = try connection.prepare(sql)
        try statement.bind(values)
        return statement
    }

    /// Whether following the index of dates reaches the limit before it has read a quarter of the articles, so that it is
    /// cheaper than a pass over the table.
    private func endsEarly(_ request: ListRequest) throws -> Bool {
        guard request.limit < .max, !request.filter.namesArticles else { return false }
        let statement = try connection.cachedStatement("SELECT sum(articles), sum(unread) FROM feed")
        defer { statement.reset() }
        guard try statement.step() else { return false }
        let (articles, unread) = (statement.count(0), statement.count(1))
        let matching = request.filter.wantsUnread ? unread : articles
        return request.limit < matching / 4
    }

    /// Nil where all feeds are subscribed to.
    private func subscribedFeeds() throws -> Set<Int64>? {
        let statement = try connection.cachedStatement("SELECT id, subscribed FROM feed")
        defer { statement.reset() }
        var ids: Set<Int64> = []
        var isAll = true
        while try statement.step() {
            if statement.integer(1) != 0 { ids.insert(statement.integer(0)) } else { isAll = false }
        }
        return isAll ? nil : ids
    }
}

extension ArticleFilter {
    /// Whether an index leads to the articles: they are few, or named.
    fileprivate var namesArticles: Bool {
        switch self {
        case .feeds, .articles, .starred(true), .tag: true
        case .all(let parts): parts.contains(where: \.namesArticles)
        case .any(let parts): parts.allSatisfy(\.namesArticles)
        default: false
        }
    }

    fileprivate var wantsUnread: Bool {
        switch self {
        case .read(false): true
        case .all(let parts): parts.contains(where: \.wantsUnread)
        default: false
        }
    }
}
