internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import PostingIndex
internal import SQLite
internal import SearchRanking
internal import System
internal import TextAnalysis

/// Stores batches of articles in SQLite. New articles are added to the index as a segment if there are enough of them,
/// otherwise one by one through FTS5.
final class SQLiteBatchEngine: BatchEngine {
    private let store: SQLiteStore
    private let connection: Connection
    private let request: BatchInsertRequest
    private let tally: CharacterTally
    private var forward: ForwardWriter
    private var titleWords: TitleWords
    /// Batches of the current transaction whose new articles are not in the index yet. The lowest id of these articles
    /// is `firstWaiting`.
    private var waiting: [FTS5BulkLoader.Part] = []
    private var firstWaiting = ArticleID.max
    /// Whether the tokenizer is currently counting characters and words.
    private var isCounting = false
    private var trainsDictionary = false
    /// The number of following transactions that end after one batch and do not merge, because another writer recently
    /// had to wait.
    private var shortTransactions = 0
    private static let shortAfterWait = 16
    /// Detects whether another program has opened the file during a first load. If so, the current transaction ends,
    /// because transactions of a first load block readers.
    var openings: OpeningWatch?
    /// If there are at least this many segments, they are merged even while other writers wait, because each segment
    /// costs every search two page reads.
    private static let maxSegments = 128
    /// If there are at least this many new articles, writing a segment is faster than inserting them through FTS5.
    private static let minSegmentArticles = 50

    init(_ store: SQLiteStore, _ request: BatchInsertRequest) {
        self.store = store
        self.request = request
        connection = store.connection
        tally = CharacterTally(connection: store.connection)
        forward = ForwardWriter(connection: store.connection)
        titleWords = TitleWords(connection: store.connection)
    }

    // MARK: - A transaction

    func begin(asking questions: [SQL], isNested: Bool) throws -> [Bool] {
        // Do not train a dictionary inside an outer transaction, since that may be rolled back after the dictionary was
        // used.
        trainsDictionary = !isNested
        // The first change of an article through FTS5 would begin an automatic merge, of large segments if most are
        // large. Until it ends, searches for single characters read all terms that begin with them.
        if try Self.hasAutomaticMerges(connection),
            try SegmentMerger(connection: connection, table: "article_index").segmentCount() > 0
        {
            try Self.endAutomaticMerges(connection)
        }
        try store.beginCompressing()
        try beginCounting()
        return try questions.map { try connection.hasRow($0) }
    }

    private func beginCounting() throws {
        if isCounting { return }
        isCounting = true
        try tally.words.load()
        store.tokenizer.characters = tally
    }

    private func endCounting() {
        isCounting = false
        store.tokenizer.characters = nil
    }

    func didWrite(articles: Int, since start: ContinuousClock.Instant) throws -> Bool {
        // Train as soon as possible, so that later articles are compressed.
        if trainsDictionary { try store.trainDictionaryIfDue() }
        if request.writerIsWaiting() { shortTransactions = Self.shortAfterWait }
        return shortTransactions > 0 || openings?.hasSeenOpening == true
            || request.isLong(since: start) && store.isOpenElsewhere
    }

    func flush(isSearched: Bool) throws {
        // A cancelled import should end quickly, so do not copy the log into the database file.
        if request.isCancelled() { connection.deferCheckpointToNextWriter(true) }
        try writeIndex()
        try forward.flush()
        try titleWords.flush()
        try tally.flush(to: connection)
        try tally.words.flush(isBulk: false, newArticles: 0)
        endCounting()
    }

    var searcher: ArticleSearcher { store.searcher }

    func willCommit(last: ArticleID?) {}

    func didRollBack() {
        endCounting()
        waiting.removeAll()
        firstWaiting = .max
        forward.forget()
        titleWords.forget()
        tally.removeAll()
        tally.words.forget()
    }

    // MARK: - Articles

    func didReplaceGUIDs(_ count: Int) throws {
        try connection.run(
            """
            INSERT INTO client_state (client, state) VALUES (?1, CAST('1' AS BLOB))
            ON CONFLICT (client) DO UPDATE SET state = CAST(CAST(CAST(state AS TEXT) AS INTEGER) + 1 AS TEXT)
            """, [.text(SQLiteIndex.renames)])
    }

    func insertTexts(_ articles: [PlacedArticle]) throws {
        let statement = try connection.cachedStatement(
            "INSERT INTO article_text (n, title, body, html, extra) VALUES (?, ?, ?, ?, ?)")
        for article in articles {
            let draft = article.draft
            statement.bind(article.id, at: 1)
            statement.bind(draft.title, at: 2)
            statement.bind(draft.storedExtra, at: 5)
            let body = store.texts.stored(draft)
            try statement.withInPlace(body.bytes.span, isText: !body.isPacked, at: 3) {
                guard let html = draft.packedHTML ?? draft.html else {
                    statement.bindNull(4)
                    return try statement.run()
                }
                try statement.withInPlace(html.span, isText: draft.packedHTML == nil, at: 4) { try statement.run() }
            }
        }
    }

    func willReplace(_ articles: [PlacedArticle]) throws {
        for article in Self.sorted(articles) {
            if article.isIndexed { try removeFromIndex(article.id) }
            try forward.willReplace(article.id)
        }
    }

    func didReplace(_ articles: [PlacedArticle]) throws {
        for article in Self.sorted(articles) {
            titleWords.didReplace(article.id, title: article.draft.title)
            try insertIndexEntry(article.id)
        }
    }

    /// Sorts by ascending id, because FTS5 starts a new segment whenever an article has a lower id than the previous
    /// one.
    private static func sorted(_ articles: [PlacedArticle]) -> [PlacedArticle] { articles.sorted { $0.id < $1.id } }

    func willRemove(_ articles: [ArticleID]) throws {
        try beginCounting()
        for n in articles.sorted() {
            try removeFromIndex(n)
            try forward.willReplace(n)
        }
    }

    func didRestore(_ articles: [RestoredArticle]) throws {
        try beginCounting()
        for article in articles {
            try insertIndexEntry(article.id)
            guard let text = try IndexedText.stored(article.id, connection) else { continue }
            try forward.write(article.id, ForwardEntry(text), date: article.sortDate)
            try titleWords.didRestore(article.id, title: text.title)
        }
        try tally.words.flush(isBulk: false, newArticles: articles.count)
    }

    func willMatch() {}

    func index(
        _ batch: PreparedBatch, _ articles: [PlacedArticle], numbers: [ArticleID]
    ) throws -> Set<ArticleID> {
        for (ordinal, n) in numbers.enumerated() where n != 0 { tally.add(batch.characters(ofArticle: ordinal)) }
        for article in articles {
            try forward.write(article.id, batch.forwardEntry(ofArticle: article.ordinal), date: article.sortDate)
        }
        try forward.linkCopies()
        if let first = numbers.first(where: { $0 != 0 }) {
            waiting.append(.init(run: batch.sorted, rowIDs: numbers))
            firstWaiting = min(firstWaiting, first)
        }
        return Set(articles.lazy.map(\.id))
    }

    // MARK: - The index

    /// Adds the new articles of all waiting batches to the index, as a segment if there are enough articles.
    private func writeIndex() throws {
        if waiting.isEmpty { return }
        let parts = waiting
        waiting.removeAll()
        firstWaiting = .max
        let count = parts.reduce(0) { $0 + $1.rowIDs.reduce(0) { $0 + ($1 != 0 ? 1 : 0) } }
        tally.words.newest = parts.last?.rowIDs.last { $0 != 0 } ?? 0
        if count >= Self.minSegmentArticles {
            let loader = try FTS5BulkLoader(
                connection: connection, table: "article_index", columnCount: IndexColumn.count)
            tally.words.beginTerms(threshold: tally.words.threshold(articles: count))
            if try loader.load(parts, counted: tally.words.add) {
                return try tally.words.flush(isBulk: true, newArticles: count)
            }
        }
        for n in parts.lazy.flatMap(\.rowIDs) where n != 0 {
            try connection.run(IndexedText.insertion, [.integer(n)])
            tally.words.endArticle(+1)
            // Discard the character counts of FTS5's tokenizer, because characters are counted from the batch.
            tally.forgetArticle()
        }
        try tally.words.flush(isBulk: false, newArticles: count)
    }

    /// Adds a stored article's postings to the index, through FTS5.
    private func insertIndexEntry(_ n: ArticleID) throws {
        try connection.run(IndexedText.insertion, [.integer(n)])
        tally.endArticle(+1)
    }

    /// Removes the article's postings from the index. Its stored text must still be the text that was indexed.
    private func removeFromIndex(_ n: ArticleID) throws {
        // An article from an earlier batch of this transaction must be indexed before it can be removed.
        if n >= firstWaiting { try writeIndex() }
        try titleWords.willRemove(n) {
            try connection.text("SELECT title FROM article_text WHERE n = ?", [.integer(n)])
        }
        // An article that is waiting to be indexed has no postings, and removing them would make FTS5's counts
        // negative.
        if let lengths = try indexedLengths(n) {
            store.tokenizer.removedLengths = lengths[...]
            defer { store.tokenizer.removedLengths = nil }
            try connection.run(IndexedText.removal, [.integer(n)])
        }
        tally.endArticle(-1)
    }

    /// The number of positions in each column of an article; nil if the article is not in the index.
    private func indexedLengths(_ n: ArticleID) throws -> [Int]? {
        let row = try connection.cachedStatement("SELECT sz FROM article_index_docsize WHERE id = ?")
        defer { row.reset() }
        row.bind(n, at: 1)
        return try row.step() ? row.varints(0) : nil
    }

    // MARK: - Maintenance

    func tidyUp(inserted: Int) throws {
        try mergeSegments(.duringLoad)
        shortTransactions = max(0, shortTransactions - 1)
    }

    func finish(isBatch: Bool) throws { try mergeSegments(isBatch ? .duringLoad : .afterLoad) }

    private func mergeSegments(_ policy: MergePolicy) throws {
        var isGivenUp = false
        var mayGiveWay = true
        let merger = try SegmentMerger(connection: connection, table: "article_index") { [request] in
            isGivenUp = request.isCancelled() || mayGiveWay && request.writerIsWaiting()
            return isGivenUp
        }
        mayGiveWay = try merger.segmentCount() < Self.maxSegments
        if mayGiveWay, shortTransactions > 0 { return }
        try Self.takeOverMerges(merger, connection)
        do { try merger.merge(policy) } catch is CancellationError where isGivenUp {}
    }

    /// Merges segments if there are many of one size. Must be called after the transaction that wrote the segments.
    static func mergeSegments(_ connection: Connection) throws {
        let merger = try SegmentMerger(connection: connection, table: "article_index")
        try takeOverMerges(merger, connection)
        try merger.merge(.duringLoad)
    }

    /// Ends FTS5's automatic merges. They select the level with the most segments, even if these are large, and small
    /// segments accumulate while a merge is unfinished. A merge that has begun is continued by about 1 MB.
    private static func takeOverMerges(_ merger: SegmentMerger, _ connection: Connection) throws {
        // Keep FTS5's settings if there are no segments or the index has an unknown form.
        guard try merger.segmentCount() > 0 else { return }
        if try hasAutomaticMerges(connection) { try endAutomaticMerges(connection) }
        if try merger.hasRunningMerge() {
            try connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('merge', 256)")
        }
    }

    private static func hasAutomaticMerges(_ connection: Connection) throws -> Bool {
        try connection.integer("SELECT v FROM article_index_config WHERE k = 'automerge'") != 0
    }

    private static func endAutomaticMerges(_ connection: Connection) throws {
        try connection.execute(
            "INSERT INTO article_index (article_index, rank) VALUES ('automerge', 0), ('usermerge', 16)")
    }
}
