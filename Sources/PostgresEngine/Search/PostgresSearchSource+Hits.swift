internal import ArticleSearch
package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL

extension PostgresSearchSource {
    package func guids(of articles: [Int64]) throws -> [(guid: String, feed: Int64)?] {
        let rows = try library.rows(
            "SELECT a.n, a.guid, a.feed FROM \(rows: .article) a WHERE a.n\(isOneOf: articles)"
        ) { ($0.integer(0), (guid: $0.text(1), feed: $0.integer(2))) }
        let found = Dictionary(rows) { $1 }
        return articles.map { found[$0] }
    }

    /// Reads all hits of a result page in one round trip.
    package func fill(_ hits: inout [SearchHit], _ text: (inout SearchHit, Span<UInt8>) -> Void) throws {
        if hits.isEmpty { return }
        let ids = hits.map(\.id)
        let results = try library.pipeline([
            library.request(
                """
                SELECT \(sql: HitRow.selected), a.n, t.body FROM \(sql: HitRow.joined) WHERE a.n\(isOneOf: ids)
                """),
            library.request(HitRow.tags(of: ids)),
        ])
        let found = Dictionary(results[0].map { ($0.integer(HitRow.columnCount), $0) }) { $1 }
        var tags: [Int64: [String]] = [:]
        for row in results[1] { tags[row.integer(0), default: []].append(row.text(1)) }
        for index in hits.indices {
            try connection.checkDeadline()
            hits[index].tags = tags[hits[index].id] ?? []
            guard let row = found[hits[index].id] else { continue }
            HitRow.read(row, into: &hits[index])
            try library.withText(row, HitRow.columnCount + 1) { text(&hits[index], $0) }
        }
    }
}
