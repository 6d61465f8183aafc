package import ArticleSearch
package import Database
internal import LibraryStorage
internal import PostgreSQL

/// Reads the data for searches from a library on a server, through one connection.
package final class PostgresSearchSource: TableSearchSource {
    let library: LibraryConnection
    package var database: any LibraryDatabase { library }
    let postgresIndex: PostgresIndex
    /// Number of texts that one statement reads.
    private static let textsAtOnce = 64

    var connection: PostgresConnection { library.connection }
    var place: LibrarySlot { library.place }

    /// - Parameters:
    ///   - cache: shared by the process's readers of the library.
    ///   - firstSegment: only segments from this id on are read; nil for all.
    package init(_ library: LibraryConnection, cache: SegmentCache?, firstSegment: Int? = nil) {
        self.library = library
        postgresIndex = PostgresIndex(library, cache: cache, firstSegment: firstSegment)
    }

    package var index: any IndexSource { postgresIndex }
    package var titleWords: any TitleWordRows { PostgresTitleWords(library) }

    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if connection.isInTransaction { return try body() }
        return try connection.transaction(.snapshot, reading: postgresIndex.requestsOfSnapshot) { rows in
            postgresIndex.beginSnapshot(rows)
            defer { postgresIndex.endSnapshot() }
            return try body()
        }
    }

    // MARK: - Articles

    package func forEachText(
        of articles: [Int64], _ body: (_ place: Int, _ title: String, _ text: String) throws -> Void
    ) throws {
        for first in stride(from: 0, to: articles.count, by: Self.textsAtOnce) {
            try connection.checkDeadline()
            let some = articles[first..<min(first + Self.textsAtOnce, articles.count)]
            let rows = try connection.query(
                "SELECT n, title, body FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
                place.values + [.integers(Array(some))])
            let found = Dictionary(rows.map { ($0.integer(0), $0) }) { $1 }
            for (place, article) in zip(some.indices, some) {
                guard let row = found[article] else { continue }
                try body(place, row.text(1), String(decoding: library.text(row, 2), as: UTF8.self))
            }
        }
    }
}
