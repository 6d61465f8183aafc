internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
internal import PostingIndex
internal import SavedSearchMatching
internal import SearchRanking

/// Writes prepared batches, one or several in a transaction: rows as the batches come, then what they have in common: index
/// entries, sums, history and the client's state. A batch takes some tens of round trips, however many articles it has.
final class PostgresBatchWriter {
    private let store: PostgresStore
    private let library: LibraryConnection
    private let request: BatchInsertRequest
    /// When the transaction under way began.
    private var now: Int64
    private let names: Names
    private let table: ArticleTable
    private let forward: ForwardRows
    private let pages: PostgresPages
    private let alerts: AlertRecorder
    private(set) var total = BatchInsertResult()
    private var index = IndexChanges()
    private var changes = BatchChanges()
    private var rules: [ArrivalRule] = []
    /// The segments of the transaction have this id or a higher one.
    private var firstSegment = 0
    /// New articles since the server was asked to count.
    private var grown = 0
    private static let minGrowth = 500
    /// Whether any article has had another guid, and whether any was removed: mostly none, and nobody needs to look.
    private var hasAliases = false
    private var hasRemoved = false

    init(store: PostgresStore, request: BatchInsertRequest, now: Int64) throws {
        self.store = store
        self.request = request
        self.now = now
        library = store.library
        names = Names(library)
        table = ArticleTable(library: library, names: names)
        forward = ForwardRows(library)
        pages = PostgresPages(library.connection, library.place, cache: nil)
        alerts = try AlertRecorder(store: store, searches: store.alerting)
    }

    /// Stores batches in one transaction, until it is large enough or a batch ends it; whatever goes wrong, nothing of
    /// them is.
    ///
    /// - Parameters:
    ///   - first: the first of them.
    ///   - next: gives one more, nil at the end; the one before is not needed any more then.
    /// - Returns: the batch that the next transaction begins with, if it has been taken already.
    func write(_ first: PreparedBatch, then next: () throws -> PreparedBatch? = { nil }) throws -> PreparedBatch? {
        let before = total
        var following: PreparedBatch?
        var isAwaited = false
        do {
            try store.writing { following = try writeGroup(first, next, &isAwaited) }
        } catch {
            forget()
            names.forget()
            alerts.forget()
            total = before
            throw error
        }
        if total.seen > before.seen || request.clientState != nil || isAwaited { try request.onCommit?(total) }
        if !library.connection.isInTransaction {
            try merge(.duringLoad)
            try analyzeIfGrown(by: total.inserted - before.inserted)
        }
        return following
    }

    /// Lets the server count rows once there are twice as many as when it counted last: its own turn comes only minutes later,
    /// and until then it plans for tables that are empty.
    private func analyzeIfGrown(by count: Int) throws {
        grown += count
        guard grown >= Self.minGrowth else { return }
        // -1 where it has never counted.
        let known = try library.connection.integer(
            "SELECT reltuples::int8 FROM pg_catalog.pg_class WHERE oid = 'feedsearch.article'::regclass")
        guard Int64(grown) >= known ?? 0 else { return }
        grown = 0
        try library.connection.execute(
            "ANALYZE (SKIP_LOCKED) feedsearch.article, feedsearch.article_text, feedsearch.article_group, feedsearch.feed"
        )
    }

    /// After the last batch: a search looks into each segment, so few are left.
    func finish() throws {
        try alerts.finish()
        if !library.connection.isInTransaction { try merge(.afterLoad) }
    }

    private func merge(_ policy: MergePolicy) throws {
        if request.isCancelled() || request.isWanted() { return }
        do {
            let merger = SegmentMerger(pages) { [request] in request.isCancelled() || request.isWanted() }
            if try merger.merge(policy) > 0 { try freeMergedPages() }
        } catch is CancellationError where request.isCancelled() || request.isWanted() {}
    }

    /// Lets the next segments use the room of those that were merged. The server's own turn comes after a minute, in which a load
    /// merges all that it has written so far, and the table becomes twice as large. Takes some 0.3 s for 100,000 pages.
    private func freeMergedPages() throws {
        try library.connection.execute("VACUUM (SKIP_LOCKED, TRUNCATE false) feedsearch.segment_page")
    }

    private func forget() {
        index.removeAll()
        forward.forget()
        changes = BatchChanges()
    }

    /// Whether other sessions use the database, who may wait for new articles. A server's own processes have no user.
    private static let isShared = """
        SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL)
        """

    private func writeGroup(
        _ first: PreparedBatch, _ next: () throws -> PreparedBatch?, _ isAwaited: inout Bool
    ) throws -> PreparedBatch? {
        forget()
        // Others that wrote were waited for.
        now = store.time?() ?? now
        let known = try library.pipeline([
            library.request(
                "SELECT EXISTS (SELECT 1 FROM feedsearch.article_alias WHERE library = $1 AND slot = $2)"),
            library.request("SELECT EXISTS (SELECT 1 FROM feedsearch.removed_guid WHERE library = $1 AND slot = $2)"),
            TextDictionaries.request(library),
            PostgresRequest(Self.isShared),
        ])
        hasAliases = known[0].first?.bool(0) ?? true
        hasRemoved = known[1].first?.bool(0) ?? true
        let texts = store.textDictionaries
        try texts.begin(known[2], library, isOn: store.mayCompressTexts)
        let isShared = known[3].first?.bool(0) ?? true
        rules = try store.rules()
        firstSegment = rules.isEmpty ? 0 : try pages.nextSegmentID()
        try alerts.beginTransaction()
        let start = ContinuousClock.now
        var batch = first
        var articles = 0
        var bytes = 0
        var following: PreparedBatch?
        while true {
            articles += batch.articleCount
            bytes += batch.byteCount
            isAwaited = batch.endsTransaction
            try writeRows(batch)
            total.batches += 1
            // Alerts see what rules have made of an article, and are matched while the batch is at hand.
            if !rules.isEmpty, store.alerting.isOn { break }
            try alerts.record(now: now)
            // The first articles are what is learnt from; those behind them are compressed as they come.
            if !texts.isReady, articles >= DictionaryTraining.firstArticles { break }
            guard !isAwaited, request.hasRoom(articles: articles, bytes: bytes),
                !(request.isLong(since: start) && isShared),
                !request.isWanted(), let more = try next()
            else { break }
            if articles + more.articleCount > request.batchSize {
                following = more
                break
            }
            batch = more
        }
        try finishGroup()
        return following
    }

    /// What is written once a transaction.
    private func finishGroup() throws {
        try index.write(to: pages, store.lists, counts: &changes)
        var requests = forward.facts.takeRequests()
        // Nobody sees the articles before the transaction ends.
        requests += try changes.requests(library, now: store.time?() ?? now)
        requests += PageQueue.statements(new: changes.history.insertedRange, revised: changes.revised, now: now)
            .map { library.request($0) }
        if let client = request.client, let state = request.clientState?(total) {
            requests.append(library.request(ClientStates.setting(state, of: client)))
        }
        try library.pipeline(requests)
        if let range = changes.history.insertedRange, !rules.isEmpty {
            try RuleRunner(store, store.searcher(fromSegment: firstSegment)).run(rules, on: range, now: now)
        }
        try alerts.record(now: now)
        if let last = changes.history.insertedRange?.upperBound {
            try store.textDictionaries.trainIfDue(upTo: last, library)
        }
        forget()
    }

    private func writeRows(_ batch: PreparedBatch) throws {
        var numbers = [Int64](repeating: 0, count: batch.articleCount)
        alerts.begin(articles: batch.articleCount)
        for section in BatchSection.all(of: batch) { try write(section, of: batch, &numbers) }
        if store.alerting.isOn { try library.pipeline(changes.takeLanguageRequests(library)) }
        try alerts.startMatching(batch.index, prepared: batch.matches, now: now)
        for (ordinal, n) in numbers.enumerated() where n != 0 {
            changes.count(characters: batch.characters(ofArticle: ordinal), +1)
        }
        index.add(batch.sorted, numbers)
    }

    // MARK: - A section

    private func write(_ section: BatchSection, of batch: PreparedBatch, _ numbers: inout [Int64]) throws {
        try names.needFeeds(section.urls, now: now)
        if !section.feeds.isEmpty { _ = try FeedRows(database: library).upsert(section.feeds, now: now) }
        if !section.documents.isEmpty {
            let succession = GuidSuccession(library: library, table: table)
            if try succession.adopt(section.documents.map { (names.feedID($0.feed), $0) }, hasAliases: hasAliases) {
                hasAliases = true
            }
        }
        if section.articles.isEmpty { return }
        try alerts.prepare(feeds: section.articles.map { names.feedID($0.draft.feed) })
        let wanted = section.articles.map { ArticleTable.Name(feed: names.feedID($0.draft.feed), guid: $0.draft.guid) }
        let stored = try table.find(wanted, hasAliases: hasAliases)
        let removed = hasRemoved ? try table.removed(wanted.filter { stored[$0] == nil }) : []
        try names.needAuthors(section.articles.lazy.compactMap(\.draft.author).filter { !$0.isEmpty })
        try names.needTags(
            section.articles.lazy.flatMap { $0.draft.tags + ($0.draft.ownTags ?? []) }.filter { !$0.isEmpty })

        var new: [Placed] = []
        var again: [(article: Placed, stored: StoredArticle)] = []
        var welcome: [ArticleTable.Name] = []
        for ((ordinal, draft), name) in zip(section.articles, wanted) {
            if let known = stored[name] {
                again.append((Placed(ordinal: ordinal, id: known.id, feed: name.feed, draft: draft), known))
                continue
            }
            // Its page came after it had been removed, or a feed still lists it. An import of single articles restores it.
            if draft.feedHash != nil || removed.contains(name) && draft.isSnapshot {
                total.unchanged += 1
                continue
            }
            if removed.contains(name) { welcome.append(name) }
            new.append(Placed(ordinal: ordinal, id: 0, feed: name.feed, draft: draft))
        }
        try table.forgetRemoved(welcome)
        try insert(&new, &numbers)
        let changed = try update(again)
        try writeForward(new, changed, of: batch)
    }

    /// An article at its place in the batch.
    private struct Placed {
        var ordinal: Int
        var id: Int64
        var feed: Int64
        var draft: ArticleDraft

        var numbered: ArticleTable.Numbered { (id, feed, draft) }
    }

    private func insert(_ new: inout [Placed], _ numbers: inout [Int64]) throws {
        guard !new.isEmpty else { return }
        let first = try library.take(new.count, .article)
        let last = first &+ Int64(new.count) &- 1
        guard ArticleIDRange.isValid(first), ArticleIDRange.isValid(last) else {
            throw StorageError.damaged(
                location: store.location, message: "there is no article number left: the last was \(first &- 1)")
        }
        for place in new.indices {
            let n = first + Int64(place)
            new[place].id = n
            let (feed, draft) = (new[place].feed, new[place].draft)
            numbers[new[place].ordinal] = n
            total.inserted += 1
            if request.resultType == .ids { total.insertedIDs.append(n) }
            changes.history.inserted(n)
            changes.add(toFeed: feed, articles: 1, unread: draft.read == true ? 0 : 1)
            changes.count(language: draft.language, +1)
            try alerts.add(n, at: new[place].ordinal, feed: feed, isNew: true)
        }
        try table.insert(
            new.map { ($0.numbered, $0.draft.read ?? false, $0.draft.starred ?? false, ArticleTable.flags($0.draft)) },
            now: now)
        try table.insertTexts(new.map(\.numbered), store.textDictionaries)
        var requests: [PostgresRequest] = []
        for article in new {
            let tags = Set((article.draft.ownTags ?? []).filter { !$0.isEmpty }.map(names.tagID)).sorted()
            if !tags.isEmpty { requests += table.addingOwnTags(tags, to: article.id) }
        }
        try library.pipeline(requests)
    }

    /// Changes state and content of stored articles.
    ///
    /// - Returns: those with new content.
    private func update(_ again: [(article: Placed, stored: StoredArticle)]) throws -> [Placed] {
        if again.isEmpty { return [] }
        let restated = try updateState(again)
        let doubtful = again.filter { $0.article.draft.isSnapshot && $0.stored.hash != $0.article.draft.contentHash }
        let replaced = try table.replaced(doubtful.map { ($0.stored.id, $0.article.draft.contentHash) })
        var changed: [Placed] = []
        var old: [(id: Int64, hash: Int64)] = []
        for (article, stored) in again {
            let n = stored.id
            let comparison = stored.compare(article.draft) { replaced.contains([n, $0]) }
            if comparison == .older { old.append((n, article.draft.contentHash)) }
            if comparison == .changed {
                if article.draft.feedHash == nil {
                    old.append((n, stored.hash))
                    changes.revised.append(n)
                }
                changed.append(article)
                changes.history.updated(n)
                if !article.draft.isSilent {
                    try alerts.add(n, at: article.ordinal, feed: article.feed, isNew: false)
                }
            }
            if comparison == .changed || restated.contains(n) {
                total.updated += 1
                if request.resultType == .ids { total.updatedIDs.append(n) }
            } else {
                total.unchanged += 1
                if request.resultType == .ids { total.unchangedIDs.append(n) }
            }
        }
        try table.rememberReplaced(old)
        try replaceContent(changed)
        return changed
    }

    private func replaceContent(_ changed: [Placed]) throws {
        if changed.isEmpty { return }
        let numbers = changed.map(\.id)
        for (n, known) in try table.texts(numbers) {
            guard let article = changed.first(where: { $0.id == n }) else { continue }
            let draft = article.draft
            index.change(
                n, from: known.text, to: IndexedText(draft, body: store.textDictionaries.text(of: draft)))
            forward.duplicates.knowOld(n, known.text)
            changes.count(language: known.language, -1)
            changes.count(language: draft.language, +1)
        }
        try forward.willReplace(numbers)
        try table.update(changed.map(\.numbered), now: now)
        try table.insertTexts(changed.map(\.numbered), store.textDictionaries)
    }

    /// Sets read, starred, hidden and tags of one's own where the drafts name them.
    ///
    /// - Returns: the articles that this changed.
    private func updateState(_ again: [(article: Placed, stored: StoredArticle)]) throws -> Set<Int64> {
        var requests: [(id: Int64?, PostgresRequest)] = []
        for (article, stored) in again {
            let n = stored.id
            if let read = article.draft.read, read != stored.read {
                requests.append((n, StateTable.settingRead(read, n, library)))
                changes.add(toFeed: article.feed, unread: read ? -1 : 1)
            }
            if let starred = article.draft.starred, starred != stored.starred {
                requests.append((n, StateTable.settingStarred(starred, n, library)))
            }
            if let hidden = article.draft.hidden {
                requests.append((n, StateTable.settingHidden(hidden, n, library)))
            }
            if let own = article.draft.ownTags {
                let tags = Set(own.filter { !$0.isEmpty }.map(names.tagID)).sorted()
                let adding = table.addingOwnTags(tags, to: n)
                requests.append((n, adding[0]))
                requests.append((nil, adding[1]))
            }
        }
        let rows = try library.pipeline(requests.map(\.1))
        return Set(zip(requests, rows).compactMap { request, rows in rows.changedRows > 0 ? request.id : nil })
    }

    private func writeForward(_ new: [Placed], _ changed: [Placed], of batch: PreparedBatch) throws {
        if new.isEmpty, changed.isEmpty { return }
        try forward.duplicates.know(feeds: (new + changed).map(\.feed))
        for (articles, areNew) in [(new, true), (changed, false)] {
            for article in articles {
                let draft = article.draft
                forward.duplicates.know(
                    article.id, feed: article.feed, title: draft.title, body: store.textDictionaries.text(of: draft),
                    isNew: areNew)
            }
        }
        let dates = try table.sortDates(changed.map(\.id))
        try forward.write(
            new.map { ($0.id, batch.forwardEntry(ofArticle: $0.ordinal), SortDate.of($0.draft, now: now)) }
                + changed.map { ($0.id, batch.forwardEntry(ofArticle: $0.ordinal), dates[$0.id] ?? 0) })
        try forward.linkCopies()
        try adopt(new.filter { $0.draft.read == nil })
    }

    /// Marks new articles read where a copy of them was.
    private func adopt(_ unstated: [Placed]) throws {
        let grouped = try unstated.filter { try forward.duplicates.group(of: $0.id) ?? 0 != 0 }
        if grouped.isEmpty { return }
        let read = Set(try CopyState(database: library).readElsewhere(grouped.map(\.id)))
        let adopted = grouped.filter { read.contains($0.id) }
        try library.pipeline(adopted.map { StateTable.settingRead(true, $0.id, library) })
        for article in adopted { changes.add(toFeed: article.feed, unread: -1) }
    }
}
