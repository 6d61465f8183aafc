private import CMalloc
private import Glibc

/// Decoded postings of some terms of one batch, in sequence: document numbers, and positions as bytes.
///
/// The postings are stored in flat arrays, so that matching thousands of terms needs no object per term.
public struct PostingLists: Sendable {
    /// Document numbers, ascending within each list.
    public private(set) var documents: [UInt32] = []
    /// The range of each posting's positions in `bytes`.
    private var places: [(start: UInt32, count: UInt32)] = []
    private var bytes: [UInt8] = []

    /// Creates an empty value.
    public init() {}

    /// Removes all lists; the memory is kept.
    public mutating func removeAll() {
        documents.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Decodes the postings of a term, whose number is below the batch's `termCount`.
    ///
    /// - Returns: the range of its documents in `documents`.
    /// - Complexity: linear in the term's postings.
    public mutating func add(term number: Int, of batch: InvertedBatch) -> Range<Int> {
        let first = documents.count
        let term = unsafe batch.terms[number]
        let base = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: batch.postingByteCount(term)))
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, base < buffer.count else { return }
            let bytes = unsafe start + base
            let count = unsafe batch.collect(term, into: bytes)
            var at = 0
            var ordinal: UInt64 = 0
            // A posting has the form of `InvertedBatch`: delta of the document, twice the size of the positions,
            // positions.
            while at < count {
                ordinal &+= unsafe SegmentVarint.read(bytes, &at, end: count) ?? 0
                let size = unsafe Int(truncatingIfNeeded: (SegmentVarint.read(bytes, &at, end: count) ?? 0) / 2)
                let kept = max(0, min(size, count - at))
                documents.append(UInt32(truncatingIfNeeded: ordinal &- 1))
                places.append((UInt32(truncatingIfNeeded: base + at), UInt32(kept)))
                at += kept
            }
        }
        return first..<documents.count
    }

    /// The size in bytes of the positions of the posting at `index` of `documents`, as an estimate of the number of
    /// positions.
    public func placeBytes(at index: Int) -> Int { Int(places[index].count) }

    /// Appends the positions of the posting at `index` of `documents`, minus `offset`, ascending: column << 32 |
    /// position, as FTS5 counts them. Positions below 0 are left out.
    public func appendPlaces(at index: Int, before offset: Int = 0, to out: inout [Int64]) {
        let end = Int(places[index].start) + Int(places[index].count)
        var at = Int(places[index].start)
        var column: Int64 = 0
        var position: Int64 = 0
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = buffer.baseAddress, end <= buffer.count else { return }
            while at < end {
                let value = unsafe SegmentVarint.read(bytes, &at, end: end) ?? 0
                if value == 1 {
                    column = unsafe Int64(truncatingIfNeeded: SegmentVarint.read(bytes, &at, end: end) ?? 0)
                    position = 0
                } else {
                    position &+= Int64(truncatingIfNeeded: value) &- 2
                    if position >= Int64(offset) { out.append(column << 32 | (position - Int64(offset))) }
                }
            }
        }
    }
}

extension InvertedBatch {
    /// The numbers of many terms; -1 for terms that no document contains. Memory is prefetched for each term.
    ///
    /// - Parameters:
    ///   - bytes: the terms in sequence.
    ///   - ends: the end of each term.
    ///   - hashes: `hash(of:)` for each term.
    public func numbers(ofTermsIn bytes: [UInt8], endingAt ends: [UInt32], hashes: [UInt32]) -> [Int32] {
        let ahead = 16
        return unsafe [Int32](unsafeUninitializedCapacity: max(1, ends.count)) { out, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                var start = 0
                for index in ends.indices {
                    if index + ahead < ends.count {
                        unsafe cmalloc_prefetch(slots + (Int(hashes[index + ahead]) & slotMask))
                    }
                    if index + ahead / 2 < ends.count {
                        let hash = hashes[index + ahead / 2]
                        let entry = unsafe slots[Int(hash) & slotMask]
                        if UInt32(truncatingIfNeeded: entry >> 32) == hash, entry != 0 {
                            unsafe cmalloc_prefetch(terms + Int(UInt32(truncatingIfNeeded: entry)) - 1)
                        }
                    }
                    let end = Int(ends[index])
                    let term = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
                    unsafe out.initializeElement(at: index, to: number(of: term, hashes[index]).map { Int32($0) } ?? -1)
                    start = end
                }
            }
            count = ends.count
        }
    }

    private func number(of term: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int? {
        guard let start = term.baseAddress, !term.isEmpty else { return nil }
        let length = min(term.count, Self.maxTermLength)
        let key = unsafe Self.key(start, min(length, Self.inlineLength))
        var slot = Int(hash) & slotMask
        while true {
            let entry = unsafe slots[slot]
            if entry == 0 { return nil }
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let number = Int(UInt32(truncatingIfNeeded: entry)) - 1
                if unsafe equals(terms + number, start, length, key) { return number }
            }
            slot = (slot + 1) & slotMask
        }
    }
}
