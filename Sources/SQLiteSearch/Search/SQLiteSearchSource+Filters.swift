package import ArticleSearch
package import Articles
internal import Database
internal import SQLite

extension SQLiteSearchSource {
    package func articles(where filter: ArticleFilter, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        let condition = SQLFragment(filter)
        let bounds = range.map { " AND a.n BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
        let statement = try connection.prepare("SELECT a.n FROM article a WHERE (\(condition.sql))\(bounds)")
        try statement.bind(condition.values)
        return try statement.articleNumbers()
    }

    package func reader(of filter: ArticleFilter) throws -> any FilterReader {
        SQLiteFilterReader(SQLFragment(filter), connection)
    }

    package func count(where filter: ArticleFilter, upTo limit: Int?) throws -> Int {
        let condition = SQLFragment(filter)
        let articles = "FROM article a WHERE \(condition.sql)"
        let sql =
            limit.map { "SELECT count(*) FROM (SELECT 1 \(articles) LIMIT \($0))" } ?? "SELECT count(*) \(articles)"
        return Int(try connection.integer(sql, condition.values) ?? 0)
    }

    package func dated(
        where filter: ArticleFilter, after place: DatePlace?, newestFirst: Bool, limit: Int?
    ) throws -> [DatePlace] {
        let condition = SQLFragment(filter)
        var sql = "SELECT a.n, a.sort_date FROM article a WHERE \(condition.sql)"
        var values = condition.values
        if let place {
            sql += " AND (a.sort_date, a.n) \(newestFirst ? "<" : ">") (?, ?)"
            values += [.integer(place.date), .integer(place.id)]
        }
        let direction = newestFirst ? "DESC" : "ASC"
        sql += " ORDER BY a.sort_date \(direction), a.n \(direction)"
        if let limit { sql += " LIMIT \(limit)" }
        let statement = try connection.prepare(sql)
        try statement.bind(values)
        var places: [DatePlace] = []
        while try statement.step() { places.append(DatePlace(date: statement.integer(1), id: statement.integer(0))) }
        return places
    }

    private static let facetColumns = "a.n, a.feed, a.sort_date, a.language, a.read, a.starred"
    /// Articles that one run of a statement finds: starting a run costs more than finding a row.
    private static let facetsPerRun = 64

    private static let facetQuery: String = {
        let wanted = Array(repeating: "(?)", count: facetsPerRun).joined(separator: ",")
        return """
            WITH wanted(n) AS (VALUES\(wanted))
            SELECT \(facetColumns) FROM wanted CROSS JOIN article a ON a.n = wanted.n
            """
    }()

    package func forEachFacet(where filter: ArticleFilter, _ body: (FacetValues) -> Void) throws {
        if case .articles(let articles) = filter { return try forEachFacet(of: articles, body) }
        let condition = SQLFragment(filter)
        let statement = try connection.prepare("SELECT \(Self.facetColumns) FROM article a WHERE \(condition.sql)")
        try statement.bind(condition.values)
        while try statement.step() { body(Self.facetValues(statement)) }
    }

    /// A list in a condition would first be sorted into a table of its own.
    private func forEachFacet(of articles: [UInt32], _ body: (FacetValues) -> Void) throws {
        let statement = try connection.cachedStatement(Self.facetQuery)
        defer { statement.reset() }
        for first in stride(from: 0, to: articles.count, by: Self.facetsPerRun) {
            for (place, article) in articles[first...].prefix(Self.facetsPerRun).enumerated() {
                statement.bind(Int64(article), at: Int32(place + 1))
            }
            while try statement.step() { body(Self.facetValues(statement)) }
            statement.reset()
        }
    }

    private static func facetValues(_ row: borrowing Statement) -> FacetValues {
        FacetValues(
            id: row.integer(0), feed: row.integer(1), date: row.seconds(2), language: row.textOrNil(3),
            read: row.integer(4) != 0, starred: row.integer(5) != 0)
    }

    package func hiddenArticles() throws -> [UInt32] {
        let statement = try connection.cachedStatement(
            "SELECT n FROM article INDEXED BY article_hidden WHERE flags & 8 ORDER BY n")
        defer { statement.reset() }
        return try statement.articleNumbers()
    }

    package func hasHidden() throws -> Bool {
        try connection.integer("SELECT 1 FROM article INDEXED BY article_hidden WHERE flags & 8 LIMIT 1") != nil
    }

    package func members(ofGroups groups: [UInt32]) throws -> [UInt32: [UInt32]] {
        var members: [UInt32: [UInt32]] = [:]
        for group in groups where members[group] == nil {
            members[group] = try SQLiteDuplicates(connection).members(of: Int64(group)).map {
                UInt32(clamping: $0)
            }
        }
        return members
    }

    package func describe(_ filter: ArticleFilter) -> String { SQLFragment(filter).sql }
}
