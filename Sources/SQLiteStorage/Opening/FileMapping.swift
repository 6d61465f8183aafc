internal import SQLite

/// Whether a reader maps its file, and how far the mapping is warmed up.
///
/// With each commit of another process SQLite ends the mapping (`pagerBeginReadTransaction`), which takes some 4 ms where 200 MB had been
/// mapped, and all page faults come again. So the file is read page by page while commits come one after another, and a new
/// mapping is warmed up after a single one (docs/decisions/0126).
struct FileMapping {
    /// A larger file would be mapped at its beginning only, and what is on the disk there read in whole windows of
    /// the system's read-ahead, up to megabytes for a page.
    static let maxBytes: Int64 = 1 << 30
    private let connection: Connection
    private var warmer: MappingWarmer
    /// Of the index when the warm-up began; -1 before the first search.
    private var version: Int64 = -1
    private(set) var isUsed = false

    init(_ connection: Connection) {
        self.connection = connection
        warmer = MappingWarmer(connection: connection)
    }

    /// Maps the file, or reads it page by page.
    mutating func use(_ isUsed: Bool) throws {
        try connection.execute("PRAGMA mmap_size = \(isUsed ? Self.maxBytes : 0)")
        self.isUsed = isUsed
        warmer = MappingWarmer(connection: connection)
    }

    /// - Parameters:
    ///   - current: the version of the index, as it was read last.
    ///   - isRapid: whether commits come one after another.
    /// - Returns: false if nothing is left to do.
    mutating func warmUp(at current: Int64, isRapid: Bool) throws -> Bool {
        if isUsed == isRapid { try use(!isRapid) }
        guard isUsed else { return false }
        if current != version {
            if version >= 0 { warmer = MappingWarmer(connection: connection) }
            version = current
        }
        return warmer.advance()
    }
}
