/// Checks, repairs and tidies a store.
public protocol StoreMaintenance: AnyObject {
    /// Progress of the indexing after an upgrade, as of the last commit; nil if it is complete.
    func indexingProgress() throws -> IndexingProgress?

    /// Continues the indexing after an upgrade for about `time`.
    ///
    /// - Returns: whether the indexing is complete.
    @discardableResult
    func continueBackfill(for time: Duration) throws -> Bool

    /// Completes the indexing after an upgrade.
    func finishBackfill() throws

    /// Verifies all redundant data: the file's structure, rows against texts, postings against texts (FTS5 reads every
    /// text again, token by token), article and unread counts, character counts.
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

    /// Adds the Chinese words of new titles to the list of words by pinyin.
    ///
    /// `complete` and `SearchAnswer.suggestion` use the list: `qwss` and `quanwensousuo` find 全文搜索. Matches of a search
    /// do not depend on it. Call it after a fetch or an import, when no request waits; it can be stopped between two
    /// steps and continues from there next time.
    ///
    /// - Parameter shouldGoOn: called before each step of 1,000 titles; each step is a transaction.
    /// - Complexity: linear in the new titles, 0.1 ms each.
    func refreshTitleWords(while shouldGoOn: () -> Bool) throws

    /// Bytes of memory to request before the first of many searches; 0 for a small file.
    var memoryAhead: Int { get }

    /// Does part of the work of the next searches in advance: page faults, reading lengths and term indexes, warm-up
    /// queries (`WarmUpQueries`). For an idle reader; most calls take less than 1 ms.
    ///
    /// - Parameter whileIdle: also reads frequent words and article ids; such a call, or a warm-up query, takes about
    ///   15 ms with a million articles.
    /// - Returns: false if nothing is left to do.
    func warmUp(whileIdle: Bool) -> Bool

    /// Throws if this store's files were moved, deleted or replaced. Other processes would not find data written to
    /// such files.
    func verifyPlace() throws

    /// Whether the path no longer names the open database. Reopening then loses nothing, since no write to the old
    /// database was acknowledged.
    var isReplaced: Bool { get }

    /// Frees memory that is used only to save time: cached pages and cached parts of the index. The next searches fill
    /// it again.
    func releaseMemory()

    /// Seconds east of UTC at a given time, for dates in the queries of rules.
    var utcOffset: @Sendable (Int64) -> Int { get set }
}

extension StoreMaintenance {
    public func refreshTitleWords() throws { try refreshTitleWords(while: { true }) }

    public func warmUp() -> Bool { warmUp(whileIdle: true) }
}
