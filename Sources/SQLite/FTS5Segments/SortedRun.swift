/// The terms of a batch in the order of their bytes, each with its postings in one piece: what is left of an
/// `InvertedBatch` once it is whole, and all that a segment is written from.
///
/// Made on the thread that inverts. It is read from front to back, so that many runs are joined at the speed of memory,
/// and takes a third of what the batch took.
@safe public final class SortedRun: @unchecked Sendable {
    // Written once, by the initializer; only read from then on.

    /// For each term: bytes of its postings, documents, ordinal of its last document plus one (four bytes each), length
    /// of the term (two), the term, the postings as `InvertedBatch` keeps them.
    let bytes: UnsafeMutablePointer<UInt8>
    private let memory: LargeMemory
    public let byteCount: Int
    let columnCount: Int
    /// Number of tokens of each document and column.
    let lengths: [UInt32]
    public let documentCount: Int
    static let headLength = 14
    /// Numbers are read nine bytes at a time.
    private static let slack = 16

    init(_ batch: InvertedBatch) {
        columnCount = batch.columnCount
        lengths = batch.lengths
        documentCount = batch.documentCount
        // More than enough: chunks have room to spare. What is not written to takes no memory.
        let capacity = batch.arenaByteCount + batch.termCount * (Self.headLength + InvertedBatch.inlineLength) + Self.slack
        memory = LargeMemory(bytes: capacity)
        unsafe bytes = memory.start.assumingMemoryBound(to: UInt8.self)
        var at = unsafe bytes
        batch.forEachSortedTerm { term in
            let head = unsafe at
            unsafe at += Self.headLength
            let length = unsafe batch.copyBytes(of: term, to: at)
            unsafe at += length
            let count = unsafe batch.collect(term, into: at)
            unsafe at += count
            let raw = UnsafeMutableRawPointer(head)
            unsafe raw.storeBytes(of: UInt32(truncatingIfNeeded: count), as: UInt32.self)
            unsafe raw.storeBytes(of: term.documents, toByteOffset: 4, as: UInt32.self)
            unsafe raw.storeBytes(of: term.last, toByteOffset: 8, as: UInt32.self)
            unsafe raw.storeBytes(of: UInt16(truncatingIfNeeded: length), toByteOffset: 12, as: UInt16.self)
        }
        byteCount = unsafe at - bytes
        memory.trim(to: byteCount + Self.slack)
    }
}
