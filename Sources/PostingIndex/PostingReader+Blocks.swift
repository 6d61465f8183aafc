/// Reads positions with the help of block lists.
extension PostingReader {
    /// Reserves memory for a number of leaves and rows, but at most 256 MB, because the numbers come from the file and
    /// may be wrong.
    static func doclists(leaves: Int, rows: Int) -> Doclists {
        var doclists = Doclists()
        let bytes = min(max(0, leaves), maxReservedBytes / leafSize) * leafSize
        // A posting takes at least two bytes.
        doclists.reserve(bytes: bytes, rows: max(0, min(rows, bytes / 2)))
        return doclists
    }

    /// The approximate size of a leaf in bytes; used only to reserve memory.
    private static let leafSize = 4_096
    private static let maxReservedBytes = 256 << 20

    /// Appends the postings of some blocks of a list as one doclist, which may also include postings of adjacent
    /// blocks.
    ///
    /// - Parameters:
    ///   - blocks: the blocks; not empty.
    ///   - key: the term with the index byte.
    /// - Throws: `MalformedIndexError`.
    func append(_ blocks: Range<Int>, of list: BlockList, key: [UInt8], to doclists: inout Doclists) throws {
        var number = Int(list.leaves[blocks.lowerBound])
        // The next block may begin in the middle of a leaf.
        let last = blocks.upperBound < list.blockCount ? Int(list.leaves[blocks.upperBound]) : .max
        guard let segment = segments.first(where: { $0.id == list.segment }), number >= list.leaf, last >= number,
            number <= segment.last
        else { throw Self.malformed }
        leaves.seek(
            SegmentRowID.leaf(number, segment: segment.id)...SegmentRowID.leaf(segment.last, segment: segment.id))
        defer { leaves.reset() }
        doclists.begin()
        var isOpen = true
        var part = LeafDoclist.Part.postings
        while isOpen, number <= segment.last {
            guard try leaves.next() == SegmentRowID.leaf(number, segment: segment.id) else { throw Self.malformed }
            var isClean = false
            leaves.withPage { page in
                if number == list.leaf {
                    isOpen = false
                    isClean = LeafDoclist.copyStart(of: key.span, from: page, to: &doclists.bytes, isOpen: &isOpen)
                } else {
                    isClean = LeafDoclist.copyRest(part, from: page, to: &doclists, isOpen: &isOpen)
                }
            }
            if !isClean { throw Self.malformed }
            number += 1
            part = number > last ? .end : .whole
        }
        guard doclists.end(with: blocks, of: list) else { throw Self.malformed }
    }
}
