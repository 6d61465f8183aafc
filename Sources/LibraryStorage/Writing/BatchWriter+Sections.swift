internal import Articles
internal import Database
internal import SavedSearchMatching

extension BatchWriter {
    private var rows: ArticleRows { ArticleRows(database: database) }

    func write(_ section: BatchSection, _ changes: inout BatchChanges) throws {
        guard let reader else { return try store(section, &changes) }
        var section = section
        let states = MemberDrafts(takenFrom: &section)
        try store(section, &changes)
        let stated = try states.write(
            to: database, reader, names, hasAliases: hasAliases, newOnly: !limits.fields.contains(.state),
            inserted: history.insertedRange, now: now)
        memberStated.formUnion(stated)
    }

    /// - Throws: `StorageError.feedOfOwner`.
    private func refuseOwnersFeeds(_ urls: some Sequence<String>) throws {
        for url in urls where checkedFeeds.insert(url).inserted {
            if try store.fetchState(of: names.feedID(url)).usesOwnersAccess { throw StorageError.feedOfOwner(url) }
        }
    }

    private func store(_ section: BatchSection, _ changes: inout BatchChanges) throws {
        try names.needFeeds(section.urls, now: now)
        if request.refusesOwnersFeeds { try refuseOwnersFeeds(section.urls) }
        if !section.feeds.isEmpty { _ = try FeedRows(database: database).upsert(section.feeds, now: now) }
        try adoptNewGUIDs(section.documents)
        if section.articles.isEmpty { return }
        let wanted = section.articles.map {
            NumberedName(number: names.feedID($0.draft.feed), name: $0.draft.guid)
        }
        try alerts.prepare(feeds: wanted.lazy.map(\.number))
        let stored = try rows.find(wanted, hasAliases: hasAliases)
        let removed = try hasRemoved ? rows.removed(wanted.indices.filter { stored[$0] == nil }.map { wanted[$0] }) : []

        var new: [PlacedArticle] = []
        var again: [Known] = []
        var welcome: [NumberedName] = []
        for (place, (ordinal, draft)) in section.articles.enumerated() {
            let guid = wanted[place]
            var article = PlacedArticle(ordinal: ordinal, feed: guid.number, draft: draft)
            if let known = stored[place] {
                article.id = known.id
                again.append(Known(article: article, guid: guid, stored: known))
                continue
            }
            let isRemoved = removed.contains(guid)
            // If a removed article arrives again, because its web page is late or its feed still lists it, do not store
            // it. Only importing it as a single article restores it.
            if draft.feedHash != nil || isRemoved && draft.isSnapshot {
                total.unchanged += 1
                continue
            }
            if isRemoved { welcome.append(guid) }
            article.isNew = true
            new.append(article)
        }
        try rows.forgetRemoved(welcome)
        try insert(&new)
        changes.add(new)
        changes.new += new.lazy.filter { $0.draft.reply == nil }.map(\.id)
        changes.unstated += new.lazy.filter { $0.draft.read == nil && $0.draft.reply == nil }.map(\.id)
        try update(again, &changes)
        try storeReplies(new, limits.fields.contains(.text) ? again.map(\.article) : [])
    }

    /// An article of a section that is already stored.
    private struct Known {
        var article: PlacedArticle
        var guid: NumberedName
        var stored: StoredArticle
    }

    private func adoptNewGUIDs(_ documents: [DocumentItems]) throws {
        if documents.isEmpty { return }
        let renamed = try GuidSuccession(database: database).adopt(
            documents.map { (names.feedID($0.feed), $0) }, hasAliases: hasAliases)
        if renamed == 0 { return }
        hasAliases = true
        try engine.didReplaceGUIDs(renamed)
    }

    // MARK: - New articles

    /// Inserts new articles and sets their ids.
    private func insert(_ new: inout [PlacedArticle]) throws {
        if new.isEmpty { return }
        let first = try database.takeIDs(new.count, of: .article)
        let last = first &+ Int64(new.count) &- 1
        guard ArticleIDRange.isValid(first), ArticleIDRange.isValid(last) else {
            throw StorageError.damaged(
                location: store.location, message: "there is no article number left: the last was \(first &- 1)")
        }
        for place in new.indices {
            let n = first + Int64(place)
            new[place].id = n
            new[place].sortDate = SortDate.of(new[place].draft, now: now)
            didStore(new[place], isNew: true)
            history.inserted(n)
            sums.add(toFeed: new[place].feed, articles: 1, unread: new[place].draft.isReadWhenNew ? 0 : 1)
            if !new[place].draft.isSilent {
                try alerts.add(n, at: new[place].ordinal, feed: new[place].feed, isNew: true)
            }
        }
        try needNames(of: new)
        try names.needTags(new.lazy.flatMap { $0.draft.ownTags ?? [] }.filter { !$0.isEmpty })
        try rows.insert(new, names, now: now)
        let hidden = new.lazy.filter { $0.draft.hidden == true }.map(\.id)
        if !hidden.isEmpty {
            try database.run(MemberCounts.hide(Array(hidden), isHidden: true, areNew: true))
        }
        try noteOpened(new.lazy.map { ($0.id, $0.draft) }, areNew: true)
        try engine.insertTexts(new)
        try rows.insertTags(new, names)
    }

    private func needNames(of articles: [PlacedArticle]) throws {
        try names.needAuthors(articles.lazy.compactMap(\.draft.author).filter { !$0.isEmpty })
        try names.needTags(articles.lazy.flatMap(\.draft.tags).filter { !$0.isEmpty })
    }

    // MARK: - Stored articles

    private func update(_ again: [Known], _ changes: inout BatchChanges) throws {
        var rest = again
        while !rest.isEmpty {
            // An article with two guids may be in a section twice. After the first update, the repetitions are looked
            // up again.
            var seen: Set<ArticleID> = []
            var firsts: [Known] = []
            var repeats: [Known] = []
            for var known in rest {
                if seen.insert(known.stored.id).inserted {
                    known.article.isIndexed = !changes.isWaiting(known.stored.id)
                    if known.article.draft.read != nil, limits.fields.contains(.state) {
                        changes.stated.insert(known.stored.id)
                    }
                    firsts.append(known)
                } else {
                    repeats.append(known)
                }
            }
            try changes.add(update(firsts))
            let stored = try rows.find(repeats.map(\.guid), hasAliases: hasAliases)
            for (place, article) in stored.enumerated() { if let article { repeats[place].stored = article } }
            rest = repeats
        }
    }

    /// Changes the state and the content of stored articles. Each article must be passed only once.
    ///
    /// - Returns: the articles with new content.
    private func update(_ again: [Known]) throws -> [PlacedArticle] {
        let restated = limits.fields.contains(.state) ? try updateState(again) : []
        let doubtful = again.filter { $0.article.draft.isSnapshot && $0.stored.hash != $0.article.draft.contentHash }
        let replaced = try rows.replaced(
            doubtful.map { ArticleRows.Content(article: $0.stored.id, hash: $0.article.draft.contentHash) })
        var changed: [PlacedArticle] = []
        var old: [ArticleRows.Content] = []
        var comparisons = again.map { known in
            known.stored.compare(known.article.draft) {
                replaced.contains(ArticleRows.Content(article: known.stored.id, hash: $0))
            }
        }
        let isLimited = !limits.replaceContent
        if isLimited { try compareLimited(again, &comparisons) }
        for (known, comparison) in zip(again, comparisons) {
            let (article, stored) = (known.article, known.stored)
            let n = stored.id
            if comparison == .older {
                old.append(ArticleRows.Content(article: n, hash: article.draft.contentHash))
            }
            if comparison == .changed {
                if article.draft.feedHash == nil {
                    old.append(ArticleRows.Content(article: n, hash: stored.hash))
                    if limits.fields.contains(.text) { revised.append(n) }
                }
                history.updated(n)
                if isLimited {
                    limits.add(article)
                } else {
                    changed.append(article)
                    if !article.draft.isSilent {
                        try alerts.add(n, at: article.ordinal, feed: article.feed, isNew: false)
                    }
                }
            }
            if comparison == .changed || restated.contains(n) {
                didStore(article, isNew: false)
            } else {
                total.unchanged += 1
                if request.resultType == .ids { total.unchangedIDs.append(n) }
            }
        }
        try rows.rememberReplaced(old)
        return try replaceContent(changed)
    }

    // MARK: - Updates of some fields

    /// Corrects comparisons of whole drafts to comparisons of the fields that may change.
    private func compareLimited(_ again: [Known], _ comparisons: inout [StoredArticle.Comparison]) throws {
        try names.needTags(again.lazy.flatMap(\.article.draft.tags).filter { !$0.isEmpty })
        for (place, known) in again.enumerated() {
            // The stored hash and date are those before the pending update.
            guard let earlier = limits.pending[known.stored.id] else { continue }
            let draft = known.article.draft
            let isOlder = draft.isSnapshot && (draft.updated ?? .max) < (earlier.draft.updated ?? .min)
            comparisons[place] = isOlder ? .older : .changed
        }
        let open = comparisons.indices.filter { comparisons[$0] == .changed }
        let changes = try limits.areChanges(open.map { again[$0].article }, names)
        for (place, isChange) in zip(open, changes) where !isChange { comparisons[place] = .known }
    }

    /// Writes the pending updates of some fields. They are batches of their own, because their index entries are those
    /// of the merged content.
    func applyLimitedUpdates() throws {
        let pending = limits.takePending()
        var start = 0
        while start < pending.count {
            let part = pending[start..<min(start + LimitedUpdates.articlesAtOnce, pending.count)]
            start = part.endIndex
            let stored = try limits.read(part.map(\.id))
            let batch = PreparedBatch()
            var known: [PlacedArticle] = []
            for article in part {
                guard let content = stored[article.id] else { continue }
                batch.add(limits.merged(article, into: content, names))
                known.append(article)
            }
            batch.seal()
            try write(batch, known)
        }
    }

    /// Writes a batch whose articles are all stored already.
    private func write(_ batch: PreparedBatch, _ known: [PlacedArticle]) throws {
        alerts.begin(articles: batch.articleCount)
        var changed: [PlacedArticle] = []
        for case .article(let draft) in batch.entries {
            let ordinal = changed.count
            var article = PlacedArticle(ordinal: ordinal, feed: known[ordinal].feed, draft: draft)
            article.id = known[ordinal].id
            article.isIndexed = true
            article.keepsSortDate = !limits.fields.contains(.dates)
            changed.append(article)
            if !draft.isSilent { try alerts.add(article.id, at: ordinal, feed: article.feed, isNew: false) }
        }
        var changes = BatchChanges(articles: batch.articleCount)
        changes.add(try replaceContent(changed))
        try engine.willMatch()
        try alerts.startMatching(batch.index, prepared: batch.matches, now: now)
        _ = try engine.index(batch, changes.articles, numbers: changes.numbers)
    }

    private func replaceContent(_ changed: [PlacedArticle]) throws -> [PlacedArticle] {
        if changed.isEmpty { return [] }
        try needNames(of: changed)
        try engine.willReplace(changed)
        try rows.update(changed, names, now: now)
        try engine.insertTexts(changed)
        try rows.insertTags(changed, names)
        try engine.didReplace(changed)
        let dates = try rows.sortDates(changed.map(\.id))
        return changed.map { article in
            var article = article
            article.sortDate = dates[article.id] ?? 0
            return article
        }
    }

    /// Sets read, starred, hidden and the reader's own tags to the values in the drafts; values that are nil stay
    /// unchanged.
    ///
    /// - Returns: the articles that were changed.
    private func updateState(_ again: [Known]) throws -> Set<ArticleID> {
        try names.needTags(again.lazy.flatMap { $0.article.draft.ownTags ?? [] }.filter { !$0.isEmpty })
        let opened = try noteOpened(again.lazy.map { ($0.stored.id, $0.article.draft) }, areNew: false)
        for isHidden in [true, false] {
            let articles = again.filter { $0.article.draft.hidden == isHidden }.map(\.stored.id)
            if !articles.isEmpty { try database.run(MemberCounts.hide(articles, isHidden: isHidden)) }
        }
        let changes = again.flatMap { rows.stateChanges($0.article, $0.stored, names) }
        if changes.isEmpty { return opened }
        for known in again {
            guard let read = known.article.draft.read, read != known.stored.read else { continue }
            sums.add(toFeed: known.article.feed, unread: read ? -1 : 1)
        }
        let counts = try database.run(changes.map(\.sql))
        return opened.union(
            zip(changes, counts).compactMap { change, count in count > 0 && change.counts ? change.article : nil })
    }

    /// Records the opening times in drafts; a time in the future counts as now.
    ///
    /// - Returns: the articles whose time has changed.
    @discardableResult
    private func noteOpened(
        _ articles: some Sequence<(id: ArticleID, draft: ArticleDraft)>, areNew: Bool
    ) throws -> Set<ArticleID> {
        let opened = articles.compactMap { article in
            article.draft.opened.map { (article: article.id, time: min($0, now)) }
        }
        if opened.isEmpty { return [] }
        let rows = OpenedRows(database: database)
        if !areNew { return try rows.record(opened) }
        try rows.write(opened)
        return Set(opened.map(\.article))
    }
}
