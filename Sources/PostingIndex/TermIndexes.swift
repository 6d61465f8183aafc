internal import System

/// The term indexes of segments in memory, shared by all readers that see the same list of segments.
public final class TermIndexes: Sendable {
    private let indexes = Locked<[Int: SegmentPageIndex]>([:])

    public init() {}

    /// The memory used, in bytes.
    public var byteCount: Int { indexes.withLock { $0.values.reduce(0) { $0 + $1.byteCount } } }

    public func removeAll() { indexes.withLock { $0.removeAll() } }

    subscript(segment: Int) -> SegmentPageIndex? {
        get { indexes.withLock { $0[segment] } }
        // Keep the index with more rows: another reader may have read further meanwhile.
        set { indexes.withLock { if newValue?.progress ?? 0 > $0[segment]?.progress ?? 0 { $0[segment] = newValue } } }
    }
}
