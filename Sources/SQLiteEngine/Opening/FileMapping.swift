internal import SQLite

/// Decides whether a reader maps its file into memory, and warms up the mapping.
///
/// After each commit of another process, SQLite unmaps the file (`pagerBeginReadTransaction`). This takes about 4 ms
/// for 200 MB, and all page faults occur again. So the file is read page by page while commits follow each other
/// quickly, and a new mapping is warmed up after a single commit (docs/decisions/0042).
struct FileMapping {
    /// Larger files are not mapped: only the beginning of such a file could be mapped, and each page fault there would
    /// read the system's whole read-ahead window, up to megabytes for one page.
    static let maxBytes: Int64 = 1 << 30
    private let connection: Connection
    private var warmer: MappingWarmer
    /// Version of the index when the warm-up began; -1 before the first search.
    private var version: Int64 = -1
    private(set) var isUsed = false

    init(_ connection: Connection) {
        self.connection = connection
        warmer = MappingWarmer(connection: connection)
    }

    /// Maps the file into memory, or switches to reading it page by page.
    mutating func use(_ isUsed: Bool) throws {
        try connection.execute("PRAGMA mmap_size = \(isUsed ? Self.maxBytes : 0)")
        self.isUsed = isUsed
        warmer = MappingWarmer(connection: connection)
    }

    /// - Parameters:
    ///   - current: the last known version of the index.
    ///   - isRapid: whether commits follow each other quickly.
    /// - Returns: false if nothing is left to warm up.
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
