internal import SQLiteSearch
internal import Articles
internal import SQLite
private import System

extension ArticleStore {
    /// Bytes of memory to be asked for before the first of many searches; none for a small file.
    public var memoryAhead: Int { isLarge ? MemoryBudget.oneOf(128, atMost: FreedMemory.firstBytes) : 0 }

    /// Does a little of what the next searches would meet first: takes page faults, reads lengths and term indexes, asks
    /// searches of its own (`Rehearsal`). For a reader that waits for its next question; each call takes a fraction of a
    /// millisecond.
    ///
    /// - Parameter atLeisure: reads frequent words and ids as well, of which a call takes some 15 ms in a million articles,
    ///   as a search of its own does there.
    /// - Returns: false when there is nothing left to do.
    public func warmUp(atLeisure: Bool = true) -> Bool {
        guard access == .read else { return false }
        if warmer.advance() { return true }
        do {
            let isLeft = try connection.snapshot {
                try statistics.refresh()
                return try statistics.facts.readAhead() || statistics.postings.readAhead()
            }
            if isLeft { return true }
            guard atLeisure || statistics.articleCount <= Rehearsal.mostArticlesInHaste else { return false }
            if rehearsal == nil {
                rehearsal = try Rehearsal(connection)
            }
            if try rehearsal?.advance(searcher) == true { return true }
            guard atLeisure else { return false }
            return try connection.snapshot {
                try statistics.refresh()
                return try statistics.postings.readHotAhead(statistics) || statistics.ids.readAhead(statistics)
            }
        } catch {
            // The search that meets the same trouble says so.
            return false
        }
    }
}
