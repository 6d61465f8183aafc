package import Articles
internal import Database
internal import Formats
internal import Markup
internal import SearchRanking

/// Rebuilds the plain text of stored articles whose HTML contains ruby annotations or superscripts, because earlier
/// versions of the program converted these differently ([decision 3](../../../docs/decisions/0003-tokens.md)).
///
/// Only texts and index entries change. The content of the articles stays the same, so rules are not applied, no alerts
/// are sent, and the state of the articles is kept.
package struct AnnotatedTexts {
    private let store: any TableStore
    /// The maximum number of articles that one query reads.
    private static let articlesAtOnce = 64

    package init(_ store: any TableStore) { self.store = store }

    /// Rewrites the texts of a range of articles. Must be called inside a write transaction.
    ///
    /// - Parameter isDue: polled periodically; returns true to stop early.
    /// - Returns: the last article that was examined, and the number of articles examined; nil if no articles are left
    ///   up to `last`.
    package func rewrite(
        after first: ArticleID, upTo last: ArticleID, isDue: () -> Bool
    ) throws -> (last: ArticleID, articles: Int)? {
        var examined: (last: ArticleID, articles: Int)?
        var n = first
        while n < last {
            guard let found = try readable(after: n, upTo: last), let end = found.last else { break }
            n = end
            examined = (end, (examined?.articles ?? 0) + found.count)
            try replace(found.changed)
            if isDue() { break }
        }
        return examined
    }

    // MARK: - Articles

    private typealias Found = (changed: [PlacedArticle], last: ArticleID?, count: Int)

    /// Reads the next articles. Articles with damaged text are skipped; `check` reports them.
    private func readable(after n: ArticleID, upTo last: ArticleID) throws -> Found? {
        if let found = try? read(after: n, upTo: last, limit: Self.articlesAtOnce) { return found }
        var next: ArticleID?
        try store.database.visit(
            "SELECT min(a.n) FROM \(rows: .article) a WHERE a.n > \(n) AND a.n <= \(last)"
        ) { row in next = row.isNull(0) ? nil : row.integer(0) }
        guard let next else { return nil }
        return (try? read(after: n, upTo: next, limit: 1)) ?? ([], next, 1)
    }

    /// - Returns: the articles whose text changes, with their new texts, the last article that was read, and the number
    ///   of articles read.
    private func read(after n: ArticleID, upTo last: ArticleID, limit: Int) throws -> Found {
        var changed: [PlacedArticle] = []
        var end: ArticleID?
        var count = 0
        let database = store.database
        try database.visit(
            """
            SELECT a.n, a.feed, a.sort_date, a.language, w.name, t.title, t.extra,
                \(sql: StoredTextColumns.body), \(sql: StoredTextColumns.html)
            FROM \(rows: .article) a JOIN \(rows: .articleText) t ON t.n = a.n
            LEFT JOIN \(rows: .author) w ON w.id = a.author
            WHERE a.n > \(n) AND a.n <= \(last) AND t.html IS NOT NULL ORDER BY a.n LIMIT \(Int64(limit))
            """
        ) { row in
            end = row.integer(0)
            count += 1
            let body = try database.storedText(row, 7)
            guard let html = StoredTextColumns.html(row, from: 8, body: body), Self.hasAnnotations(html.span) else {
                return
            }
            let text = HTMLText.plainText(html)
            if text == body { return }
            var draft = ArticleDraft()
            draft.body = text
            draft.html = html
            draft.language = row.textOrNil(3)
            draft.author = row.textOrNil(4)
            draft.title = row.text(5)
            draft.extra = row.textOrNil(6)
            var article = PlacedArticle(ordinal: changed.count, feed: row.integer(1), draft: draft)
            article.id = row.integer(0)
            article.sortDate = row.integer(2)
            article.isIndexed = true
            changed.append(article)
        }
        return (changed, end, count)
    }

    /// Whether HTML may contain a ruby annotation or a superscript.
    private static func hasAnnotations(_ html: Span<UInt8>) -> Bool {
        guard html.count > 3 else { return false }
        for index in 0..<html.count - 3 where html[index] == 0x3C {
            let (first, second) = (html[index + 1] | 0x20, html[index + 2] | 0x20)
            // Matches `<sup` and `<ruby`.
            if second == 0x75, first == 0x72 || first == 0x73 && html[index + 3] | 0x20 == 0x70 { return true }
        }
        return false
    }

    private func replace(_ changed: [PlacedArticle]) throws {
        if changed.isEmpty { return }
        let engine = try store.makeBatchEngine(BatchInsertRequest { _ in false })
        do {
            let batch = PreparedBatch()
            for article in changed { batch.add(IndexedText(article.draft, body: article.draft.body)) }
            batch.seal()
            _ = try engine.begin(asking: [], isNested: true)
            try engine.willReplace(changed)
            try store.database.run([.delete(from: .articleText, where: "n\(isOneOf: changed.map(\.id))")])
            try engine.insertTexts(changed.map(Self.packed))
            try engine.didReplace(changed)
            _ = try engine.index(batch, changed, numbers: changed.map { _ in 0 })
            try engine.flush(isSearched: false)
        } catch {
            engine.didRollBack()
            throw error
        }
    }

    /// The article with its HTML in stored form.
    private static func packed(_ article: PlacedArticle) -> PlacedArticle {
        var draft = article.draft
        if let html = draft.html {
            draft.packedHTML = PackedHTML.packed(html, body: draft.body, by: PrefixCompressor())
        }
        var packed = PlacedArticle(ordinal: article.ordinal, feed: article.feed, draft: draft)
        packed.id = article.id
        packed.sortDate = article.sortDate
        packed.isIndexed = true
        return packed
    }
}
