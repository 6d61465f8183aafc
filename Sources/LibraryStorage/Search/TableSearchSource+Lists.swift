internal import ArticleSearch
package import Articles
internal import Database

extension TableSearchSource {
    /// The articles of a list, in the requested order.
    package func list(_ request: ListRequest) throws -> [ListedArticle] {
        let plan = try plan(of: request)
        let order: SQL =
            plan.followsDates
            ? .inOrderOfDates(request.newestFirst, limit: request.limit < .max ? request.limit : nil) : ""
        let articles = try database.rows(
            """
            SELECT a.n, a.feed, a.sort_date, a.received
            FROM \(rows: .article, as: "a", sqliteHint: plan.followsDates ? "INDEXED BY article_by_date" : "")
            WHERE \(sql: condition(request, plan))\(sql: .behind(request.after, newestFirst: request.newestFirst))
            \(sql: order)
            """
        ) { ListedArticle(id: $0.integer(0), feed: $0.integer(1), date: $0.integer(2), received: $0.seconds(3)) }
        if plan.followsDates { return articles }
        return Self.sorted(articles, newestFirst: request.newestFirst, limit: request.limit)
    }

    /// The number of articles in a list, ignoring its limit and start.
    ///
    /// - Complexity: at most one pass over the table of articles.
    package func count(_ request: ListRequest) throws -> Int {
        if database.reader != nil, let count = try countOfMember(request) { return count }
        return try count(condition(request, plan(of: request)))
    }

    /// The number of a member's unread articles, from the counts of the feeds; nil if the list has another condition.
    private func countOfMember(_ request: ListRequest) throws -> Int? {
        var feeds: SQL = request.subscribedOnly ? "f.subscribed" : "TRUE"
        switch request.filter {
        case .read(false): break
        case .all(let parts):
            guard parts.contains(.read(false)) else { return nil }
            for part in parts where part != .read(false) {
                guard case .feeds(let ids) = part, !ids.isEmpty else { return nil }
                feeds += " AND f.id\(isOneOf: ids)"
            }
        default: return nil
        }
        let count = try database.integer(
            "SELECT CAST(coalesce(sum(f.unread), 0) AS bigint) FROM \(rows: .feed) f WHERE \(sql: feeds)")
        return Int(clamping: count ?? 0)
    }

    /// The SQL condition on the article `a` for a list.
    private func condition(_ request: ListRequest, _ plan: ListPlan) throws -> SQL {
        var filter = request.filter
        // Articles are read by date until the page is full, so looking up each state is faster than reading all
        // exceptions first.
        if plan.followsDates, database.reader != nil, database.dialect == .sqlite { filter = filter.ofGivenArticles }
        if !request.includesHidden { filter = .all([filter, .not(.flag(.hidden))]) }
        var condition = try condition(filter)
        if request.foldsReplies { condition += " AND NOT \(sql: .isFoldedReply)" }
        if plan.leavesOutFeeds {
            // The unary plus keeps SQLite from reading the articles feed by feed
            // (<https://www.sqlite.org/optoverview.html>, "Disqualifying WHERE Clause Terms").
            condition += """
                 AND \(sqlite: "+", postgres: "")a.feed IN (SELECT f.id FROM \(rows: .feed) f WHERE f.subscribed)
                """
        }
        return condition
    }

    /// Sorts articles by date, then id.
    private static func sorted(_ articles: [ListedArticle], newestFirst: Bool, limit: Int) -> [ListedArticle] {
        var articles = articles
        let isByID = zip(articles, articles.dropFirst()).allSatisfy { $0.id < $1.id }
        if !isByID { articles.sort { $0.id < $1.id } }
        let places = DateOrder.places(of: articles.map(\.date))
        return newestFirst
            ? places.suffix(limit).reversed().map { articles[$0] } : places.prefix(limit).map { articles[$0] }
    }
}

extension SQL {
    /// Whether the article `a` is a reply that lists leave out.
    static let isFoldedReply: SQL = """
        ((a.flags & \(sql: .literal(StoredFlags.reply | StoredFlags.tagged))) = \(sql: .literal(StoredFlags.reply))
            AND a.read AND NOT a.starred)
        """
}
