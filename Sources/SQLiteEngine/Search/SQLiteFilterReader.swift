internal import ArticleSearch
internal import Database
internal import LibraryStorage
internal import SQLite

/// Filters articles by a condition on the table `article`.
final class SQLiteFilterReader: FilterReader {
    private let connection: Connection
    private let condition: SQL
    /// The condition that finds the articles of a member without testing each article of the library.
    private let whole: SQL?
    /// All articles for which `whole` holds, ascending, after the first call for ranges.
    private var allArticles: [UInt32]?
    private var ofRange: Statement?
    private var ofArticles: Statement?

    init(_ condition: SQL, whole: SQL? = nil, _ connection: Connection) {
        self.condition = condition
        self.whole = whole
        self.connection = connection
    }

    var readsRangesTogether: Bool { false }

    func articles(in ranges: [ClosedRange<Int64>]) throws -> [UInt32] {
        if let whole { return try articles(in: ranges, where: whole) }
        // Read by row id. If SQLite used an index on a column of the condition, it would scan that index once for each
        // range.
        let statement =
            try ofRange
            ?? prepare(
                """
                \(rows: .article, as: "a", sqliteHint: "NOT INDEXED")
                WHERE a.n BETWEEN \(Self.unset) AND \(Self.unset)
                """)
        ofRange = statement
        var articles: [UInt32] = []
        for range in ranges {
            statement.bind(range.lowerBound, at: 1)
            statement.bind(range.upperBound, at: 2)
            try run(statement) { articles.append($0) }
        }
        return articles
    }

    private func articles(in ranges: [ClosedRange<Int64>], where condition: SQL) throws -> [UInt32] {
        let all =
            try allArticles
            ?? connection.integers("SELECT a.n FROM \(rows: .article) a WHERE \(sql: condition)").sorted().map {
                UInt32(clamping: $0)
            }
        allArticles = all
        return ranges.flatMap { range in
            all[Self.place(of: range.lowerBound, in: all)..<Self.place(of: range.upperBound + 1, in: all)]
        }
    }

    /// The number of ids below `article` in an ascending list.
    private static func place(of article: Int64, in ascending: [UInt32]) -> Int {
        var (low, high) = (0, ascending.count)
        while low < high {
            let middle = (low + high) / 2
            if Int64(ascending[middle]) < article { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The number of articles per execution of a statement. Starting an execution costs more than finding a row.
    private static let articlesPerRun = 32

    private static let wanted = SQL.list(Array(repeating: "(\(unset))", count: articlesPerRun))

    func keep(_ articles: [UInt32]) throws -> [UInt32] {
        let statement =
            try ofArticles
            ?? prepare(
                "(VALUES\(sql: Self.wanted)) AS wanted CROSS JOIN \(rows: .article) a ON a.n = wanted.column1 WHERE TRUE"
            )
        ofArticles = statement
        var kept: [UInt32] = []
        for first in stride(from: 0, to: articles.count, by: Self.articlesPerRun) {
            for index in 0..<Self.articlesPerRun {
                let article = first + index < articles.count ? Int64(articles[first + index]) : nil
                statement.bind(article, at: Int32(index + 1))
            }
            try run(statement) { kept.append($0) }
        }
        return kept
    }

    /// A placeholder that is bound before each execution. The condition's own values follow the placeholders and stay
    /// bound.
    private static let unset = DatabaseValue.null

    /// - Parameter rows: the FROM and WHERE clauses that select the articles `a` of one execution.
    private func prepare(_ rows: SQL) throws -> Statement {
        try connection.statement("SELECT a.n FROM \(sql: rows) AND (\(sql: condition))")
    }

    private func run(_ statement: Statement, _ body: (UInt32) -> Void) throws {
        defer { statement.rewind() }
        while try statement.step() { body(UInt32(clamping: statement.integer(0))) }
    }
}
