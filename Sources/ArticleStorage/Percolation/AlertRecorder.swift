internal import SQLite

/// Writes down, inside a batch's own transaction, which saved searches its new and edited articles match.
///
/// The first import of a feed is silent: its articles are not news to anybody. That it is under way is stored with the
/// batch, so that an import which was cut short goes on silently.
final class AlertRecorder {
    private let store: ArticleStore
    private let connection: Connection
    /// By ordinal in the batch: the number of an article that may alert, else 0.
    private var numbers: [Int64] = []
    private var others = PreparedBatch()
    private var otherNumbers: [Int64] = []
    /// Whether a feed's articles are kept silent.
    private var isSilent: [Int64: Bool] = [:]
    private var hasFirstImports = false

    init(store: ArticleStore) {
        self.store = store
        connection = store.connection
    }

    /// Begins a batch; false where no search alerts.
    func begin(now: Int64) throws {
        numbers.removeAll(keepingCapacity: true)
        if !otherNumbers.isEmpty {
            others.removeAll()
            otherNumbers.removeAll()
        }
        try store.alerting.refresh(store)
    }

    /// Notes the next article of the batch.
    ///
    /// - Parameters:
    ///   - number: its number where it is new or its content changed, else 0.
    ///   - isExact: the batch's terms are the article's; false where the stored article filled in what was missing.
    func add(_ number: Int64, feed: Int64, isNew: Bool, draft: ArticleDraft, isExact: Bool = true) throws {
        guard store.alerting.isOn else { return }
        guard number != 0, try !isSilent(feed, isNew) else { return numbers.append(0) }
        if !isNew, let earlier = numbers.lastIndex(of: number) { numbers[earlier] = 0 }
        numbers.append(isExact ? number : 0)
        if !isExact {
            others.add(draft)
            otherNumbers.append(number)
        }
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

    /// Matches the batch; part of its transaction.
    func record(_ batch: PreparedBatch, now: Int64) throws {
        guard store.alerting.isOn, let percolator = store.alerting.percolator else { return }
        let clock = AlertClock(now: now, utcOffset: store.alerting.settings.utcOffset)
        var matches = try percolator.matches(in: batch.index, numbers: numbers, clock: clock)
        if !otherNumbers.isEmpty {
            matches += try percolator.matches(in: others.index, numbers: otherNumbers, clock: clock)
        }
        guard !matches.isEmpty else { return }
        matches.sort { ($0.search, $0.article) < ($1.search, $1.article) }
        let insert = try connection.cachedStatement(
            "INSERT OR IGNORE INTO alert (search, article, at) VALUES (?, ?, ?)")
        for match in matches {
            insert.bind(match.search, at: 1)
            insert.bind(match.article, at: 2)
            insert.bind(now, at: 3)
            try insert.run()
        }
        store.alerting.recorded += matches.count
    }

    /// After a rollback.
    func forget() { isSilent.removeAll() }

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
