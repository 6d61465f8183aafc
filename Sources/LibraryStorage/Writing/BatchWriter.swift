internal import ArticleSearch
package import Articles
internal import Database
internal import SavedSearchMatching

/// Stores prepared batches, one or more per transaction. The rows of each batch are written first, then the data of the
/// whole transaction: index entries, counts, history, rules, alerts and the client's state.
///
/// A batch takes a few dozen round trips, regardless of its number of articles.
package final class BatchWriter {
    let store: any TableStore
    let database: any LibraryDatabase
    let engine: any BatchEngine
    let request: BatchInsertRequest
    /// The member who stores the articles and whose state their drafts set; nil for the owner.
    let reader: SQLReader?
    /// The addresses of feeds for which `BatchInsertRequest.refusesOwnersFeeds` was checked.
    var checkedFeeds: Set<String> = []
    /// The articles of the current batch whose read state the member's drafts have set.
    var memberStated: Set<ArticleID> = []
    /// When the current transaction began, in seconds since 1970.
    private(set) var now: Int64
    var names: NameIDs
    let alerts: AlertRecorder
    var limits: LimitedUpdates
    package internal(set) var total = BatchInsertResult()
    var history = HistoryEntry()
    /// The rows of the current transaction whose articles were inserted or updated; collected for
    /// `BatchInsertRequest.onStored`.
    private var storedRows: [StoredRow] = []
    /// The number of rows in the batches before the current one.
    private var rowCount = 0
    /// The stored articles whose content was changed by their feed.
    var revised: [ArticleID] = []
    var sums = FeedSums()
    /// Whether any article has a former guid. Usually this and `hasRemoved` (whether any article was removed) are
    /// false, and lookups can be skipped.
    var hasAliases = false
    var hasRemoved = false
    /// Whether the topic of any reply is not stored yet.
    var hasOpenReplies = false
    /// Whether the library has members.
    private var hasMembers = false
    private var rules: [ArrivalRule] = []

    package convenience init(store: any TableStore, request: BatchInsertRequest, now: Int64) throws {
        try self.init(store: store, engine: store.makeBatchEngine(request), request: request, now: now)
    }

    package init(
        store: any TableStore, engine: any BatchEngine, request: BatchInsertRequest, now: Int64
    ) throws {
        self.store = store
        self.engine = engine
        self.request = request
        self.now = now
        database = store.database
        reader = database.reader
        names = NameIDs(database: database)
        limits = LimitedUpdates(database: database, fields: request.updatedFields)
        alerts = try AlertRecorder(store: store, searches: store.alerting)
    }

    /// The result in the form that the request asks for.
    package var result: BatchInsertResult { request.resultType == .statusOnly ? BatchInsertResult() : total }

    // MARK: - Transactions

    /// Stores batches in one transaction, until it is large enough or a batch ends it. If an error is thrown, none of
    /// these batches is stored.
    ///
    /// - Parameters:
    ///   - first: the first batch.
    ///   - next: returns the next batch; nil at the end. When this closure is called, the previous batch is no longer
    ///     needed.
    /// - Returns: a batch that `next` has already returned but that belongs to the next transaction.
    @discardableResult
    package func write(
        _ first: PreparedBatch, then next: () throws -> PreparedBatch? = { nil }
    ) throws -> PreparedBatch? {
        let before = total
        var following: PreparedBatch?
        var isAwaited = false
        let isNested = store.isInTransaction
        do {
            try store.writing { _ in following = try writeGroup(first, next, isNested: isNested, &isAwaited) }
        } catch {
            forgetTransaction()
            engine.didRollBack()
            names.forget()
            alerts.forget()
            total = before
            throw error
        }
        if !storedRows.isEmpty {
            try request.onStored?(storedRows.sorted { $0.row < $1.row })
            storedRows.removeAll(keepingCapacity: true)
        }
        if total.seen > before.seen || request.clientState != nil || isAwaited { try request.onCommit?(total) }
        if !store.isInTransaction { try engine.tidyUp(inserted: total.inserted - before.inserted) }
        return following
    }

    /// Must be called after the last batch, inside or outside the outer transaction.
    ///
    /// - Parameter isBatch: whether only a single batch (of fetched feeds or of web pages) was stored.
    package func finish(isBatch: Bool = false) throws {
        try alerts.finish()
        if !store.isInTransaction { try engine.finish(isBatch: isBatch) }
    }

    private func forgetTransaction() {
        history = HistoryEntry()
        revised.removeAll(keepingCapacity: true)
        sums.removeAll()
        limits.removeAll()
    }

    private func writeGroup(
        _ first: PreparedBatch, _ next: () throws -> PreparedBatch?, isNested: Bool, _ isAwaited: inout Bool
    ) throws -> PreparedBatch? {
        // The transaction may have waited for other writers: read the clock again.
        now = store.time?() ?? now
        forgetTransaction()
        storedRows.removeAll(keepingCapacity: true)
        let known = try engine.begin(
            asking: [
                "SELECT 1 FROM \(rows: .articleAlias) l LIMIT 1", "SELECT 1 FROM \(rows: .removedGUID) r LIMIT 1",
                "SELECT 1 FROM \(rows: .articleReply) r WHERE r.topic IS NULL LIMIT 1",
                "SELECT 1 FROM \(rows: .member) m LIMIT 1",
            ],
            isNested: isNested)
        (hasAliases, hasRemoved, hasOpenReplies, hasMembers) = (known[0], known[1], known[2], known[3])
        rules = try store.rules()
        try alerts.beginTransaction()
        let start = ContinuousClock.now
        var batch = first
        var (articles, bytes) = (0, 0)
        var following: PreparedBatch?
        while true {
            articles += batch.articleCount
            bytes += batch.byteCount
            isAwaited = batch.endsTransaction
            try writeRows(batch)
            total.batches += 1
            let isEnd = try engine.didWrite(articles: articles, since: start)
            // Stop after this batch: alerts are matched while the batch is in memory, but must see articles after the
            // rules' changes.
            if !rules.isEmpty, store.alerting.isOn { break }
            try alerts.record(now: now)
            guard !isAwaited, !isEnd, request.hasRoom(articles: articles, bytes: bytes), let more = try next() else {
                break
            }
            if articles + more.articleCount > request.batchSize {
                following = more
                break
            }
            batch = more
        }
        try finishGroup()
        return following
    }

    /// Writes the data of the whole transaction.
    private func finishGroup() throws {
        try engine.flush(isSearched: !rules.isEmpty)
        let range = history.insertedRange
        var statements = sums.statements
        statements += PageQueue.statements(new: range, revised: revised, now: now)
        if !history.isEmpty {
            // Use the time of the commit, because the articles are not visible earlier.
            statements.append(
                history.insertion(token: try database.takeIDs(1, of: .history), at: store.time?() ?? now))
        }
        if let client = request.client, let state = request.clientState?(total) {
            statements.append(ClientStates.setting(state, of: client))
        }
        if hasOpenReplies, range != nil { statements.append(ReplyRows.adoption) }
        try database.postpone(statements)
        if let range { try RuleRunner(store, engine.searcher).run(rules, on: range, now: now) }
        try alerts.record(now: now)
        try engine.willCommit(last: range?.upperBound)
        forgetTransaction()
    }

    // MARK: - A batch

    private func writeRows(_ batch: PreparedBatch) throws {
        alerts.begin(articles: batch.articleCount)
        names.forgetIfMany()
        var changes = BatchChanges(articles: batch.articleCount)
        memberStated.removeAll()
        for section in BatchSection.all(of: batch) { try write(section, &changes) }
        try engine.willMatch()
        try alerts.startMatching(batch.index, prepared: batch.matches, now: now)
        let copies = try engine.index(batch, changes.articles, numbers: changes.numbers)
        try StateWriter(database: database).adopt(
            changes.unstated.filter { copies.contains($0) && !changes.stated.contains($0) })
        if hasMembers { try adoptForMembers(changes.new.filter { copies.contains($0) }) }
        rowCount += batch.articleCount
        try applyLimitedUpdates()
    }

    /// Counts an article of the current batch that is inserted or updated.
    func didStore(_ article: PlacedArticle, isNew: Bool) {
        if isNew { total.inserted += 1 } else { total.updated += 1 }
        if request.resultType == .ids {
            if isNew { total.insertedIDs.append(article.id) } else { total.updatedIDs.append(article.id) }
        }
        guard request.onStored != nil else { return }
        storedRows.append(StoredRow(row: rowCount + article.ordinal, id: article.id, isNew: isNew))
    }
}

/// The changes of one batch.
struct BatchChanges {
    /// The ids of articles by ordinal; 0 for an article that is not new or already has an index entry.
    var numbers: [ArticleID]
    /// The articles whose content the batch has inserted or changed, without duplicates.
    private(set) var articles: [PlacedArticle] = []
    private var places: [ArticleID: Int] = [:]
    /// New articles, without replies.
    var new: [ArticleID] = []
    /// New articles whose draft does not set the read state.
    var unstated: [ArticleID] = []
    /// Articles that were already stored, possibly by this batch, and whose read state is set by a later draft.
    var stated: Set<ArticleID> = []

    init(articles count: Int) { numbers = [ArticleID](repeating: 0, count: count) }

    /// Whether the batch has inserted the article and the article is not in the index yet.
    func isWaiting(_ article: ArticleID) -> Bool { places[article].map { articles[$0].isNew } ?? false }

    /// - Parameter changed: articles of the batch. Each replaces the earlier content of the same article.
    mutating func add(_ changed: [PlacedArticle]) {
        for article in changed {
            if article.isNew { numbers[article.ordinal] = article.id }
            if let place = places[article.id] {
                numbers[articles[place].ordinal] = 0
                articles[place] = article
            } else {
                places[article.id] = articles.count
                articles.append(article)
            }
        }
    }
}
