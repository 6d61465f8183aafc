internal import ArticleSearch
internal import Database
internal import PostgreSQL
internal import SearchRanking

/// Reads the indexed texts of stored articles.
struct ArticleTexts {
    private let library: LibraryConnection

    init(_ library: LibraryConnection) { self.library = library }

    /// The texts of articles, with their language tags.
    func read(_ numbers: [Int64]) throws -> [Int64: (text: IndexedText, language: String?)] {
        if numbers.isEmpty { return [:] }
        let rows = try library.query(
            """
            SELECT t.n, t.body, t.title, w.name, a.language FROM feedsearch.article_text t
            JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = t.n
            LEFT JOIN feedsearch.author w ON w.library = $1 AND w.slot = $2 AND w.id = a.author
            WHERE t.library = $1 AND t.slot = $2 AND t.n = ANY ($3)
            """, [.integers(numbers)])
        var texts: [Int64: (IndexedText, String?)] = [:]
        for row in rows {
            let language = row.textOrNil(4)
            texts[row.integer(0)] = (
                IndexedText(
                    body: try library.text(row, 1), title: row.text(2), author: row.textOrNil(3), language: language),
                language
            )
        }
        return texts
    }
}
