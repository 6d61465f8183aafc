package import ArticleSearch
package import Database

/// Reads and writes the list of frequent words in the table `frequent_word`.
package protocol TableFrequentWords: FrequentWordStore {
    var database: any LibraryDatabase { get }

    /// Called before the list is written. In PostgreSQL, increments a counter by which readers notice the change.
    /// SQLite does not need this.
    func willWrite() throws
}

private let client = "frequent-words"

extension TableFrequentWords {
    package func willWrite() {}

    package func forEachRow(_ body: (Span<UInt8>) -> Void) throws {
        for words in try database.frequentWordRows(beginningWith: nil) { body(words.span) }
    }

    package func write(_ rows: [FrequentWordRow], replacingAll all: Bool) throws {
        if rows.isEmpty, !all { return }
        try willWrite()
        var statements: [SQL] = all ? [.delete(from: .frequentWord, where: "TRUE")] : []
        statements += rows.map {
            .insert(
                into: .frequentWord, ["first": .bytes($0.first), "words": .bytes($0.words)],
                onConflict: .updates(["words"]))
        }
        try database.run(statements)
    }

    package func learntUpTo() throws -> Int64 { max(0, try ClientStates.number(of: client, database) ?? 0) }

    package func remember(learntUpTo article: Int64) throws {
        try database.run(ClientStates.setting(article, of: client))
    }

    package func hasMoreArticles(than count: Int) throws -> Bool {
        let counted = try database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM \(rows: .article) a LIMIT \(Int64(count) + 1)) first")
        return counted != Int64(count)
    }

    package func lastArticle() throws -> Int64 { try database.lastArticle() }
}

extension LibraryDatabase {
    /// The stored rows that may contain words with this prefix, in order; all rows if the prefix is nil.
    package func frequentWordRows(beginningWith prefix: [UInt8]?) throws -> [[UInt8]] {
        var condition: SQL = ""
        if let prefix {
            condition = """
                WHERE w.first >= coalesce((
                    SELECT v.first FROM \(rows: .frequentWord) v WHERE v.first <= \(prefix) ORDER BY v.first DESC LIMIT 1
                ), \([UInt8]())) AND w.first < \(prefix + [0xFF])
                """
        }
        return try rows("SELECT w.words FROM \(rows: .frequentWord) w \(sql: condition) ORDER BY w.first") {
            $0.bytes(0)
        }
    }
}
