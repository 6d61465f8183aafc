package import Pipelines

/// The pages of an index as seen by one snapshot, in the tables of FTS5 or of another engine.
///
/// Pages and records have the ids of `SegmentRowID`. Only one thread at a time may use a source; calls of `withPage`
/// and of a cursor must not be nested within a call of the same cursor.
package protocol PageSource: AnyObject {
    /// The largest possible segment id.
    var maxSegmentID: Int { get }
    /// The page size for writing; nil if the format of the index is unknown.
    func pageSize() throws -> Int?
    /// Calls `body` with a page or record; returns false if the index has no such page.
    func withPage(_ id: Int64, _ body: (Span<UInt8>) -> Void) throws -> Bool
    /// Creates a cursor for reading pages in sequence.
    func makeCursor() throws -> any PageCursor
    /// Calls `body` with the ids of all stored pages, ascending; ids of records may be among them.
    func forEachPageID(_ body: (Int64) throws -> Void) throws
    /// The leaf of the last row in a segment's term index whose term is not above `key`; 0 if there is no such row.
    func leaf(of key: Span<UInt8>, segment: Int) throws -> Int
    /// Calls `body` with rows of a segment's term index in order: the first term of a leaf, and `pgno`.
    ///
    /// - Parameters:
    ///   - last: only rows above this term are read; nil for all.
    ///   - limit: the maximum number of rows.
    func forEachTerm(
        segment: Int, above last: [UInt8]?, atMost limit: Int, _ body: (Span<UInt8>, Int64) -> Void
    ) throws
    /// The number of rows of a term index that an idle reader reads at once. A search that arrives meanwhile must wait.
    var termsAhead: Int { get }
    /// Calls `body` with each stored row and its number of tokens in each column.
    func forEachLength(of rows: ClosedRange<Int64>, _ body: (Int64, [Int]) -> Void) throws
    /// - Throws: the engine's error once the deadline is reached.
    func checkDeadline() throws
    /// Reads a page into memory and returns whether that was slow enough to make reading in blocks worthwhile.
    func isSlow(_ id: Int64) throws -> Bool
    /// Reads the first pages needed to look up keys in segments, all at once, which saves round trips over a network.
    ///
    /// - Parameter segments: the ids and leaves of the segments.
    func prepare(_ keys: [[UInt8]], in segments: [(id: Int, leaves: ClosedRange<Int>)]) throws
    /// Records that a finished segment has no page with this id.
    func keepAbsence(of id: Int64)
    /// Runs `body`, which reads many adjacent pages. Pages on disk are read in blocks.
    func inBlocks<Result>(_ body: () throws -> Result) rethrows -> Result
    /// Opens another source of this index for another thread; nil if that is impossible. The new source sees only
    /// committed data.
    func makeSecond() throws -> (any PageSource)?
    /// Runs `body` on one snapshot of the index.
    ///
    /// - Throws: the engine's error once the deadline is reached.
    func snapshot<Result>(until deadline: Deadline, _ body: () throws -> Result) throws -> Result
}

/// Iterates over pages with ascending ids.
package protocol PageCursor: AnyObject {
    /// Moves to the position before the first page with one of these ids.
    func seek(_ ids: ClosedRange<Int64>)
    /// Moves to the next page.
    ///
    /// - Returns: the id of the page; nil at the end.
    func next() throws -> Int64?
    /// Calls `body` with the bytes of the current page.
    func withPage(_ body: (Span<UInt8>) -> Void)
    /// Ends the iteration and releases the cursor's resources.
    func reset()
}

extension PageSource {
    package func isSlow(_ id: Int64) throws -> Bool { false }
    package func prepare(_ keys: [[UInt8]], in segments: [(id: Int, leaves: ClosedRange<Int>)]) throws {}
    package func keepAbsence(of id: Int64) {}
    package var termsAhead: Int { PostingReader.rowsInOneGo }
    package func inBlocks<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    package func makeSecond() throws -> (any PageSource)? { nil }
    package func snapshot<Result>(until deadline: Deadline, _ body: () throws -> Result) throws -> Result { try body() }

    /// The bytes of a record; empty if the index has no such record.
    package func record(_ id: Int64) throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try withPage(id) { span in unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// The structure record; nil if the format of the index is unknown.
    func structure() throws -> SegmentStructure? {
        SegmentStructure(try record(SegmentRowID.structure), maxID: maxSegmentID)
    }
}

/// The pages of an index in a transaction that may change them.
package protocol PageStore: PageSource {
    /// Whether a transaction is open, so that other connections may not see all segments.
    var isInTransaction: Bool { get }
    /// Runs `body`, which changes segments, atomically.
    func changeSegments<Result>(_ body: () throws -> Result) throws -> Result
    /// The id of a new segment; nil if no id is free.
    func newSegmentID(_ structure: SegmentStructure) throws -> Int?
    func setRecord(_ id: Int64, _ bytes: [UInt8]) throws
    /// Adds pages and term index rows to a segment. Pieces must be added in order.
    func write(_ piece: SegmentPiece, segment: Int) throws
    /// Stores the number of tokens in each column of new rows.
    ///
    /// - Parameter lengths: calls its argument with each row and its token counts.
    func writeLengths(_ lengths: ((Int64, ArraySlice<UInt32>) throws -> Void) throws -> Void) throws
    /// Deletes the token counts of stored rows.
    ///
    /// - Returns: the deleted counts, in no particular order.
    func takeLengths(of rows: [Int64]) throws -> [[Int]]
    /// Deletes leaves of a segment that a merge has read.
    func deletePages(_ ids: ClosedRange<Int64>) throws
    func delete(segment: Int) throws
    /// Runs its argument with a separate page source that another thread may use while this store writes; nil if the
    /// engine has no such source.
    var aside: (@Sendable ((any PageSource) throws -> Void) throws -> Void)? { get }
}
