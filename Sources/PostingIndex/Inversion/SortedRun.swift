internal import System

/// The terms of a batch in byte order, each with its postings: the compact form of a finished `InvertedBatch`, from
/// which segments are written.
///
/// A run is built on the thread that inverts the documents. It takes a third of the batch's memory. Merging reads runs
/// sequentially, at memory speed.
@safe public final class SortedRun: @unchecked Sendable {
    // Written only by the initializer.

    /// For each term: its length, the size of its postings in bytes, its document frequency, the number of its last
    /// document plus one (all as varints), the term, and the postings as in `InvertedBatch`.
    let bytes: UnsafeMutablePointer<UInt8>
    private let memory: LargeBuffer
    private let pool: Pool?
    public let byteCount: Int
    let columnCount: Int
    /// The number of tokens in each column of each document.
    package let lengths: [UInt32]

    /// The number of tokens in a column of a document, not counting colocated ones.
    public func length(ofDocument ordinal: Int, column: Int) -> Int { Int(lengths[ordinal * columnCount + column]) }

    public let documentCount: Int
    /// The maximum size of four 32-bit varints.
    private static let headLength = 20
    /// Padding, because varints are read nine bytes at a time.
    private static let slack = 32
    private static let bufferBytes = 16 << 20

    init(_ batch: InvertedBatch, pool: Pool?) {
        self.pool = pool
        columnCount = batch.columnCount
        lengths = batch.lengths
        documentCount = batch.documentCount
        // An upper bound, because chunks have spare space. Memory that is not written costs nothing.
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

    /// Keeps the memory of runs for reuse, because allocating it again takes longer than filling it.
    public final class Pool: Sendable {
        private let idle = Locked<[LargeBuffer]>([])
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
