/// Where one term stands in a batch: documents by ordinal, ascending, and places in each.
public final class InvertedPostings: Sendable {
    /// Ordinals of the documents that have the term.
    public let documents: [UInt32]
    /// Where each document's places end in `bytes`, and how many bytes they have.
    private let ends: [(end: Int32, count: Int32)]
    private let bytes: [UInt8]

    /// - Parameter bytes: as `InvertedBatch` keeps them: for each document the distance to the one before, twice the
    ///   number of bytes of its places, and these.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var documents: [UInt32] = []
        var ends: [(end: Int32, count: Int32)] = []
        // Three bytes a document at least.
        documents.reserveCapacity(min(64, bytes.count / 3))
        ends.reserveCapacity(min(64, bytes.count / 3))
        var at = 0
        var ordinal: UInt64 = 0
        while at < bytes.count {
            ordinal &+= Self.read(bytes, &at)
            let count = Int(truncatingIfNeeded: Self.read(bytes, &at) / 2)
            let end = min(bytes.count, at + count)
            documents.append(UInt32(truncatingIfNeeded: ordinal &- 1))
            ends.append((Int32(clamping: end), Int32(clamping: end - at)))
            at = end
        }
        self.documents = documents
        self.ends = ends
    }

    /// Where a document stands among `documents`; nil where it has not got the term.
    public func index(of document: UInt32) -> Int? {
        var low = 0
        var high = documents.count
        while low < high {
            let middle = (low + high) / 2
            if documents[middle] < document { low = middle + 1 } else { high = middle }
        }
        return low < documents.count && documents[low] == document ? low : nil
    }

    /// Appends the places in the document at `index`, ascending: column << 32 | position, as FTS5 counts them.
    public func appendPlaces(ofDocumentAt index: Int, to places: inout [Int64]) {
        let end = Int(ends[index].end)
        var at = end - Int(ends[index].count)
        var column: Int64 = 0
        var position: Int64 = 0
        while at < end {
            let value = Self.read(bytes, &at)
            if value == 1 {
                column = Int64(truncatingIfNeeded: Self.read(bytes, &at))
                position = 0
            } else {
                position &+= Int64(truncatingIfNeeded: value) &- 2
                places.append(column << 32 | position)
            }
        }
    }

    private static func read(_ bytes: [UInt8], _ at: inout Int) -> UInt64 {
        if at < bytes.count, bytes[at] < 0x80 {
            at += 1
            return UInt64(bytes[at - 1])
        }
        var value: UInt64 = 0
        for count in 1...SegmentVarint.maxLength {
            guard at < bytes.count else { return value }
            let byte = bytes[at]
            at += 1
            if count == SegmentVarint.maxLength { return value << 8 | UInt64(byte) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return value
    }
}
