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
        do {
            if try warmUpMapping() { return true }
            return try searchWarmer.advance(whileIdle: whileIdle)
        } catch {
            // The search that meets the same trouble says so.
            return false
        }
    }

    /// With each commit of another process SQLite ends the mapping (`pagerBeginReadTransaction`), which takes some 4 ms where 200 MB had been mapped, and
    /// all page faults come again. So the file is read page by page while commits come one after another, and a new mapping is warmed up
    /// after a single one.
    private func warmUpMapping() throws -> Bool {
        if isLarge { return false }
        if isMapped == searchWarmer.pace.isRapid { try useMapping(!isMapped) }
        guard isMapped else { return false }
        let version = statistics.dataVersion
        if version != mappedVersion {
            if mappedVersion >= 0 { warmer = MappingWarmer(connection: connection) }
            mappedVersion = version
        }
        return warmer.advance()
    }
}
