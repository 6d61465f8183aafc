internal import ArticleSearch
internal import Database
internal import PostgreSQL

/// Reads which articles pass a filter from the rows of `article`, many at once.
final class PostgresFilterReader: FilterReader {
    private let connection: PostgresConnection
    private let condition: PostgresFilter

    init(_ condition: PostgresFilter, _ connection: PostgresConnection) {
        self.condition = condition
        self.connection = connection
    }

    var readsRangesTogether: Bool { true }

    func articles(in ranges: [ClosedRange<Int64>]) throws -> [UInt32] {
        var condition = condition
        let first = condition.bind(.integers(ranges.map(\.lowerBound)))
        let last = condition.bind(.integers(ranges.map(\.upperBound)))
        return try connection.query(
            """
            SELECT a.n FROM unnest(\(first)::int8[], \(last)::int8[]) AS range (first, last)
            JOIN feedsearch.article a ON a.n BETWEEN range.first AND range.last WHERE \(condition.sql)
            """, condition.values
        ).map { UInt32(clamping: $0.integer(0)) }
    }

    func keep(_ articles: [UInt32]) throws -> [UInt32] {
        if articles.isEmpty { return [] }
        var condition = condition
        let list = condition.bind(.integers(articles.map { Int64($0) }))
        let kept = Set(
            try connection.query(
                "SELECT a.n FROM feedsearch.article a WHERE \(condition.sql) AND a.n = ANY (\(list))", condition.values
            ).map { UInt32(clamping: $0.integer(0)) })
        return articles.filter(kept.contains)
    }
}
