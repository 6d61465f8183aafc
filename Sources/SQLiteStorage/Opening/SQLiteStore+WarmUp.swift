internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SQLiteSearch
private import System

extension SQLiteStore {
    var memoryAhead: Int { isLarge ? MemoryBudget.oneOf(128, atMost: FreedMemory.firstBytes) : 0 }

    func releaseMemory() {
        connection.releaseMemory()
        caches.removeAll()
    }

    func warmUp(whileIdle: Bool = true) -> Bool {
        guard access == .read else { return false }
        if warmer.advance() { return true }
        do {
            let isLeft = try connection.snapshot {
                try statistics.refresh()
                return try statistics.facts.readAhead() || statistics.postings.readAhead()
            }
            if isLeft { return true }
            guard whileIdle || statistics.articleCount <= WarmUpQueries.maxArticlesWhileBusy else { return false }
            if warmUpQueries == nil {
                warmUpQueries = try WarmUpQueries(searchSource)
            }
            if try warmUpQueries?.advance(searcher) == true { return true }
            guard whileIdle else { return false }
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
