internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import SearchRanking

/// Adds the hashes of texts without their titles to articles that earlier versions of the program stored, and finds
/// near-duplicates with different headlines (`LibraryTask.textSketches`).
struct TextSketches {
    private let library: LibraryConnection
    /// The number of articles whose texts are read at once.
    private static let articlesAtOnce: Int64 = 64
    private static let maxArticles = 4_096

    init(_ library: LibraryConnection) { self.library = library }

    /// Must be called inside a write transaction.
    ///
    /// - Returns: the last article that was examined; nil if no articles are left.
    func add(after first: ArticleID, isDue: () -> Bool) throws -> ArticleID? {
        let forward = ForwardRows(library)
        var last = first
        var count = 0
        repeat {
            let examined = try examine(after: last, forward)
            guard let end = examined.last else { break }
            last = end
            count += examined.count
        } while count < Self.maxArticles && !isDue()
        guard count > 0 else { return nil }
        try forward.linkCopies()
        try library.pipeline(forward.facts.takeRequests())
        return last
    }

    private func examine(after n: ArticleID, _ forward: ForwardRows) throws -> [ArticleID] {
        let rows = try library.query(
            """
            SELECT t.n, t.body, t.title, w.name, a.language, a.feed FROM feedsearch.article_text t
            JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = t.n
            LEFT JOIN feedsearch.author w ON w.library = $1 AND w.slot = $2 AND w.id = a.author
            WHERE t.library = $1 AND t.slot = $2 AND t.n > $3 ORDER BY t.n LIMIT \(Self.articlesAtOnce)
            """, [.integer(n)])
        try forward.duplicates.know(feeds: rows.map { $0.integer(5) })
        for row in rows {
            let body: [UInt8]
            // Damaged texts are skipped; `check` reports them.
            do { body = try library.text(row, 1) } catch is UnreadableTextError { continue }
            let (id, title) = (row.integer(0), row.text(2))
            let text = IndexedText(body: body, title: title, author: row.textOrNil(3), language: row.textOrNil(4))
            forward.duplicates.know(id, feed: row.integer(5), title: title, body: body, isNew: false)
            forward.addTextSketch(id, ForwardEntry(text).sketch)
        }
        let ids = rows.map { $0.integer(0) }
        try forward.duplicates.needGroups(ids)
        return ids
    }
}
