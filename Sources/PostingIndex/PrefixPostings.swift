/// The postings of all terms with one prefix, as one posting list. A row has the positions of all its terms, without
/// duplicates, as FTS5 merges them.
struct PrefixPostings {
    /// A posting, in reading order: its row, and the range of its positions in `bytes`.
    private struct Posting {
        var row: UInt32
        var start: UInt32
        var end: UInt32
    }

    private var postings: [Posting] = []
    private var bytes: [UInt8] = []
    /// The number of rows between two checks of the deadline.
    private static let rowsPerCheck = 4_096

    /// - Parameters:
    ///   - endOfRows: greater than all row ids; larger row ids belong to deleted rows.
    ///   - checkDeadline: throws once the deadline is reached.
    /// - Complexity: about 10 ns per posting, and a sort of the postings of each row by position.
    /// - Returns: nil if a doclist is malformed, or the postings take at least 4 GB.
    static func list(
        _ doclists: PrefixDoclists, endOfRows: Int, _ checkDeadline: () throws -> Void
    ) throws -> PostingList? {
        var all = PrefixPostings()
        guard try all.read(doclists, endOfRows, checkDeadline) else { return nil }
        return try all.list(endOfRows, checkDeadline)
    }

    private mutating func read(
        _ doclists: PrefixDoclists, _ endOfRows: Int, _ checkDeadline: () throws -> Void
    ) throws -> Bool {
        var owners = Array(repeating: UInt32(0), count: endOfRows)
        return try doclists.forEachSource { source, owner in
            guard case .terms(let cursor) = source else { return false }
            try checkDeadline()
            let isWhole = try unsafe cursor.forEachPosting { row, start, end in
                guard row < UInt64(endOfRows), doclists.counts(owners[Int(row)], owner) else { return }
                owners[Int(row)] = owner
                guard unsafe end > start else { return }
                let first = bytes.count
                unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
                postings.append(
                    Posting(
                        row: UInt32(truncatingIfNeeded: row), start: UInt32(truncatingIfNeeded: first),
                        end: UInt32(truncatingIfNeeded: bytes.count)))
            }
            return isWhole && bytes.count < 1 << 32 && postings.count < 1 << 32
        }
    }

    /// Joins the postings of each row.
    private consuming func list(_ endOfRows: Int, _ checkDeadline: () throws -> Void) throws -> PostingList {
        let order = inOrderOfRows(endOfRows)
        bytes.append(contentsOf: repeatElement(0, count: SegmentVarint.maxLength))
        var joined = PostingList()
        joined.bytes.reserveCapacity(bytes.count + 4 * postings.count)
        var positions: [UInt64] = []
        var first = 0
        while first < order.count {
            if joined.rows.count % Self.rowsPerCheck == 0 { try checkDeadline() }
            let row = postings[Int(order[first])].row
            var end = first + 1
            while end < order.count, postings[Int(order[end])].row == row { end += 1 }
            joined.rows.append(row)
            joined.offsets.append(UInt32(truncatingIfNeeded: joined.bytes.count))
            if end == first + 1 {
                let posting = postings[Int(order[first])]
                SegmentVarint.append(UInt64(posting.end - posting.start) << 1, to: &joined.bytes)
                joined.bytes += bytes[Int(posting.start)..<Int(posting.end)]
            } else {
                positions.removeAll(keepingCapacity: true)
                for index in first..<end { append(postings[Int(order[index])], to: &positions) }
                positions.sort()
                Self.append(positions, to: &joined.bytes)
            }
            first = end
        }
        joined.bytes.append(contentsOf: repeatElement(0, count: SegmentVarint.maxLength))
        return joined
    }

    /// The indexes of the postings, sorted by row with a counting sort.
    private func inOrderOfRows(_ endOfRows: Int) -> [UInt32] {
        var ends = Array(repeating: UInt32(0), count: endOfRows + 1)
        for posting in postings { ends[Int(posting.row) + 1] += 1 }
        for row in 0..<endOfRows { ends[row + 1] += ends[row] }
        var order = Array(repeating: UInt32(0), count: postings.count)
        for index in postings.indices {
            let row = Int(postings[index].row)
            order[Int(ends[row])] = UInt32(truncatingIfNeeded: index)
            ends[row] += 1
        }
        return order
    }

    /// Appends the positions of a posting, each as column << 32 | position.
    private func append(_ posting: Posting, to out: inout [UInt64]) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe PostingList.forEachPosition(from: base + Int(posting.start), to: base + Int(posting.end)) {
                out.append(UInt64($0) << 32 | $1)
            }
        }
    }

    /// Appends a posting with these positions, which must ascend; duplicates are dropped.
    private static func append(_ positions: [UInt64], to out: inout [UInt8]) {
        var posting: [UInt8] = []
        var column: UInt64 = 0
        var previous: UInt64 = 0
        var last: UInt64?
        for position in positions where position != last {
            last = position
            if position >> 32 != column {
                column = position >> 32
                previous = 0
                posting.append(1)
                SegmentVarint.append(column, to: &posting)
            }
            let place = position & 0xFFFF_FFFF
            SegmentVarint.append(place - previous + 2, to: &posting)
            previous = place
        }
        SegmentVarint.append(UInt64(posting.count) << 1, to: &out)
        out += posting
    }
}
