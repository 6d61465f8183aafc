internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostingIndex
internal import SavedSearchMatching
internal import SearchRanking

/// Stores batches of articles in PostgreSQL. Texts are written with COPY. Segments, facts and counts are written at the
/// end of the transaction.
final class PostgresBatchEngine: BatchEngine {
    private let store: PostgresStore
    private let library: LibraryConnection
    private let request: BatchInsertRequest
    private let forward: ForwardRows
    private let pages: PostgresPages
    private var index = IndexChanges()
    private var counts = IndexCounts()
    /// Whether other sessions use the database; they may be waiting for new articles.
    private var isShared = true
    /// The id of the transaction's first segment.
    private var firstSegment = 0
    /// Number of new articles since the last ANALYZE.
    private var grown = 0
    private static let minGrowth = 16

    init(_ store: PostgresStore, _ request: BatchInsertRequest) {
        self.store = store
        self.request = request
        library = store.library
        forward = ForwardRows(library)
        pages = PostgresPages(library.connection, library.place, cache: nil)
    }

    // MARK: - A transaction

    func begin(asking questions: [SQL], isNested: Bool) throws -> [Bool] {
        forget()
        let answers = try library.pipeline(
            questions.map { library.request($0) } + [
                library.request(TextDictionaries.newest), PostgresRequest(Self.isShared),
            ])
        try store.texts.use(
            answers[questions.count].first.map(TextDictionaries.newestID), library, isOn: store.mayCompressTexts)
        isShared = answers[questions.count + 1].first?.bool(0) ?? true
        return answers.prefix(questions.count).map { !$0.isEmpty }
    }

    /// Ignores the server's background processes, which have no user id.
    private static let isShared = """
        SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL)
        """

    func didWrite(articles: Int, since start: ContinuousClock.Instant) throws -> Bool {
        // End the transaction early, so that a dictionary is trained from the first articles and later articles are
        // compressed.
        if !store.texts.isReady, articles >= DictionaryTraining.firstArticles { return true }
        return request.isLong(since: start) && isShared || request.writerIsWaiting()
    }

    func flush(isSearched: Bool) throws {
        if isSearched { firstSegment = try pages.nextSegmentID() }
        try index.write(to: pages, store.lists, counts: &counts)
        for request in forward.facts.takeRequests() + counts.requests(library) {
            try library.connection.postpone(request)
        }
        forget()
    }

    var searcher: ArticleSearcher { store.searcher(fromSegment: firstSegment) }

    func willCommit(last: ArticleID?) throws {
        if let last { try store.trainDictionaryIfDue(upTo: last) }
    }

    func didRollBack() { forget() }

    private func forget() {
        index.removeAll()
        forward.forget()
        counts = IndexCounts()
    }

    // MARK: - Articles

    func didReplaceGUIDs(_ count: Int) throws { _ = try library.take(count, .rename) }

    func insertTexts(_ articles: [PlacedArticle]) throws {
        if articles.isEmpty { return }
        let texts = store.texts
        try library.copy(into: "article_text", ["n", "title", "body", "html", "html_packed", "extra"], articles) {
            let draft = $0.draft
            return [
                .integer($0.id), .text(draft.title), .bytes(texts.stored(draft).bytes),
                .bytes(orNull: draft.packedHTML ?? draft.html), .bool(draft.packedHTML != nil),
                .text(orNull: draft.storedExtra),
            ]
        }
        for article in articles { counts.count(language: article.draft.language, +1) }
    }

    func willReplace(_ articles: [PlacedArticle]) throws {
        let numbers = articles.map(\.id)
        let new = Dictionary(articles.map { ($0.id, $0) }) { first, _ in first }
        for (n, known) in try ArticleTexts(library).read(numbers) {
            guard let article = new[n] else { continue }
            let draft = article.draft
            index.change(
                n, from: article.isIndexed ? known.text : nil,
                to: IndexedText(draft, body: store.texts.text(of: draft)))
            forward.duplicates.knowOld(n, known.text)
            counts.count(language: known.language, -1)
        }
        try forward.willReplace(numbers)
    }

    func didReplace(_ articles: [PlacedArticle]) throws {}

    func willRemove(_ articles: [ArticleID]) throws {
        for (n, known) in try ArticleTexts(library).read(articles) {
            index.change(n, from: known.text, to: nil)
            forward.duplicates.knowOld(n, known.text)
            counts.count(language: known.language, -1)
        }
        try forward.willReplace(articles)
        try forward.linkCopies()
    }

    func didRestore(_ articles: [RestoredArticle]) throws {
        let texts = try ArticleTexts(library).read(articles.map(\.id))
        try forward.duplicates.know(feeds: articles.lazy.map(\.feed))
        var entries: [(id: Int64, entry: ForwardEntry, date: Int64)] = []
        for article in articles {
            guard let known = texts[article.id] else { continue }
            counts.count(language: known.language, +1)
            index.change(article.id, from: nil, to: known.text)
            forward.duplicates.know(
                article.id, feed: article.feed, title: known.text.title, body: known.text.body, isNew: true)
            entries.append((article.id, ForwardEntry(known.text), article.sortDate))
        }
        try forward.write(entries)
        try forward.linkCopies()
    }

    func willMatch() throws {
        if store.alerting.isOn { try library.pipeline(counts.takeLanguageRequests(library)) }
    }

    func index(
        _ batch: PreparedBatch, _ articles: [PlacedArticle], numbers: [ArticleID]
    ) throws -> Set<ArticleID> {
        for (ordinal, n) in numbers.enumerated() where n != 0 {
            counts.count(characters: batch.characters(ofArticle: ordinal), +1)
        }
        index.add(batch.sorted, numbers)
        if articles.isEmpty { return [] }
        try forward.duplicates.know(feeds: articles.lazy.map(\.feed))
        for article in articles {
            forward.duplicates.know(
                article.id, feed: article.feed, title: article.draft.title,
                body: store.texts.text(of: article.draft), isNew: article.isNew)
        }
        try forward.write(articles.map { ($0.id, batch.forwardEntry(ofArticle: $0.ordinal), $0.sortDate) })
        try forward.linkCopies()
        return try Set(articles.lazy.map(\.id).filter { try forward.duplicates.group(of: $0) ?? 0 != 0 })
    }

    // MARK: - Maintenance

    func tidyUp(inserted: Int) throws {
        try merge(.duringLoad)
        try analyzeIfGrown(by: inserted)
    }

    func finish(isBatch: Bool) throws { try merge(.afterLoad) }

    /// Runs ANALYZE when the number of rows has doubled since the last run. Autovacuum runs only minutes later, and
    /// until then the server plans queries as for empty tables. For example, a search by tag compared each article with
    /// each pair of an article and a tag, and took 0.4 s for 59 articles. For so few articles, ANALYZE takes 30 ms.
    private func analyzeIfGrown(by count: Int) throws {
        grown += count
        guard grown >= Self.minGrowth else { return }
        // -1 if the table was never analyzed.
        let known = try library.connection.integer(
            "SELECT reltuples::int8 FROM pg_catalog.pg_class WHERE oid = 'feedsearch.article'::regclass")
        guard Int64(grown) >= known ?? 0 else { return }
        grown = 0
        try library.connection.execute(
            """
            ANALYZE (SKIP_LOCKED) feedsearch.article, feedsearch.article_text, feedsearch.article_group,
                feedsearch.article_tag, feedsearch.tag, feedsearch.feed
            """)
    }

    private func merge(_ policy: MergePolicy) throws {
        if request.isCancelled() || request.writerIsWaiting() { return }
        do {
            let merger = SegmentMerger(pages) { [request] in request.isCancelled() || request.writerIsWaiting() }
            if try merger.merge(policy) > 0 { try freeMergedPages() }
        } catch is CancellationError where request.isCancelled() || request.writerIsWaiting() {}
    }

    /// Frees the space of merged segments for new ones. Autovacuum runs only after a minute. By then, a load has merged
    /// everything that it has written, and the table has doubled in size. VACUUM takes about 0.3 s for 100,000 pages.
    private func freeMergedPages() throws {
        try library.connection.execute("VACUUM (SKIP_LOCKED, TRUNCATE false) feedsearch.segment_page")
    }
}
