package import ArticleSearch
package import Articles
internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteSearchSource {
    package func reader(of filter: ArticleFilter) throws -> any FilterReader {
        connection.reader != nil && filter.hasReaderState
            ? SQLiteFilterReader(SQL(filter.ofGivenArticles), whole: SQL(filter), connection)
            : SQLiteFilterReader(SQL(filter), connection)
    }

    /// The number of articles per execution of a statement. Starting an execution costs more than finding a row.
    private static let facetsPerRun = 64

    private static let facet: SQL = {
        let wanted = SQL.list(Array(repeating: "(\(DatabaseValue.null))", count: facetsPerRun))
        return """
            WITH wanted(n) AS (VALUES\(sql: wanted))
            SELECT \(sql: FacetValues.selected) FROM wanted CROSS JOIN \(rows: .article) a ON a.n = wanted.n
            """
    }()
    private static let facetQuery = facet.rendered(for: .sqlite).text

    /// Passes the ids in a VALUES clause, because SQLite would first sort a list of an IN condition into a temporary
    /// table.
    package func forEachFacet(of articles: [UInt32], _ body: (FacetValues) -> Void) throws {
        let statement = try connection.cachedStatement(
            connection.reader.map { Self.facet.rendered(for: .sqlite, reader: $0).text } ?? Self.facetQuery)
        defer { statement.reset() }
        for first in stride(from: 0, to: articles.count, by: Self.facetsPerRun) {
            for (place, article) in articles[first...].prefix(Self.facetsPerRun).enumerated() {
                statement.bind(Int64(article), at: Int32(place + 1))
            }
            while try statement.step() { body(FacetValues(statement)) }
            statement.reset()
        }
    }

    package func hasHidden() throws -> Bool { try connection.hasRow(Self.hiddenQuery + " LIMIT 1") }

    package func members(ofGroups groups: [UInt32]) throws -> [UInt32: [UInt32]] {
        var members: [UInt32: [UInt32]] = [:]
        for group in groups where members[group] == nil {
            members[group] = try SQLiteDuplicates(connection).members(of: Int64(group)).map {
                UInt32(clamping: $0)
            }
        }
        return members
    }
}
