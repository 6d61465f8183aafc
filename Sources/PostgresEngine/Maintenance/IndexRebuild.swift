internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostingIndex
internal import SearchRanking

/// Rebuilds the index and the data stored along with it from the stored texts, inside a writer's transaction.
struct IndexRebuild {
    let store: PostgresStore
    private var library: LibraryConnection { store.library }
    private static let maxArticles = 2_048
    private static let maxTextBytes = 32 << 20
    /// Number of articles whose texts are read at once.
    private static let textsAtOnce = 64

    func run() throws {
        let pages = PostgresPages(library.connection, library.place, cache: nil)
        try clear(pages)
        let loader = SegmentLoader(pages, columnCount: IndexColumn.count)
        var counts = IndexCounts()
        let batch = PreparedBatch()
        var last: Int64 = 0
        while true {
            batch.removeAll()
            let forward = ForwardRows(library)
            let articles = try read(after: last, into: batch, forward.duplicates)
            guard let end = articles.last else { break }
            last = end.id
            guard try loader.load([.init(run: batch.sorted, rowIDs: articles.map(\.id))]) else {
                throw MalformedIndexError()
            }
            try forward.write(
                articles.enumerated().map { ordinal, article in
                    (article.id, batch.forwardEntry(ofArticle: ordinal), article.date)
                })
            try forward.linkCopies()
            for (ordinal, article) in articles.enumerated() {
                counts.count(characters: batch.characters(ofArticle: ordinal), +1)
                counts.count(language: article.language, +1)
            }
            try library.pipeline(forward.facts.takeRequests())
        }
        try library.pipeline(counts.requests(library))
    }

    private func clear(_ pages: PostgresPages) throws {
        let tables = [
            "segment_page", "segment_terms", "indexed_length", "article_forward", "article_facts", "article_sketch",
            "article_group", "character_frequency", "stem_language", "frequent_word",
        ]
        try pages.changeSegments {
            try library.pipeline(
                tables.map { library.request("DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2") })
            try pages.setRecord(SegmentRowID.structure, SegmentStructure.emptyRecord)
            try pages.setRecord(SegmentRowID.averages, [])
        }
    }

    private typealias Entry = (id: Int64, date: Int64, language: String?)

    private func read(
        after n: Int64, into batch: PreparedBatch, _ duplicates: PostgresDuplicates
    ) throws -> [Entry] {
        var articles: [Entry] = []
        var last = n
        while articles.count < Self.maxArticles, batch.indexByteCount < Self.maxTextBytes {
            let rows = try library.query(
                """
                SELECT t.n, t.body, t.title, w.name, a.language, a.sort_date, a.feed FROM feedsearch.article_text t
                JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = t.n
                LEFT JOIN feedsearch.author w ON w.library = $1 AND w.slot = $2 AND w.id = a.author
                WHERE t.library = $1 AND t.slot = $2 AND t.n > $3 ORDER BY t.n LIMIT \(Self.textsAtOnce)
                """, [.integer(last)])
            try duplicates.know(feeds: rows.map { $0.integer(6) })
            for row in rows {
                let language = row.textOrNil(4)
                let (body, title) = (try library.text(row, 1), row.text(2))
                batch.add(IndexedText(body: body, title: title, author: row.textOrNil(3), language: language))
                last = row.integer(0)
                duplicates.know(last, feed: row.integer(6), title: title, body: body, isNew: true)
                articles.append((last, row.integer(5), language))
            }
            if rows.isEmpty { break }
        }
        return articles
    }
}
