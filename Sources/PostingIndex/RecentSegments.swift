/// The segments of an index from a given id on, for an engine with ascending ids: those that a transaction has written,
/// and those that other writers have added meanwhile.
///
/// If only these are read, the cost of evaluating a rule on new articles does not depend on the number of other
/// articles.
package final class RecentSegments: PageSource {
    private let pages: any PageSource
    private let first: Int

    /// - Parameter first: the id of the oldest segment to read.
    package init(_ pages: any PageSource, from first: Int) {
        self.pages = pages
        self.first = first
    }

    package var maxSegmentID: Int { pages.maxSegmentID }

    package func pageSize() throws -> Int? { try pages.pageSize() }

    package func withPage(_ id: Int64, _ body: (Span<UInt8>) -> Void) throws -> Bool {
        guard id == SegmentRowID.structure else { return try pages.withPage(id, body) }
        guard var structure = try pages.structure() else { return false }
        structure.keepSegments(from: first)
        body(structure.record.span)
        return true
    }

    package func makeCursor() throws -> any PageCursor { try pages.makeCursor() }

    package func forEachPageID(_ body: (Int64) throws -> Void) throws { try pages.forEachPageID(body) }

    package func leaf(of key: Span<UInt8>, segment: Int) throws -> Int { try pages.leaf(of: key, segment: segment) }

    package func forEachTerm(
        segment: Int, above last: [UInt8]?, atMost limit: Int, _ body: (Span<UInt8>, Int64) -> Void
    ) throws {
        try pages.forEachTerm(segment: segment, above: last, atMost: limit, body)
    }

    package func forEachLength(of rows: ClosedRange<Int64>, _ body: (Int64, [Int]) -> Void) throws {
        try pages.forEachLength(of: rows, body)
    }

    package func checkDeadline() throws { try pages.checkDeadline() }
}
