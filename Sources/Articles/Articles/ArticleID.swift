/// Identifies an article within a store; shown as `#12`. It never changes and is never reused.
public typealias ArticleID = Int64

/// The valid range of article ids.
///
/// Row ids in SQLite have 63 bits, and a crafted file may use all of them. Posting lists hold 32 bits, and blocks of
/// consecutive ids are found by division. Ids are therefore checked against this range before they are used as an index
/// or a size. Articles with ids outside the range are found only through SQLite, and `check` reports them.
package enum ArticleIDRange {
    package static let maximum = Int64(UInt32.max)

    package static func isValid(_ id: ArticleID) -> Bool { id >= 1 && id <= maximum }

    /// The memory limit for arrays with an entry for each id: an eighth of the machine's memory. If the arrays would
    /// exceed it, the store uses FTS5, which needs no such arrays.
    private static let budget = MemoryBudget.oneOf(8, atMost: 8 << 30)

    /// Whether an array with this many bytes for each id below `end` fits into the budget.
    package static func hasRoom(forEachBelow end: Int, bytes: Int) -> Bool {
        let (size, isOver) = end.multipliedReportingOverflow(by: bytes)
        return !isOver && size <= budget
    }
}
