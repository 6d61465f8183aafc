private import CSQLite

/// Reads adjacent pages of a connection's file from the disk together.
///
/// SQLite reads each 8 KB page only when it needs it. The system's read-ahead detects only ascending reads, but pages
/// that were freed and reused, such as those of merged segments, are in descending order. Reading 128 KB from a disk
/// takes little longer than reading 8 KB.
public struct BlockReads {
    private let connection: Connection

    public init(_ connection: Connection) { self.connection = connection }

    /// Enables `run` for the connection. Must be called outside of transactions.
    public func allow() {
        unsafe connection.blockFile = unsafe connection.blockFile ?? csqlite_open_block_file(connection.handle)
    }

    /// Whether `run` is enabled.
    public var isAllowed: Bool { unsafe connection.blockFile != nil }

    /// The index of the last block that was read by the last `run`; nil if it read none.
    var last: Int64? {
        guard let file = unsafe connection.blockFile, unsafe file.pointee.block >= 0 else { return nil }
        return unsafe file.pointee.block
    }

    /// Runs `body`, which reads one page. Returns whether the page was slow to read.
    public func isSlow(_ body: () throws -> Void) rethrows -> Bool {
        let wait = Prefetcher.Wait()
        try body()
        return wait.isLong
    }

    /// Runs `body`. Whenever `body` reads a page from the file, the whole 128 KB block around the page is read.
    ///
    /// - Complexity: about 10 µs of overhead for each 128 KB block if its pages are already in memory.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let file = unsafe connection.blockFile, unsafe file.pointee.reads_blocks == 0 else { return try body() }
        unsafe file.pointee.reads_blocks = 1
        unsafe file.pointee.block = -1
        defer { unsafe file.pointee.reads_blocks = 0 }
        return try body()
    }
}
