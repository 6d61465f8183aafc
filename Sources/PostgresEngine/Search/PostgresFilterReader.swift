internal import ArticleSearch
internal import Database
internal import LibraryStorage

/// Filters articles by a condition on the table `article`, with one query for many articles.
final class PostgresFilterReader: FilterReader {
    private let library: LibraryConnection
    private let condition: SQL

    init(_ condition: SQL, _ library: LibraryConnection) {
        self.condition = condition
        self.library = library
    }

    var readsRangesTogether: Bool { true }

    func articles(in ranges: [ClosedRange<Int64>]) throws -> [UInt32] {
        let (first, last) = (ranges.map(\.lowerBound), ranges.map(\.upperBound))
        return try library.rows(
            """
            SELECT a.n FROM unnest(\(.integers(first))::int8[], \(.integers(last))::int8[]) AS range (first, last)
            JOIN \(rows: .article) a ON a.n BETWEEN range.first AND range.last WHERE \(sql: condition)
            """
        ) { UInt32(clamping: $0.integer(0)) }
    }

    func keep(_ articles: [UInt32]) throws -> [UInt32] {
        if articles.isEmpty { return [] }
        let kept = Set(
            try library.rows(
                """
                SELECT a.n FROM \(rows: .article) a
                WHERE \(sql: condition) AND a.n\(isOneOf: articles.map { Int64($0) })
                """
            ) { UInt32(clamping: $0.integer(0)) })
        return articles.filter(kept.contains)
    }
}
