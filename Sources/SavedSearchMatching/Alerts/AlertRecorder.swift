internal import Articles
package import PostingIndex

/// Records, inside a batch's own transaction, which saved searches match its new and edited articles.
///
/// The first import of a feed causes no alerts, because all of its articles would be new. The first-import state is
/// stored with the batch, so an interrupted import continues without alerts.
package final class AlertRecorder {
    private let store: any AlertStore
    private let searches: AlertingSearches
    /// For each position in the batch, the article's id if it may cause alerts, otherwise 0.
    private var numbers: [Int64] = []
    /// For each feed, whether its articles cause no alerts.
    private var isSilent: [Int64: Bool] = [:]
    private var hasFirstImports = false
    /// The matching of each batch since `record`, with the value of `firstNew` for that batch.
    private var runs: [(run: MatchingRun, firstNew: Int64)] = []
    /// The lowest id of a new article of the batch. Articles with lower ids were stored earlier.
    private var firstNew = Int64.max

    /// Loads the searches, in parallel with the preparation of the first batch.
    package init(store: any AlertStore, searches: AlertingSearches) throws {
        self.store = store
        self.searches = searches
        try searches.refresh(store)
    }

    /// Loads changed searches at the start of a transaction.
    package func beginTransaction() throws { try searches.refresh(store) }

    /// Starts a batch.
    package func begin(articles count: Int) {
        numbers.removeAll(keepingCapacity: true)
        if searches.isOn { numbers += repeatElement(0, count: count) }
        firstNew = .max
    }

    /// Looks up, in one call, all feeds whose articles will be added.
    package func prepare(feeds: some Sequence<Int64>) throws {
        guard searches.isOn, !searches.settings.includesFirstImports else { return }
        let unknown = Set(feeds).filter { isSilent[$0] == nil }.sorted()
        if unknown.isEmpty { return }
        let silent = try store.firstImports(among: unknown)
        for feed in unknown { isSilent[feed] = silent.contains(feed) }
        if !silent.isEmpty { hasFirstImports = true }
    }

    /// Adds an article of the batch that is new or whose content has changed.
    ///
    /// - Parameter ordinal: the article's position among the articles of the batch.
    package func add(_ number: Int64, at ordinal: Int, feed: Int64, isNew: Bool) throws {
        guard searches.isOn else { return }
        if isNew { firstNew = min(firstNew, number) }
        if !searches.settings.includesFirstImports {
            try prepare(feeds: CollectionOfOne(feed))
            if isSilent[feed] ?? false { return }
        }
        if !isNew, let earlier = numbers.lastIndex(of: number) { numbers[earlier] = 0 }
        numbers[ordinal] = number
    }

    /// Starts matching after all rows of the batch have been written. Conditions on terms are evaluated while the
    /// writer continues.
    ///
    /// - Parameters:
    ///   - batch: the articles of the batch by term; evaluated only if needed.
    ///   - prepared: the matches found when the batch was prepared.
    package func startMatching(
        _ batch: @autoclosure () -> InvertedBatch, prepared: BatchMatches?, now: Int64
    ) throws {
        // The batch may add a language whose stems must be searched.
        try searches.refreshLanguages(store, newArticles: numbers.count)
        guard searches.isOn, let matcher = searches.matcher else { return }
        let clock = AlertClock(now: now, utcOffset: searches.settings.utcOffset)
        if let run = matcher.begin(batch(), prepared: prepared, articles: numbers, clock: clock) {
            runs.append((run, firstNew))
        }
    }

    /// Stores the matches of each batch as one row in the batch's transaction. `AlertSorter` reads the rows.
    package func record(now: Int64) throws {
        guard let matcher = searches.matcher, !runs.isEmpty else { return }
        for (run, firstNew) in runs {
            let asked = run.articles.filter { $0 != 0 }
            var pack = AlertPackWriter(base: asked.min() ?? 0)
            var count = 0
            let isSorted = zip(asked, asked.dropFirst()).allSatisfy { $0 < $1 }
            var hidden: Set<Int64>?
            var articles: [Int64] = []
            try matcher.finish(run) { found, match in
                articles.removeAll(keepingCapacity: true)
                for index in match.documents {
                    let document = Int(found.documents[index])
                    let article = document < run.articles.count ? run.articles[document] : 0
                    if article != 0 { articles.append(article) }
                }
                if match.leavesOutHidden, !articles.isEmpty {
                    let known = try hidden ?? store.hiddenArticles(among: asked)
                    hidden = known
                    if !known.isEmpty { articles.removeAll(where: known.contains) }
                }
                if articles.isEmpty { return }
                if !isSorted { articles.sort() }
                pack.add(match.search, articles)
                count += articles.count
            }
            if count == 0 { continue }
            try store.store(AlertBatch(at: now, firstNew: firstNew, matches: pack.bytes))
            searches.recorded += count
        }
        runs.removeAll()
    }

    /// Discards all state after a rollback.
    package func forget() {
        for (run, _) in runs { run.wait() }
        runs.removeAll()
        isSilent.removeAll()
    }

    /// Ends the first imports of feeds. Called after the whole import; later articles of these feeds cause alerts.
    package func finish() throws {
        guard hasFirstImports else { return }
        try store.endFirstImports(of: isSilent.filter(\.value).keys.sorted())
        isSilent.removeAll()
        hasFirstImports = false
    }
}
