/// Which numbers articles have.
///
/// SQLite's row ids have 63 bits, of which a forged file may use all; doclists that are read whole hold 32, and what stands in
/// blocks of neighbouring numbers is found by division. So numbers are held against these limits before they become an index
/// or a size: what lies outside is found by SQLite alone, and reported by `check`.
package enum ArticleNumber {
    package static let maximum = Int64(UInt32.max)

    package static func isValid(_ n: Int64) -> Bool { n >= 1 && n <= maximum }

    /// Memory for what has an entry for each number up to the greatest: an eighth of the machine's. FTS5, which is asked in its
    /// place, needs none.
    private static let budget = MemoryBudget.oneOf(8, atMost: 8 << 30)

    /// Whether there is room for an entry of some bytes for each number below `end`.
    package static func hasRoom(forEachBelow end: Int, bytes: Int) -> Bool {
        let (size, isOver) = end.multipliedReportingOverflow(by: bytes)
        return !isOver && size <= budget
    }
}
