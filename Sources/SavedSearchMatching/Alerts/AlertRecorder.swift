internal import Articles
package import BatchInversion

/// Writes down, inside a batch's own transaction, which saved searches its new and edited articles match.
///
/// The first import of a feed is silent: its articles are not news to anybody. That it is under way is stored with the
/// batch, so that an import which was cut short goes on silently.
package final class AlertRecorder {
    private let store: any AlertStore
    private let searches: AlertingSearches
    /// By ordinal in the batch: the number of an article that may alert, else 0.
    private var numbers: [Int64] = []
    /// Whether a feed's articles are kept silent.
    private var isSilent: [Int64: Bool] = [:]
    private var hasFirstImports = false
    private var runs: [MatchingRun] = []
    /// The lowest number of a new article of the batch: what is below it was stored before.
    private var firstNew = Int64.max

    /// Loads the searches, so that this goes on beside the preparing of the first batch.
    package init(store: any AlertStore, searches: AlertingSearches) throws {
        self.store = store
        self.searches = searches
        try searches.refresh(store)
    }

    /// Begins a transaction that writes batches.
    package func beginTransaction() throws { try searches.refresh(store) }

    /// Begins a batch.
    package func begin(articles count: Int) {
        numbers.removeAll(keepingCapacity: true)
        if searches.isOn { numbers += repeatElement(0, count: count) }
        firstNew = .max
    }

    /// Looks up feeds whose articles are going to be added, together.
    package func prepare(feeds: some Sequence<Int64>) throws {
        guard searches.isOn, !searches.settings.includesFirstImports else { return }
        let unknown = Set(feeds).filter { isSilent[$0] == nil }.sorted()
        if unknown.isEmpty { return }
        let silent = try store.firstImports(among: unknown)
        for feed in unknown { isSilent[feed] = silent.contains(feed) }
        if !silent.isEmpty { hasFirstImports = true }
    }

    /// Notes an article of the batch that is new, or whose content has changed.
    ///
    /// - Parameter ordinal: its place among the articles of the batch.
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

    /// All rows of the batch are there: what its terms decide is worked out beside what the writer does next.
    ///
    /// - Parameters:
    ///   - batch: its articles by term; evaluated only where it is needed.
    ///   - prepared: what was matched when the batch was prepared.
    package func startMatching(
        _ batch: @autoclosure () -> InvertedBatch, prepared: BatchMatches?, now: Int64
    ) throws {
        // The batch may have brought a language whose stems searches are to look for.
        try searches.refreshLanguages(store, newArticles: numbers.count)
        guard searches.isOn, let matcher = searches.matcher else { return }
        let clock = AlertClock(now: now, utcOffset: searches.settings.utcOffset)
        if let run = matcher.begin(batch(), prepared: prepared, articles: numbers, clock: clock) { runs.append(run) }
    }

    /// Writes the matches down, all as one row (`AlertSorter`); part of the batch's transaction.
    package func record(now: Int64) throws {
        guard let matcher = searches.matcher, !runs.isEmpty else { return }
        let asked = numbers.filter { $0 != 0 }
        var pack = AlertPackWriter(base: asked.min() ?? 0)
        var count = 0
        for run in runs {
            let asked = run.articles.filter { $0 != 0 }
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
        }
        runs.removeAll()
        if count == 0 { return }
        try store.store(AlertBatch(at: now, firstNew: firstNew, matches: pack.bytes))
        searches.recorded += count
    }

    /// After a rollback.
    package func forget() {
        for run in runs { run.wait() }
        runs.removeAll()
        isSilent.removeAll()
    }

    /// The whole import is through: what its feeds bring from now on is news.
    package func finish() throws {
        guard hasFirstImports else { return }
        try store.endFirstImports(of: isSilent.filter(\.value).keys.sorted())
        isSilent.removeAll()
        hasFirstImports = false
    }
}
