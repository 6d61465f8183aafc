package import ArticleSearch
package import Articles
internal import Database
internal import Formats
internal import PostgreSQL
internal import SearchRanking

extension PostgresSearchSource {
    /// A filter with what the program alone can evaluate already evaluated.
    private func condition(_ filter: ArticleFilter) throws -> PostgresFilter {
        PostgresFilter(try filter.resolvingAddresses(articles), place)
    }

    /// The articles whose addresses have some words.
    private func articles(_ words: AddressWords, isPrefix: Bool) throws -> [UInt32] {
        var found: [UInt32] = []
        // A cheap first test: an address with all words contains the longest one.
        try connection.forEachRow(
            """
            SELECT n, url FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND position($3 in lower(url COLLATE "C")) > 0 ORDER BY n
            """, place.values + [.text(words.longest)]
        ) { row in
            let isFound = row.withBytes(1) {
                AddressWords.isFound(words.terms, isPrefix: isPrefix, in: AddressWords.terms(of: $0))
            }
            if isFound { found.append(UInt32(clamping: row.integer(0))) }
            return true
        }
        return found
    }

    package func articles(where filter: ArticleFilter, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        var condition = try condition(filter)
        var bounds = ""
        if let range {
            bounds = " AND a.n BETWEEN \(condition.bind(.integer(range.lowerBound)))"
            bounds += " AND \(condition.bind(.integer(range.upperBound)))"
        }
        return try connection.query(
            "SELECT a.n FROM feedsearch.article a WHERE \(condition.sql)\(bounds) ORDER BY a.n", condition.values
        ).map { UInt32(clamping: $0.integer(0)) }
    }

    package func reader(of filter: ArticleFilter) throws -> any FilterReader {
        PostgresFilterReader(try condition(filter), connection)
    }

    package func count(where filter: ArticleFilter, upTo limit: Int?) throws -> Int {
        let condition = try condition(filter)
        let articles = "FROM feedsearch.article a WHERE \(condition.sql)"
        let sql =
            limit.map { "SELECT count(*) FROM (SELECT 1 \(articles) LIMIT \($0)) first" }
            ?? "SELECT count(*) \(articles)"
        return Int(try connection.integer(sql, condition.values) ?? 0)
    }

    package func dated(
        where filter: ArticleFilter, after place: DatePlace?, newestFirst: Bool, limit: Int?
    ) throws -> [DatePlace] {
        var condition = try condition(filter)
        var sql = "SELECT a.n, a.sort_date FROM feedsearch.article a WHERE \(condition.sql)"
        if let place {
            sql += " AND (a.sort_date, a.n) \(newestFirst ? "<" : ">")"
            sql += " (\(condition.bind(.integer(place.date))), \(condition.bind(.integer(place.id))))"
        }
        let direction = newestFirst ? "DESC" : "ASC"
        sql += " ORDER BY a.sort_date \(direction), a.n \(direction)"
        if let limit { sql += " LIMIT \(condition.bind(.integer(Int64(limit))))" }
        return try connection.query(sql, condition.values).map { DatePlace(date: $0.integer(1), id: $0.integer(0)) }
    }

    /// The articles of a request, in its order.
    package func list(_ request: ListRequest) throws -> [ListedArticle] {
        var condition = try condition(
            request.includesHidden ? request.filter : .all([request.filter, .not(.flag(.hidden))]))
        var sql = "SELECT a.n, a.feed, a.sort_date, a.received FROM feedsearch.article a WHERE \(condition.sql)"
        if request.subscribedOnly {
            sql += " AND a.feed IN (SELECT id FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND subscribed)"
        }
        if let place = request.after {
            sql += " AND (a.sort_date, a.n) \(request.newestFirst ? "<" : ">")"
            sql += " (\(condition.bind(.integer(place.date))), \(condition.bind(.integer(place.id))))"
        }
        let direction = request.newestFirst ? "DESC" : "ASC"
        sql += " ORDER BY a.sort_date \(direction), a.n \(direction)"
        if request.limit < .max { sql += " LIMIT \(condition.bind(.integer(Int64(request.limit))))" }
        return try connection.query(sql, condition.values).map {
            ListedArticle(id: $0.integer(0), feed: $0.integer(1), date: $0.seconds(2), received: $0.seconds(3))
        }
    }

    package func forEachFacet(where filter: ArticleFilter, _ body: (FacetValues) -> Void) throws {
        let condition = try condition(filter)
        try connection.forEachRow(
            "SELECT a.n, a.feed, a.sort_date, a.language, a.read, a.starred FROM feedsearch.article a WHERE \(condition.sql)",
            condition.values
        ) { row in
            body(
                FacetValues(
                    id: row.integer(0), feed: row.integer(1), date: CivilTime.bounded(seconds: row.integer(2)),
                    language: row.textOrNil(3), read: row.bool(4), starred: row.bool(5)))
            return true
        }
    }

    /// The condition of the index `article_hidden` is `flags & 8 <> 0`. PostgreSQL estimates that an inequality holds for most
    /// rows, and scans the table. It estimates few rows for the equality, which implies the condition of the index
    /// (<https://www.postgresql.org/docs/15/indexes-partial.html>).
    static let hiddenQuery =
        "SELECT n FROM feedsearch.article WHERE library = $1 AND slot = $2 AND flags & 8 = 8"

    package func hiddenArticles() throws -> [UInt32] {
        try connection.query(Self.hiddenQuery + " ORDER BY n", place.values).map { UInt32(clamping: $0.integer(0)) }
    }

    package func hasHidden() throws -> Bool { try postgresIndex.hasHidden() }

    package func members(ofGroups groups: [UInt32]) throws -> [UInt32: [UInt32]] {
        let rows = try connection.query(
            """
            SELECT first, n FROM feedsearch.article_group WHERE library = $1 AND slot = $2 AND first = ANY ($3)
            ORDER BY first, n
            """, place.values + [.integers(groups.map { Int64($0) })])
        var members: [UInt32: [UInt32]] = [:]
        for row in rows {
            members[UInt32(clamping: row.integer(0)), default: []].append(UInt32(clamping: row.integer(1)))
        }
        return members
    }

    package func describe(_ filter: ArticleFilter) -> String {
        PostgresFilter(filter, place).sql
    }
}
