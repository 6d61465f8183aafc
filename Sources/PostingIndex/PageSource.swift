package import Pipelines

/// Where an index keeps its pages, as one snapshot sees them: the tables of FTS5, or those of another engine.
///
/// Pages and records have the ids of `SegmentRowID`. One thread at a time uses a source; `withPage` and cursors do not nest
/// within a call of the same cursor.
package protocol PageSource: AnyObject {
    /// The largest id that a segment may have.
    var maxSegmentID: Int { get }
    /// The size that pages are written with; nil if the index has an unknown form.
    func pageSize() throws -> Int?
    /// Calls `body` with a page or record; false if there is none.
    func withPage(_ id: Int64, _ body: (Span<UInt8>) -> Void) throws -> Bool
    /// Reads pages in sequence; each call gives a cursor of its own.
    func makeCursor() throws -> any PageCursor
    /// Calls `body` with the ids of all stored pages, ascending; records may be among them.
    func forEachPageID(_ body: (Int64) throws -> Void) throws
    /// The leaf of the last row of a segment's term index whose term is not above `key`; 0 for none.
    func leaf(of key: Span<UInt8>, segment: Int) throws -> Int
    /// Calls `body` with rows of a segment's term index in order: the first term of a leaf, and `pgno`.
    ///
    /// - Parameters:
    ///   - last: only rows above this term; nil for all.
    ///   - limit: at most this many rows.
    func forEachTerm(
        segment: Int, above last: [UInt8]?, atMost limit: Int, _ body: (Span<UInt8>, Int64) -> Void
    ) throws
    /// How many rows of a term index an idle reader reads in one go: a search that comes meanwhile waits for them.
    var termsAhead: Int { get }
    /// Calls `body` with stored rows and their number of tokens in each column.
    func forEachLength(of rows: ClosedRange<Int64>, _ body: (Int64, [Int]) -> Void) throws
    /// - Throws: the engine's error once the deadline is reached.
    func checkDeadline() throws
    /// Whether a page has to be waited for, so that blocks are worth while; it is in memory then.
    func isSlow(_ id: Int64) throws -> Bool
    /// Reads together what looking up keys in segments begins with: over a network that saves round trips.
    ///
    /// - Parameter segments: their ids and leaves.
    func prepare(_ keys: [[UInt8]], in segments: [(id: Int, leaves: ClosedRange<Int>)]) throws
    /// Remembers that a finished segment has no page with an id.
    func keepAbsence(of id: Int64)
    /// Runs `body`, which reads many pages that are next to each other; what comes from the disk is read in blocks.
    func inBlocks<Result>(_ body: () throws -> Result) rethrows -> Result
    /// Opens a source of the same index that another thread may use; nil if there is none. It sees what is committed.
    func makeSecond() throws -> (any PageSource)?
    /// Runs `body` on one snapshot of the index.
    ///
    /// - Throws: the engine's error once the deadline is reached.
    func snapshot<Result>(until deadline: Deadline, _ body: () throws -> Result) throws -> Result
}

/// Steps over pages with ascending ids.
package protocol PageCursor: AnyObject {
    /// Goes before the first page with one of these ids.
    func seek(_ ids: ClosedRange<Int64>)
    /// Goes to the next page.
    ///
    /// - Returns: its id; nil at the end.
    func next() throws -> Int64?
    /// Calls `body` with the page that `next` has reached.
    func withPage(_ body: (Span<UInt8>) -> Void)
    /// Ends the use; what the cursor holds is released.
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

    /// A record; empty if there is none.
    package func record(_ id: Int64) throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try withPage(id) { span in unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// The segments; nil if the index has an unknown form.
    func structure() throws -> SegmentStructure? {
        SegmentStructure(try record(SegmentRowID.structure), maxID: maxSegmentID)
    }
}

/// The pages of an index in a transaction that may change them.
package protocol PageStore: PageSource {
    /// Whether a transaction has begun, so that other connections may not see all segments.
    var isInTransaction: Bool { get }
    /// Runs `body`, which changes segments: completely or not at all.
    func changeSegments<Result>(_ body: () throws -> Result) throws -> Result
    /// The id of a new segment; nil if none is free.
    func newSegmentID(_ structure: SegmentStructure) throws -> Int?
    func setRecord(_ id: Int64, _ bytes: [UInt8]) throws
    /// Adds pages and rows of the term index to a segment; pieces come in order.
    func write(_ piece: SegmentPiece, segment: Int) throws
    /// Stores the number of tokens in each column of new rows.
    ///
    /// - Parameter lengths: called with a row and its numbers, for each.
    func writeLengths(_ lengths: ((Int64, ArraySlice<UInt32>) throws -> Void) throws -> Void) throws
    /// Deletes the numbers of tokens of stored rows.
    ///
    /// - Returns: those that were there, in no order.
    func takeLengths(of rows: [Int64]) throws -> [[Int]]
    /// Deletes leaves of a segment that a merge has read.
    func deletePages(_ ids: ClosedRange<Int64>) throws
    func delete(segment: Int) throws
    /// Runs a body with a source of its own, which another thread may use while this one writes; nil if there is none.
    var aside: (@Sendable ((any PageSource) throws -> Void) throws -> Void)? { get }
}
