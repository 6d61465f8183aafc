internal import ArticleBatches
internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching

/// Writes down, inside a batch's own transaction, which saved searches its new and edited articles match.
///
/// The first import of a feed is silent: its articles are not news to anybody. That it is under way is stored with the
/// batch, so that an import which was cut short goes on silently.
final class AlertRecorder {
    private let store: SQLiteStore
    private let connection: Connection
    /// By ordinal in the batch: the number of an article that may alert, else 0.
    private var numbers: [Int64] = []
    /// Whether a feed's articles are kept silent.
    private var isSilent: [Int64: Bool] = [:]
    private var hasFirstImports = false
    private var runs: [MatchingRun] = []
    /// The lowest number of a new article of the batch: what is below it was stored before.
    private var firstNew = Int64.max

    /// Loads the searches, so that this goes on beside the preparing of the first batch.
    init(store: SQLiteStore) throws {
        self.store = store
        connection = store.connection
        try store.alerting.refresh(store)
    }

    /// Begins a batch; false where no search alerts.
    func begin(now: Int64) throws {
        numbers.removeAll(keepingCapacity: true)
        firstNew = .max
        try store.alerting.refresh(store)
    }

    /// Notes the next article of the batch.
    ///
    /// - Parameter number: its number where it is new or its content changed, else 0.
    func add(_ number: Int64, feed: Int64, isNew: Bool) throws {
        guard store.alerting.isOn else { return }
        if isNew { firstNew = min(firstNew, number) }
        guard number != 0, try !isSilent(feed, isNew) else { return numbers.append(0) }
        if !isNew, let earlier = numbers.lastIndex(of: number) { numbers[earlier] = 0 }
        numbers.append(number)
    }

    private func isSilent(_ feed: Int64, _ isNew: Bool) throws -> Bool {
        if store.alerting.settings.includesFirstImports { return false }
        if let known = isSilent[feed] { return known }
        // The sum is written at a batch's end: none means that this batch brings the first.
        var silent = try connection.integer("SELECT 1 FROM feed WHERE id = ? AND articles > 0", [.integer(feed)]) == nil
        if silent {
            try connection.run("INSERT OR IGNORE INTO first_import (feed) VALUES (?)", [.integer(feed)])
        } else {
            silent = try connection.integer("SELECT 1 FROM first_import WHERE feed = ?", [.integer(feed)]) != nil
        }
        if silent { hasFirstImports = true }
        isSilent[feed] = silent
        return silent
    }

    /// All rows of the batch are there: what its terms decide is worked out beside what the writer does next.
    func startMatching(_ batch: PreparedBatch, now: Int64) throws {
        // The batch may have brought a language whose stems searches are to look for.
        try store.alerting.refresh(store, newArticles: numbers.count)
        guard store.alerting.isOn, let matcher = store.alerting.matcher else { return }
        let clock = AlertClock(now: now, utcOffset: store.alerting.settings.utcOffset)
        if let run = matcher.begin(
            batch.index, prepared: batch.matches, articles: numbers, clock: clock)
        {
            runs.append(run)
        }
    }

    /// Writes the matches down, all as one row (`AlertSorter`); part of the batch's transaction.
    func record(now: Int64) throws {
        guard let matcher = store.alerting.matcher, !runs.isEmpty else { return }
        let asked = numbers.filter { $0 != 0 }
        var pack = AlertPackWriter(base: asked.min() ?? 0)
        var count = 0
        for run in runs {
            let hidden = try hiddenDocuments(run)
            let asked = run.articles.filter { $0 != 0 }
            let isSorted = zip(asked, asked.dropFirst()).allSatisfy { $0 < $1 }
            var articles: [Int64] = []
            try matcher.finish(run) { found, match in
                articles.removeAll(keepingCapacity: true)
                for index in match.documents {
                    let document = found.documents[index]
                    let article = Int(document) < run.articles.count ? run.articles[Int(document)] : 0
                    if article == 0 { continue }
                    if match.leavesOutHidden, !hidden.isEmpty, hidden.contains(document) { continue }
                    articles.append(article)
                }
                if articles.isEmpty { return }
                if !isSorted { articles.sort() }
                pack.add(match.search, articles)
                count += articles.count
            }
        }
        runs.removeAll()
        if count == 0 { return }
        let row = try connection.cachedStatement("INSERT INTO alert_batch (at, first_new, matches) VALUES (?, ?, ?)")
        row.bind(now, at: 1)
        row.bind(firstNew, at: 2)
        row.bind(blob: pack.bytes.span, at: 3)
        try row.run()
        store.alerting.recorded += count
    }

    /// The documents that a rule has hidden.
    private func hiddenDocuments(_ run: MatchingRun) throws -> Set<UInt32> {
        guard try store.searcher.hasHidden() else { return [] }
        let row = try connection.cachedStatement("SELECT 1 FROM article WHERE n = ? AND flags & 8")
        var hidden: Set<UInt32> = []
        for document in run.asked {
            row.bind(run.articles[Int(document)], at: 1)
            if try row.step() { hidden.insert(document) }
            row.reset()
        }
        return hidden
    }

    /// After a rollback.
    func forget() {
        for run in runs { run.wait() }
        runs.removeAll()
        isSilent.removeAll()
    }

    /// The whole import is through: what its feeds bring from now on is news.
    func finish() throws {
        guard hasFirstImports else { return }
        for (feed, silent) in isSilent where silent {
            try connection.run("DELETE FROM first_import WHERE feed = ?", [.integer(feed)])
        }
        isSilent.removeAll()
        hasFirstImports = false
    }
}
