internal import Synchronization

/// The terms of a batch in the order of their bytes, each with its postings in one piece: what is left of an
/// `InvertedBatch` once it is whole, and all that a segment is written from.
///
/// Made on the thread that inverts. It is read from front to back, so that many runs are joined at the speed of memory,
/// and takes a third of what the batch took.
@safe public final class SortedRun: @unchecked Sendable {
    // Written once, by the initializer; only read from then on.

    /// For each term: length of the term, bytes of its postings, documents, ordinal of its last document plus one (these
    /// as SQLite's numbers), the term, the postings as `InvertedBatch` keeps them.
    let bytes: UnsafeMutablePointer<UInt8>
    private let memory: LargeBuffer
    private let pool: Pool?
    public let byteCount: Int
    let columnCount: Int
    /// Number of tokens of each document and column.
    let lengths: [UInt32]

    /// The number of tokens of a document's column, colocated ones left out.
    public func length(ofDocument ordinal: Int, column: Int) -> Int { Int(lengths[ordinal * columnCount + column]) }

    public let documentCount: Int
    /// What four numbers of 32 bits take at most.
    private static let headLength = 20
    /// Numbers are read nine bytes at a time.
    private static let slack = 32
    private static let bufferBytes = 16 << 20

    init(_ batch: InvertedBatch, pool: Pool?) {
        self.pool = pool
        columnCount = batch.columnCount
        lengths = batch.lengths
        documentCount = batch.documentCount
        // More than enough: chunks have room to spare. What is not written to takes no memory.
        let capacity =
            batch.arenaByteCount + batch.termCount * (Self.headLength + InvertedBatch.inlineLength) + Self.slack
        let rounded = (capacity + Self.bufferBytes - 1) / Self.bufferBytes * Self.bufferBytes
        memory = pool?.take(rounded) ?? LargeBuffer(bytes: rounded)
        unsafe bytes = memory.memory.start.assumingMemoryBound(to: UInt8.self)
        var at = unsafe bytes
        batch.forEachSortedTerm { term in
            let count = batch.postingByteCount(term)
            unsafe at += SegmentVarint.write(UInt64(term.length), to: at)
            unsafe at += SegmentVarint.write(UInt64(count), to: at)
            unsafe at += SegmentVarint.write(UInt64(term.documents), to: at)
            unsafe at += SegmentVarint.write(UInt64(term.last), to: at)
            unsafe at += batch.copyBytes(of: term, to: at)
            unsafe at += batch.collect(term, into: at)
        }
        byteCount = unsafe at - bytes
        if pool == nil { memory.memory.trim(to: byteCount + Self.slack) }
    }

    deinit { pool?.give(memory) }

    /// Memory of runs that are no longer needed, for the next ones: to get it anew costs more than to fill it.
    public final class Pool: Sendable {
        private let idle = Mutex<[LargeBuffer]>([])
        private static let most = 24

        public init() {}

        fileprivate func take(_ bytes: Int) -> LargeBuffer? {
            idle.withLock { idle in
                guard let place = idle.lastIndex(where: { $0.byteCount >= bytes }) else { return nil }
                return idle.remove(at: place)
            }
        }

        fileprivate func give(_ buffer: LargeBuffer) {
            idle.withLock { if $0.count < Self.most { $0.append(buffer) } }
        }
    }
}
