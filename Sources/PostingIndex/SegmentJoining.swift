/// Merges several segments into one, without writing the result.
struct SegmentJoining: Sendable {
    let segment: Int
    /// The segments to merge, oldest first.
    let inputs: [SegmentStructure.Segment]
    let pageSize: Int
    /// Whether no segment is older than the inputs, so that empty postings can be dropped.
    let dropsRemovals: Bool

    /// - Parameters:
    ///   - source: contains the inputs.
    ///   - give: receives each piece of the segment, in order.
    func run(on source: any PageSource, give: (SegmentPiece) throws -> Void) throws {
        let cursors = try inputs.map { try SegmentCursor(segment: $0, of: source) }
        let lengths = RowLengths(source)
        let leaves = inputs.reduce(0) { $0 + $1.last - $1.first + 1 }
        let writer = SegmentWriter(
            segment: segment, pageSize: pageSize, expectedBytes: leaves * pageSize, length: lengths.length)
        var joined = JoinedDoclist(dropsRemovals: dropsRemovals)
        var front = MergeFront(cursors)
        while let equal = front.next() {
            let first = cursors[equal[0]]
            if equal.count == 1, !(first.hasRemovals && dropsRemovals) {
                writer.write(term: first.term, doclist: first.doclist)
            } else {
                joined.join(equal.map { cursors[$0] })
                if !joined.bytes.isEmpty { writer.write(term: first.term, doclist: joined.bytes) }
            }
            for place in equal {
                try cursors[place].next()
                front.update(place)
            }
            if writer.piece.isFull {
                writer.piece.readLeaves = cursors.map(\.leavesRead)
                try give(writer.takePiece())
            }
        }
        writer.finish()
        try give(writer.takePiece())
    }
}

/// The prefixes of several cursors' terms, so that the smallest term is found by comparing one number per cursor.
private struct MergeFront {
    private let cursors: [SegmentCursor]
    private var prefixes: [UInt64]
    private var equal: [Int] = []

    init(_ cursors: [SegmentCursor]) {
        self.cursors = cursors
        prefixes = cursors.map(\.prefix)
    }

    /// Must be called after a cursor has moved.
    mutating func update(_ place: Int) { prefixes[place] = cursors[place].prefix }

    /// The cursors on the smallest term, oldest first; nil if all cursors are at their ends.
    mutating func next() -> [Int]? {
        var least = UInt64.max
        for prefix in prefixes { least = min(least, prefix) }
        equal.removeAll(keepingCapacity: true)
        for place in prefixes.indices where prefixes[place] == least {
            // A cursor at the end has the largest prefix and an empty term.
            if least == .max, cursors[place].term.isEmpty { continue }
            guard let known = equal.first else {
                equal.append(place)
                continue
            }
            if cursors[place].term == cursors[known].term {
                equal.append(place)
            } else if cursors[place].precedes(cursors[known]) {
                equal.removeAll(keepingCapacity: true)
                equal.append(place)
            }
        }
        return equal.isEmpty ? nil : equal
    }
}

/// The doclists of one term from several segments, oldest first, joined into one.
private struct JoinedDoclist {
    let dropsRemovals: Bool
    private(set) var bytes: [UInt8] = []

    init(dropsRemovals: Bool) { self.dropsRemovals = dropsRemovals }

    mutating func join(_ cursors: [SegmentCursor]) {
        bytes.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        for cursor in cursors {
            let isPlain = cursor.firstRow > last && !(cursor.hasRemovals && dropsRemovals)
            guard isPlain else { return joinByRow(cursors) }
            SegmentVarint.append(cursor.firstRow - last, to: &bytes)
            bytes += cursor.doclist[cursor.firstRowLength...]
            last = cursor.lastRow
        }
    }

    /// Merges lists that share rows, keeping the newest posting of each row. Shared rows are rare, so this function is
    /// not optimised.
    private mutating func joinByRow(_ cursors: [SegmentCursor]) {
        var postings: [UInt64: ArraySlice<UInt8>] = [:]
        for cursor in cursors {
            var reader = DoclistReader(cursor.doclist)
            while let (row, posting) = reader.next() { postings[row] = posting }
        }
        bytes.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        for (row, posting) in postings.sorted(by: { $0.key < $1.key }) {
            if dropsRemovals, let size = posting.first, size < 2 { continue }
            SegmentVarint.append(row - last, to: &bytes)
            bytes += posting
            last = row
        }
    }
}

/// Iterates over the rows and postings of a doclist.
private struct DoclistReader {
    private let bytes: [UInt8]
    private var at = 0
    private var row: UInt64 = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (row: UInt64, posting: ArraySlice<UInt8>)? {
        guard at < bytes.count, let delta = number() else { return nil }
        row &+= delta
        let start = at
        guard let size = number(), size >> 1 <= UInt64(bytes.count - at) else { return nil }
        at += Int(size >> 1)
        return (row, bytes[start..<at])
    }

    private mutating func number() -> UInt64? {
        var reader = SegmentStructure.Reader(bytes, from: at)
        let value = reader.next()
        at = reader.index
        return value
    }
}
