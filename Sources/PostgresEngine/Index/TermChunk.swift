internal import PostingIndex

/// Consecutive rows of a segment's term index, packed into one value. A row consists of the page number as a varint,
/// the length of the term as a varint, and the term.
struct TermChunk {
    static let maxRows = 256

    private(set) var first: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    mutating func append(_ term: [UInt8], page: Int64) {
        if count == 0 { first = term }
        SegmentVarint.append(UInt64(page), to: &bytes)
        SegmentVarint.append(UInt64(term.count), to: &bytes)
        bytes += term
        count += 1
    }

    /// Calls `body` with each row until `body` returns false. Stops at a malformed row.
    static func forEachRow(of bytes: [UInt8], _ body: (ArraySlice<UInt8>, Int64) -> Bool) {
        var at = 0
        while at < bytes.count {
            var reader = SegmentStructure.Reader(bytes, from: at)
            guard let page = reader.next(), let count = reader.next(), count <= UInt64(bytes.count - reader.index)
            else {
                return
            }
            at = reader.index + Int(count)
            if !body(bytes[reader.index..<at], Int64(clamping: page)) { return }
        }
    }
}
