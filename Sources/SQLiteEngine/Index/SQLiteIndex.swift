package import ArticleSearch
internal import Articles
internal import Database
package import Pipelines
package import PostingIndex
package import SQLite
internal import SearchRanking
package import TextAnalysis

/// Reads the full-text index of an SQLite database through one connection.
package final class SQLiteIndex: IndexSource {
    package let connection: Connection
    /// Prefetches database pages; if nil, only the operating system reads ahead. Must be set before the first search.
    package var prefetcher: Prefetcher?
    let fts5: SQLiteFullText

    package init(connection: Connection) {
        self.connection = connection
        fts5 = SQLiteFullText(connection: connection)
    }

    package var deadline: Deadline { connection.deadline }

    package func checkDeadline() throws { try connection.checkDeadline() }

    package func before<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result? {
        do {
            return try connection.withDeadline(deadline, body)
        } catch let error as SQLiteError where error.code == SQLiteError.interrupted {
            try connection.checkDeadline()
            return nil
        }
    }

    // MARK: - Postings

    package func makeReader() throws -> PostingReader {
        try PostingReader(connection: connection, table: "article_index", prefetcher: prefetcher)
    }

    package var segmentsAreWhole: Bool { !connection.hasUncommittedWrites }

    package var fullText: (any FullTextEngine)? { fts5 }

    package func isDamage(_ error: any Error) -> Bool { (error as? SQLiteError)?.code == SQLiteError.corrupt }

    // MARK: - The state of the index

    package func version() throws -> Int64 {
        (try connection.integer("PRAGMA data_version") ?? 0) + connection.totalChanges
    }

    /// The key of the row in `client_state` that counts replacements of guids.
    package static let renames = "guid-renames"

    package func state() throws -> IndexState {
        var totals: [Int] = []
        var identity: [UInt8] = []
        // FTS5's averages record consists of varints: the number of rows, then the number of tokens in each column.
        let averages = try connection.cachedStatement("SELECT block FROM article_index_data WHERE id = 1")
        if try averages.step() {
            totals = averages.varints(0)
            identity = averages.bytes(0)
        }
        averages.reset()
        let marks = try connection.integer("SELECT coalesce(max(token), 0) FROM history") ?? 0
        let renames = try connection.integer(
            "SELECT CAST(CAST(state AS TEXT) AS INTEGER) FROM client_state WHERE client = ?", [.text(Self.renames)])
        for mark in [marks, renames ?? 0] {
            for shift in stride(from: 0, to: 64, by: 8) {
                identity.append(UInt8(truncatingIfNeeded: mark >> Int64(shift)))
            }
        }
        return IndexState(
            totals: totals, identity: identity,
            lastArticle: try connection.integer("SELECT max(id) FROM article_index_docsize") ?? 0,
            indexing: try IndexingProgress.read(connection),
            hasPairs: try IndexingProgress.ofPairs(connection) == nil)
    }

    package func indexedArticles() throws -> Int {
        let averages = try connection.cachedStatement("SELECT block FROM article_index_data WHERE id = 1")
        defer { averages.reset() }
        return try averages.step() ? averages.varints(0).first ?? 0 : 0
    }

    package func languageCounts() throws -> [(language: StemLanguage, articles: Int)] {
        let rows = try connection.cachedStatement(
            "SELECT code, sum(articles) FROM stem_language WHERE articles > 0 GROUP BY code ORDER BY code")
        defer { rows.reset() }
        var counts: [(language: StemLanguage, articles: Int)] = []
        while try rows.step() {
            if let language = rows.bytes(0).first.flatMap({ StemLanguage(code: $0) }) {
                counts.append((language, rows.count(1)))
            }
        }
        return counts
    }

    package func articles(withCharacter scalar: UInt32) throws -> Int {
        let statement = try connection.cachedStatement("SELECT articles FROM character_frequency WHERE character = ?")
        defer { statement.reset() }
        statement.bind(Int64(scalar), at: 1)
        return try statement.step() ? statement.count(0) : 0
    }
}
