private import CSQLite

/// Reading pages of a connection's file that are next to each other from the disk.
///
/// SQLite reads a page, of 8 KB, when it needs it. The system's own read-ahead sees only reads in ascending order, and pages that
/// were freed and used again, as those of merged segments, are in descending order. A disk takes little longer for 128 KB than for 8.
public struct BlockReads {
    private let connection: Connection

    public init(_ connection: Connection) { self.connection = connection }

    /// Lets `run` have an effect on the connection. Called outside of transactions.
    public func allow() {
        unsafe connection.blockFile = unsafe connection.blockFile ?? csqlite_open_block_file(connection.handle)
    }

    /// Whether `run` has an effect.
    public var isAllowed: Bool { unsafe connection.blockFile != nil }

    /// The number of the block that was read last, from 0; nil if none was in the last `run`.
    var last: Int64? {
        guard let file = unsafe connection.blockFile, unsafe file.pointee.block >= 0 else { return nil }
        return unsafe file.pointee.block
    }

    /// Runs `body`, which reads one page; returns whether it had to be waited for.
    public func isSlow(_ body: () throws -> Void) rethrows -> Bool {
        let wait = Prefetcher.Wait()
        try body()
        return wait.isLong
    }

    /// Runs `body`, in which each page is read with the 128 KB around it. What else these hold is not looked at.
    ///
    /// - Complexity: where the pages are in memory, some 10 µs more for each 128 KB.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let file = unsafe connection.blockFile, unsafe file.pointee.reads_blocks == 0 else { return try body() }
        unsafe file.pointee.reads_blocks = 1
        unsafe file.pointee.block = -1
        defer { unsafe file.pointee.reads_blocks = 0 }
        return try body()
    }
}
