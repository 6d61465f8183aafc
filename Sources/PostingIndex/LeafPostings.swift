/// The postings of a term that begin on one leaf of a segment, for reading the positions of single rows.
final class LeafPostings {
    private let reader: PostingReader
    private let key: [UInt8]
    private let list: BlockList
    private var leaf = -1
    private var rows: [UInt32] = []
    /// Where the row that was asked for last stands: rows are mostly asked for in order.
    private var place = 0
    private var offsets: [UInt32] = []
    /// The postings, of which the last may go on over the next leaves: copied whole.
    private var bytes: [UInt8] = []

    init(_ reader: PostingReader, key: [UInt8], _ list: BlockList) {
        self.reader = reader
        self.key = key
        self.list = list
    }

    /// Appends the posting of a row.
    ///
    /// - Parameter first: the leaf on which the row's block begins.
    /// - Throws: `MalformedIndexError` if the row is not there.
    func append(_ row: UInt32, from first: Int, to out: inout PostingList) throws {
        // A block of 128 rows is on few leaves; each row takes at least a leaf only if its positions fill one.
        var number = leaf > first && rows.first ?? .max <= row ? leaf : first
        while true {
            if number != leaf { try load(number) }
            if let last = rows.last, last >= row { break }
            number += 1
        }
        if place >= rows.count || rows[place] > row { place = 0 }
        while place < rows.count, rows[place] < row { place += 1 }
        let index = place
        guard index < rows.count, rows[index] == row else { throw PostingReader.malformed }
        let end = index + 1 < offsets.count ? Int(offsets[index + 1]) : bytes.count
        var at = Int(offsets[index])
        guard let size = SegmentVarint.read(bytes, &at), at + Int(size >> 1) <= end else {
            throw PostingReader.malformed
        }
        out.rows.append(row)
        out.offsets.append(UInt32(truncatingIfNeeded: out.bytes.count))
        out.bytes += bytes[Int(offsets[index])..<at + Int(size >> 1)]
    }

    private func load(_ number: Int) throws {
        leaf = -1
        place = 0
        rows.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        var page = try reader.leaf(number, of: list, key: key)
        bytes += page.bytes[page.firstRow...]
        var at = 0
        var row: UInt64 = 0
        var isFirst = true
        while at < bytes.count {
            guard let delta = SegmentVarint.read(bytes, &at) else { throw PostingReader.malformed }
            row = isFirst ? delta : row &+ delta
            isFirst = false
            let start = at
            guard row < 1 << 32, let size = SegmentVarint.read(bytes, &at), size >> 1 < 1 << 31 else {
                throw PostingReader.malformed
            }
            rows.append(UInt32(row))
            offsets.append(UInt32(start))
            at += Int(size >> 1)
            var next = number
            while at > bytes.count {
                guard page.isOpen else { throw PostingReader.malformed }
                next += 1
                page = try reader.leaf(next, of: list, key: key)
                bytes += page.bytes[..<page.firstRow]
            }
            if next > number {
                guard at == bytes.count else { throw PostingReader.malformed }
                break
            }
        }
        leaf = number
    }
}

/// The part of a leaf that belongs to one doclist.
struct DoclistPage {
    var bytes: [UInt8]
    /// Where the first row id stands that is written whole; the end if there is none.
    var firstRow: Int
    /// The doclist goes on at the next leaf.
    var isOpen: Bool
}
