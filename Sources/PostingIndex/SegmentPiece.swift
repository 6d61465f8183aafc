/// Rows of a segment's tables, prepared on a different thread from that of the writing connection.
package struct SegmentPiece: Sendable {
    /// The blobs of the rows in sequence.
    private(set) var bytes: [UInt8] = []
    /// Rows of the data table: the id, and the end of the blob in `bytes`.
    private(set) var blocks: [(id: Int64, end: Int)] = []
    /// The number of leaves in the piece.
    var leafCount = 0
    /// Rows of the term index: the first term of a leaf, and the leaf.
    package var terms: [(term: [UInt8], page: Int64)] = []
    /// For loads: the terms that begin in this piece, in sequence, with their ends and document frequencies.
    private(set) var countedBytes: [UInt8] = []
    private(set) var counts: [(end: Int, documents: Int)] = []
    /// For merges: the number of leaves read so far of each input.
    var readLeaves: [Int] = []

    /// - Parameter capacity: the number of bytes to reserve for blobs.
    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Whether the piece is large enough to be written (256 KB).
    var isFull: Bool { bytes.count >= 1 << 18 }

    mutating func append(_ block: UnsafeBufferPointer<UInt8>, id: Int64) {
        unsafe bytes.append(contentsOf: block)
        blocks.append((id, bytes.count))
    }

    /// Appends another piece.
    mutating func append(_ other: SegmentPiece) {
        let base = bytes.count
        bytes += other.bytes
        blocks += other.blocks.map { ($0.id, base + $0.end) }
    }

    /// Calls `body` with each page and its id; the bytes are valid only during the call.
    package func forEachPage(_ body: (Int64, Span<UInt8>) throws -> Void) rethrows {
        let bytes = bytes.span
        var start = 0
        for (id, end) in blocks {
            try body(id, bytes.extracting(start..<end))
            start = end
        }
    }

    mutating func count(_ term: UnsafeBufferPointer<UInt8>, documents: Int) {
        unsafe countedBytes.append(contentsOf: term)
        counts.append((countedBytes.count, documents))
    }

    func forEachCount(_ body: (Span<UInt8>, Int) -> Void) {
        var start = 0
        for (end, documents) in counts {
            body(countedBytes.span.extracting(start..<end), documents)
            start = end
        }
    }
}
