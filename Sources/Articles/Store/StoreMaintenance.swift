/// Checks, repairs and tidies a store.
public protocol StoreMaintenance: AnyObject {
    /// What is left, as of the last commit; nil where nothing is.
    func indexingProgress() throws -> IndexingProgress?

    /// Does what is left, for about `time`.
    ///
    /// - Returns: whether nothing is left.
    @discardableResult
    func continueBackfill(for time: Duration) throws -> Bool

    /// Does all that is left.
    func finishBackfill() throws

    /// Recounts everything that is kept twice: the file's structure, rows against texts, postings against texts (FTS5
    /// reads every text again, token by token), article and unread sums, character counts.
    ///
    /// What is looked at is a copy of one moment, so that writers go on meanwhile (docs/decisions/0051). Where there is
    /// no room for a copy, writers wait until the end.
    ///
    /// - Complexity: reads the whole database twice and writes it once, and analyses every text.
    func check() throws -> CheckReport

    func storeStatistics() throws -> StoreStatistics

    /// Rebuilds the index, and what is kept beside it, from the stored texts, in one transaction.
    func reindex() throws

    /// Merges the index into one segment and gives free pages back.
    func optimize() throws

    /// Lists the Chinese words of titles that have come since the last time, by how they sound.
    ///
    /// `complete` and `SearchAnswer.suggestion` lean on the list: `qwss` and `quanwensousuo` lead to 全文搜索. What a
    /// search matches does not. Meant to be run after a fetch or an import, when nothing waits; it may be stopped
    /// between two steps and goes on from there.
    ///
    /// - Parameter shouldGoOn: asked before each step of 1,000 titles, each a transaction of its own.
    /// - Complexity: linear in the new titles, 0.1 ms each.
    func refreshTitleWords(while shouldGoOn: () -> Bool) throws

    /// Bytes of memory to be asked for before the first of many searches; none for a small file.
    var memoryAhead: Int { get }

    /// Does a part of the work that the next searches would do first: page faults, reading lengths and term indexes,
    /// warm-up queries (`WarmUpQueries`). For a reader that waits for a request; a call takes a fraction of a
    /// millisecond.
    ///
    /// - Parameter whileIdle: reads frequent words and article ids as well; such a call, or a warm-up query, takes some
    ///   15 ms in a million articles.
    /// - Returns: false if nothing is left to do.
    func warmUp(whileIdle: Bool) -> Bool

    /// Throws where what this store writes is not, or not any more, where others look for it: its files were moved, deleted or
    /// replaced.
    func verifyPlace() throws

    /// Whether the path names another database than the one that is open, or none: opening it anew loses nothing then, since no
    /// write to the old one was acknowledged.
    var isReplaced: Bool { get }

    /// Gives back memory that only saves time: cached pages, and what is kept of the index. The next searches fill it again.
    func releaseMemory()

    /// Seconds east of UTC at a moment, for dates in the queries of rules.
    var utcOffset: @Sendable (Int64) -> Int { get set }
}

extension StoreMaintenance {
    public func refreshTitleWords() throws { try refreshTitleWords(while: { true }) }

    public func warmUp() -> Bool { warmUp(whileIdle: true) }
}
