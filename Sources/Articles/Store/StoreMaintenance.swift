/// Checks, repairs and tidies a store.
public protocol StoreMaintenance: AnyObject {
    /// The progress of indexing after an upgrade, as of the last commit; nil if it is complete.
    func indexingProgress() throws -> IndexingProgress?

    /// Continues indexing after an upgrade, for about `time`.
    ///
    /// - Returns: whether indexing is complete.
    @discardableResult
    func continueBackfill(for time: Duration) throws -> Bool

    /// Completes indexing after an upgrade.
    func finishBackfill() throws

    /// Verifies all redundant data: the file's structure, rows and postings against texts (FTS5 reads every text again,
    /// token by token), article and unread counts, and character counts.
    ///
    /// It works on a snapshot copy, so writers are not blocked (docs/decisions/0051). If there is no space for a copy,
    /// writers wait until the end.
    ///
    /// - Complexity: reads the whole database twice and writes it once, and analyses every text.
    func check() throws -> CheckReport

    func storeStatistics() throws -> StoreStatistics

    /// Rebuilds the index and other derived data from the stored texts, in one transaction.
    func reindex() throws

    /// Merges the index into one segment and frees unused pages.
    func optimize() throws

    /// Adds the Chinese words in new titles to the list of words by pinyin.
    ///
    /// `complete` and `SearchAnswer.suggestion` use the list: `qwss` and `quanwensousuo` find 全文搜索. The matches of a
    /// search do not depend on it. Call this after a fetch or an import, when no request waits. It can be stopped
    /// between two steps and continues from there next time.
    ///
    /// - Parameter shouldGoOn: called before each step of 1,000 titles; each step is a transaction.
    /// - Complexity: linear in the number of new titles, 0.1 ms each.
    func refreshTitleWords(while shouldGoOn: () -> Bool) throws

    /// The number of bytes of memory to request before the first of many searches; 0 for a small file.
    var memoryAhead: Int { get }

    /// Does part of the work of the next searches in advance: page faults, reading lengths and term indexes, and
    /// warm-up queries (`WarmUpQueries`). For an idle reader; most calls take less than 1 ms.
    ///
    /// - Parameter whileIdle: whether to read frequent words and article ids too. Such a call, or a warm-up query,
    ///   takes about 15 ms with a million articles.
    /// - Returns: false if nothing is left to do.
    func warmUp(whileIdle: Bool) -> Bool

    /// Throws if this store's files were moved, deleted or replaced. Other processes would not find data written to
    /// such files.
    func verifyPlace() throws

    /// Whether the path no longer names the open database. If so, reopening loses nothing, because no write to the old
    /// database was acknowledged.
    var isReplaced: Bool { get }

    /// Frees memory that only saves time: cached pages and cached parts of the index. The next searches fill the caches
    /// again.
    func releaseMemory()

    /// Seconds east of UTC at a given time, for dates in the queries of rules.
    var utcOffset: @Sendable (Int64) -> Int { get set }
}

extension StoreMaintenance {
    public func refreshTitleWords() throws { try refreshTitleWords(while: { true }) }

    public func warmUp() -> Bool { warmUp(whileIdle: true) }
}
