/// Where one term stands in a batch: documents by ordinal, ascending, and places in each.
public struct InvertedPostings: Sendable {
    /// Ordinals of the documents that have the term.
    public private(set) var documents: [UInt32] = []
    /// Where each document's places lie in `bytes`.
    private var ranges: [Range<Int32>] = []
    private let bytes: [UInt8]

    /// - Parameter bytes: as `InvertedBatch` keeps them: for each document the distance to the one before, twice the
    ///   number of bytes of its places, and these.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var at = 0
        var ordinal: UInt64 = 0
        while at < bytes.count {
            ordinal &+= Self.read(bytes, &at)
            let count = Int(truncatingIfNeeded: Self.read(bytes, &at) / 2)
            let end = min(bytes.count, at + count)
            documents.append(UInt32(truncatingIfNeeded: ordinal &- 1))
            ranges.append(Int32(clamping: at)..<Int32(clamping: end))
            at = end
        }
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
        var at = Int(ranges[index].lowerBound)
        let end = Int(ranges[index].upperBound)
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
