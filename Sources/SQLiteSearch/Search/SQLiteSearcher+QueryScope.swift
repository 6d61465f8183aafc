internal import SQLite
package import SearchRanking
package import TextAnalysis

extension SQLiteSearcher: QueryScope {
    package func languages() throws -> [StemLanguage] { try statistics.languages() }

    package func articles(_ condition: ArticleCondition, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        try ArticleSets(self, range: range).numbers(condition)
    }

    package func checkDeadline() throws { try connection.checkDeadline() }

    package func savedSearchQuery(_ name: String) throws -> String? {
        try connection.text("SELECT query FROM saved_search WHERE name = ?", [.text(name)])
    }

    /// The ids of all hidden articles, ascending.
    package func hiddenRows() throws -> [UInt32] {
        let statement = try connection.cachedStatement(
            "SELECT n FROM article INDEXED BY article_hidden WHERE flags & 8 ORDER BY n")
        defer { statement.reset() }
        var rows: [UInt32] = []
        while try statement.step() { rows.append(UInt32(clamping: statement.integer(0))) }
        return rows
    }

    /// Whether any article is hidden. Usually none is, and queries need no condition for it.
    package func hasHidden() throws -> Bool {
        try connection.integer("SELECT 1 FROM article INDEXED BY article_hidden WHERE flags & 8 LIMIT 1") != nil
    }
}
