internal import ArticleSearch
internal import Articles
internal import LibraryStorage
internal import PostingIndex
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching
internal import SearchRanking
internal import System
internal import TextAnalysis

/// Writes prepared batches, one or several in a transaction: rows as the batches come, then what they have in common:
/// index entries, sums, history and the client's state.
final class BatchWriter {
    private let store: SQLiteStore
    private let connection: Connection
    private let request: BatchInsertRequest
    /// When the transaction under way began.
    private var now: Int64
    private let tally: CharacterTally
    private var rows: ArticleRows
    private let state: StateWriter
    private var removed: RemovedGUIDs
    private var forward: ForwardWriter
    private let alerts: AlertRecorder
    private(set) var total = BatchInsertResult()
    /// Batches of the transaction whose new articles are not in the index yet.
    private var waiting: [FTS5BulkLoader.Part] = []
    private var history = HistoryEntry()
    /// Somebody waits for the transaction to end, whatever it brought.
    private var isAwaited = false
    /// Articles whose text the batch brought or changed: their place in it, their number, and their date where it is new.
    private var placed: [(ordinal: Int, id: Int64, date: Int64?)] = []
    /// Stored articles with new content from their feed.
    private var revised: [Int64] = []
    /// New articles that do not say themselves whether they are read.
    private var unstated: [Int64] = []
    /// Transactions that end after one batch, and merge nothing: somebody waited a moment ago, and is likely to again.
    private var shortTransactions = 0
    private var trainsDictionary = false
    private static let shortAfterWait = 16
    /// Set during a first load, whose transactions block readers: a transaction ends once the file has been opened.
    var openings: OpeningWatch?
    /// With this many segments they are merged even while other writers wait: each costs every search two pages.
    private static let maxSegments = 128
    /// From this number of new articles, a finished segment is quicker than FTS5's own insertion.
    private static let minSegmentArticles = 50

    init(store: SQLiteStore, request: BatchInsertRequest, now: Int64) throws {
        self.store = store
        self.connection = store.connection
        self.request = request
        self.now = now
        tally = CharacterTally(connection: store.connection)
        rows = try ArticleRows(connection: store.connection, texts: store.texts)
        state = StateWriter(database: store.connection)
        removed = try RemovedGUIDs(connection: store.connection)
        forward = ForwardWriter(connection: store.connection)
        alerts = try AlertRecorder(store: store, searches: store.alerting)
    }

    /// Stores a batch in a transaction of its own; whatever goes wrong, nothing of it is.
    func write(_ batch: PreparedBatch) throws { _ = try write(batch) { nil } }

    /// Stores batches in one transaction, until it is large enough or a batch ends it; whatever goes wrong, nothing of
    /// them is.
    ///
    /// - Parameters:
    ///   - first: the first of them.
    ///   - next: gives one more, nil at the end; the one before is not needed any more then.
    /// - Returns: the batch that the next transaction begins with, if it has been taken already.
    func write(_ first: PreparedBatch, then next: () throws -> PreparedBatch?) throws -> PreparedBatch? {
        let before = total
        // What an outer transaction takes back must not be in use by then.
        trainsDictionary = !connection.isInTransaction
        store.tokenizer.characters = tally
        defer { store.tokenizer.characters = nil }
        var following: PreparedBatch?
        do {
            try connection.transaction { following = try writeGroup(first, next) }
        } catch {
            waiting.removeAll()
            rows.forget()
            forward.forget()
            alerts.forget()
            tally.removeAll()
            tally.words.forget()
            total = before
            store.texts.didRollBack()
            throw error
        }
        store.texts.didCommit()
        try store.verifyCommit()
        if total.seen > before.seen || request.clientState != nil || isAwaited { try request.onCommit?(total) }
        // Inside a transaction of the caller's SQLite would keep a copy of each page that a merge deletes.
        if !connection.isInTransaction { try mergeSegments(.duringLoad) }
        shortTransactions = max(0, shortTransactions - 1)
        return following
    }

    private func mergeSegments(_ policy: MergePolicy) throws {
        var isGivenUp = false
        var mayGiveWay = true
        let merger = try SegmentMerger(connection: connection, table: "article_index") { [request] in
            isGivenUp = request.isCancelled() || mayGiveWay && request.isWanted()
            return isGivenUp
        }
        mayGiveWay = try merger.segmentCount() < Self.maxSegments
        if mayGiveWay, shortTransactions > 0 { return }
        do { try merger.merge(policy) } catch is CancellationError where isGivenUp {}
    }

    /// Joins segments where there are many of a size. For who commits batches in a transaction of their own, after it.
    static func mergeSegments(_ connection: Connection) throws {
        try SegmentMerger(connection: connection, table: "article_index").merge(.duringLoad)
    }

    /// After the last batch: a search looks into each segment, so few are left.
    func finish() throws {
        try alerts.finish()
        if !connection.isInTransaction { try mergeSegments(.afterLoad) }
    }

    private func writeGroup(
        _ first: PreparedBatch, _ next: () throws -> PreparedBatch?
    ) throws -> PreparedBatch? {
        // Others that wrote were waited for.
        now = store.time?() ?? now
        history = HistoryEntry()
        revised.removeAll(keepingCapacity: true)
        try rows.begin()
        try removed.begin()
        try tally.words.load()
        try alerts.beginTransaction()
        let start = ContinuousClock.now
        var batch = first
        var articles = 0
        var bytes = 0
        var following: PreparedBatch?
        // Alerts see what rules have made of an article, and are matched while the batch is at hand.
        let hasRules = try !store.rules().isEmpty
        while true {
            articles += batch.articleCount
            bytes += batch.byteCount
            isAwaited = batch.endsTransaction
            try writeRows(batch)
            total.batches += 1
            // What comes behind the first articles is compressed with what is learnt from them.
            if trainsDictionary { try store.texts.trainIfDue() }
            if hasRules, store.alerting.isOn { break }
            try alerts.record(now: now)
            if request.isWanted() { shortTransactions = Self.shortAfterWait }
            guard !isAwaited, request.hasRoom(articles: articles, bytes: bytes),
                shortTransactions == 0, openings?.hasSeenOpening != true,
                !(request.isLong(since: start) && store.isOpenElsewhere), let more = try next()
            else { break }
            if articles + more.articleCount > request.batchSize {
                following = more
                break
            }
            batch = more
        }
        // Who waits for the end does not wait for the log to be copied as well.
        if request.isCancelled() { connection.deferCheckpointToNextWriter(true) }
        try finishGroup()
        return following
    }

    private func writeRows(_ batch: PreparedBatch) throws {
        alerts.begin(articles: batch.articleCount)
        var numbers: [Int64] = []
        numbers.reserveCapacity(batch.articleCount)
        placed.removeAll(keepingCapacity: true)
        unstated.removeAll(keepingCapacity: true)
        for entry in batch.entries {
            switch entry {
            case .feed(let feed): try store.upsert(feed, now: now)
            case .document(let items): try rows.adoptNewIDs(items, feed: rows.feedID(items.feed, now: now))
            case .article(var draft): try write(&draft, &numbers)
            }
        }
        try alerts.startMatching(batch.index, prepared: batch.matches, now: now)
        for (ordinal, n) in numbers.enumerated() where n != 0 { tally.add(batch.characters(ofArticle: ordinal)) }
        for (ordinal, n, date) in placed { try forward.write(n, batch.forwardEntry(ofArticle: ordinal), date: date) }
        try forward.linkCopies()
        try state.adopt(unstated)
        if numbers.contains(where: { $0 != 0 }) { waiting.append(.init(run: batch.sorted, rowIDs: numbers)) }
    }

    /// What is written once a transaction.
    private func finishGroup() throws {
        try writeIndex()
        try forward.flush()
        try rows.flushSums()
        try connection.run(PageQueue.statements(new: history.insertedRange, revised: revised, now: now))
        if let range = history.insertedRange {
            try RuleRunner(store, store.searcher).run(store.rules(), on: range, now: now)
        }
        try tally.flush(to: connection)
        try tally.words.flush(isBulk: false, newArticles: 0)
        // Nobody sees the articles before the transaction ends.
        try history.record(on: connection, at: store.time?() ?? now)
        try alerts.record(now: now)
        if let client = request.client, let state = request.clientState?(total) {
            try connection.run("REPLACE INTO client_state VALUES (?, ?)", [.text(client), .blob(state)])
        }
    }

    /// - Parameter numbers: of each article so far its number where its index entry is still to be written, else 0.
    private func write(_ draft: inout ArticleDraft, _ numbers: inout [Int64]) throws {
        let feed = try rows.feedID(draft.feed, now: now)
        guard let stored = try rows.find(feed: feed, guid: draft.guid) else {
            // Its page came after it had been removed.
            if try draft.feedHash != nil || removed.holdsBack(draft, feed: feed) {
                numbers.append(0)
                total.unchanged += 1
                return
            }
            let n = try rows.insert(draft, feed: feed, now: now)
            guard ArticleIDRange.isValid(n) else {
                throw StorageError.damaged(
                    location: store.path, message: "there is no article number left: the last was \(n)")
            }
            if draft.read == nil { unstated.append(n) }
            numbers.append(n)
            placed.append((numbers.count - 1, n, SortDate.of(draft, now: now)))
            total.inserted += 1
            if request.resultType == .ids { total.insertedIDs.append(n) }
            history.inserted(n)
            return try alerts.add(n, at: numbers.count - 1, feed: feed, isNew: true)
        }
        let place = numbers.count
        numbers.append(0)
        let stateChanged = try rows.updateState(of: stored, feed: feed, from: draft)
        if try isKnown(draft, stored) {
            return stateChanged ? updated(stored.id) : unchanged(stored.id)
        }
        if let ordinal = numbers.lastIndex(of: stored.id) {
            // It came in earlier in this batch, and is not in the index yet.
            numbers[ordinal] = 0
        } else {
            // What is taken out must be in: it may have come with a batch before this one.
            if history.insertedRange?.contains(stored.id) == true { try writeIndex() }
            try rows.removeFromIndex(stored.id)
            tally.endArticle(-1)
        }
        try forward.willReplace(stored.id)
        if draft.feedHash == nil {
            try rows.rememberReplaced(stored.id, hash: stored.hash)
            revised.append(stored.id)
        }
        try rows.update(stored.id, with: draft, now: now)
        try rows.insertIndexEntry(stored.id, title: draft.title)
        tally.endArticle(+1)
        placed.append((place, stored.id, nil))
        updated(stored.id)
        history.updated(stored.id)
        if !draft.isSilent { try alerts.add(stored.id, at: place, feed: feed, isNew: false) }
    }

    private func isKnown(_ draft: ArticleDraft, _ stored: StoredArticle) throws -> Bool {
        switch try stored.compare(draft, wasReplaced: { try rows.wasReplaced(stored.id, hash: $0) }) {
        case .known: return true
        case .changed: return false
        case .older:
            try rows.rememberReplaced(stored.id, hash: draft.contentHash)
            return true
        }
    }

    private func updated(_ n: Int64) {
        total.updated += 1
        if request.resultType == .ids { total.updatedIDs.append(n) }
    }

    private func unchanged(_ n: Int64) {
        total.unchanged += 1
        if request.resultType == .ids { total.unchangedIDs.append(n) }
    }

    /// Puts the new articles of the batches so far into the index: as a segment where there are enough of them.
    private func writeIndex() throws {
        if waiting.isEmpty { return }
        let parts = waiting
        waiting.removeAll()
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
            try rows.insertIndexEntry(n)
            tally.words.endArticle(+1)
            // Characters are counted from the batch, not from what FTS5's tokenizer sees.
            tally.forgetArticle()
        }
        try tally.words.flush(isBulk: false, newArticles: count)
    }
}
