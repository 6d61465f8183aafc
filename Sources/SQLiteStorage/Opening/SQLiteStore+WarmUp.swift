internal import Articles
internal import SQLite
internal import SQLiteSearch
private import System

extension SQLiteStore {
    var memoryAhead: Int { isLarge ? MemoryBudget.oneOf(128, atMost: FreedMemory.firstBytes) : 0 }

    func warmUp(atLeisure: Bool = true) -> Bool {
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
                return try statistics.postings.readFrequentAhead(statistics) || statistics.ids.readAhead(statistics)
            }
        } catch {
            // The search that meets the same trouble says so.
            return false
        }
    }
}
