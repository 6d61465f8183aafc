internal import ArticleSearch
internal import Articles
internal import SQLite
private import System

extension SQLiteStore {
    var memoryAhead: Int { isLarge ? MemoryBudget.oneOf(128, atMost: FreedMemory.firstBytes) : 0 }

    func releaseMemory() {
        connection.releaseMemory()
        caches.removeAll()
    }

    func warmUp(whileIdle: Bool = true) -> Bool {
        guard access == .read else { return false }
        do {
            if !isLarge, try mapping.warmUp(at: statistics.dataVersion, isRapid: searchWarmer.pace.isRapid) {
                return true
            }
            return try searchWarmer.advance(whileIdle: whileIdle)
        } catch {
            // Ignored: the next search reports the same error.
            return false
        }
    }
}
