package import ArticleSearch
package import Articles
package import Database

extension TableSearchSource {
    package func articles(where filter: ArticleFilter, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        let bounds: SQL = range.map { " AND a.n BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
        return try articleNumbers(
            "SELECT a.n FROM \(rows: .article) a WHERE (\(sql: condition(filter)))\(sql: bounds)")
    }

    package func count(where filter: ArticleFilter, upTo limit: Int?) throws -> Int {
        try count(condition(filter), upTo: limit)
    }

    /// - Parameter condition: an SQL condition; `a` is the article.
    func count(_ condition: SQL, upTo limit: Int? = nil) throws -> Int {
        let articles: SQL = "FROM \(rows: .article) a WHERE \(sql: condition)"
        let counted: SQL =
            limit.map { "SELECT count(*) FROM (SELECT 1 \(sql: articles) LIMIT \(inText: Int64($0))) first" }
            ?? "SELECT count(*) \(sql: articles)"
        return Int(try database.integer(counted) ?? 0)
    }

    package func dated(
        where filter: ArticleFilter, after place: DatePlace?, newestFirst: Bool, limit: Int?
    ) throws -> [DatePlace] {
        try database.rows(
            """
            SELECT a.n, a.sort_date FROM \(rows: .article) a WHERE \(sql: condition(filter))
            \(sql: SQL.behind(place, newestFirst: newestFirst))\(sql: SQL.inOrderOfDates(newestFirst, limit: limit))
            """
        ) { DatePlace(date: $0.integer(1), id: $0.integer(0)) }
    }

    package func describe(_ filter: ArticleFilter) -> String { SQL(filter).rendered(for: database.dialect).text }

    // MARK: - Facets

    package func forEachFacet(where filter: ArticleFilter, _ body: (FacetValues) -> Void) throws {
        if case .articles(let articles) = filter { return try forEachFacet(of: articles, body) }
        try forEachFacet(condition(filter), body)
    }

    /// - Parameter condition: an SQL condition; `a` is the article.
    package func forEachFacet(_ condition: SQL, _ body: (FacetValues) -> Void) throws {
        try database.forEachRow(
            "SELECT \(sql: FacetValues.selected) FROM \(rows: .article) a WHERE \(sql: condition)"
        ) {
            body(FacetValues($0))
            return true
        }
    }

    // MARK: - Hidden articles

    /// The query for hidden articles. PostgreSQL's index `article_hidden` has the condition `flags & 8 <> 0`. For an
    /// inequality, PostgreSQL estimates that most rows satisfy it, and scans the table. The equality used here implies
    /// the index's condition, and PostgreSQL estimates that few rows satisfy it
    /// (<https://www.postgresql.org/docs/15/indexes-partial.html>).
    package static var hiddenQuery: SQL {
        """
        SELECT a.n FROM \(rows: .article, as: "a", sqliteHint: "INDEXED BY article_hidden")
        WHERE a.flags & 8\(sqlite: "", postgres: " = 8")
        """
    }

    package func hiddenArticles() throws -> [UInt32] { try articleNumbers(Self.hiddenQuery + " ORDER BY a.n") }

    /// Reads article ids from the first column, in ascending order. Ids beyond 32 bits are clamped.
    private func articleNumbers(_ sql: SQL) throws -> [UInt32] {
        var numbers: [UInt32] = []
        var isSorted = true
        try database.visit(sql) { row in
            let number = UInt32(clamping: row.integer(0))
            if let last = numbers.last, last >= number { isSorted = false }
            numbers.append(number)
        }
        if !isSorted { numbers.sort() }
        return numbers
    }
}

extension SQL {
    /// The SQL condition ` AND …` for articles after a position in the order by date, then id.
    static func behind(_ place: DatePlace?, newestFirst: Bool) -> SQL {
        guard let place else { return "" }
        return " AND (a.sort_date, a.n) \(sql: newestFirst ? "<" : ">") (\(place.date), \(place.id))"
    }

    /// The SQL clause ` ORDER BY …` for the order by date, then id.
    static func inOrderOfDates(_ newestFirst: Bool, limit: Int?) -> SQL {
        let direction: SQL = newestFirst ? "DESC" : "ASC"
        let end: SQL = limit.map { " LIMIT \(inText: Int64($0))" } ?? ""
        return " ORDER BY a.sort_date \(sql: direction), a.n \(sql: direction)\(sql: end)"
    }
}

extension FacetValues {
    /// The columns to select from the article `a`.
    package static let selected: SQL = "a.n, a.feed, a.sort_date, a.language, a.read, a.starred"

    package init(_ row: any DatabaseRow) {
        self.init(
            id: row.integer(0), feed: row.integer(1), date: row.seconds(2), language: row.textOrNil(3),
            read: row.bool(4), starred: row.bool(5))
    }
}
