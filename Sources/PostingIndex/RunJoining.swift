private import Glibc

/// Merges the runs of several batches into one segment.
struct RunJoining: Sendable {
    let segment: Int
    let parts: [FTS5BulkLoader.Part]
    let pageSize: Int

    /// - Parameter give: receives each piece of the segment, in order.
    func run(give: (SegmentPiece) throws -> Void) throws {
        let lengths = RowLengths(parts)
        let writer = SegmentWriter(
            segment: segment, pageSize: pageSize, expectedBytes: parts.reduce(0) { $0 + $1.run.byteCount },
            length: lengths.length)
        let isContiguous = parts.map(\.isContiguous)
        var doclist = DoclistBuffer()
        // The index byte of the main index.
        var key: [UInt8] = []
        var merged = MergedRuns(parts.map(\.run))
        while merged.next() {
            doclist.removeAll()
            for place in 0..<merged.memberCount {
                let member = merged[place]
                let number = member.run
                if isContiguous[number] {
                    unsafe doclist.append(
                        member.postings, member.count, base: parts[number].rowIDs[0] - 1, last: member.last,
                        documents: member.documents)
                } else {
                    unsafe doclist.append(member.postings, member.count, rowIDs: parts[number].rowIDs)
                }
            }
            if doclist.count == 0 { continue }
            key.removeAll(keepingCapacity: true)
            key.append(UInt8(ascii: "0"))
            let first = merged[0]
            let term = unsafe UnsafeBufferPointer(start: first.term, count: first.termLength)
            unsafe key.append(contentsOf: term)
            unsafe writer.piece.count(term, documents: doclist.documents)
            unsafe key.withUnsafeBufferPointer { unsafe writer.write(term: $0) }
            unsafe writer.write(doclist: doclist.bytes, count: doclist.count)
            if writer.piece.isFull { try give(writer.takePiece()) }
        }
        writer.finish()
        try give(writer.takePiece())
    }
}

/// The doclist of one term, built from the postings of several batches.
@safe private struct DoclistBuffer: ~Copyable {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private(set) var documents = 0
    private var capacity = 1 << 16
    private var lastRow: Int64 = 0

    init() { unsafe bytes = .allocate(capacity: capacity) }

    deinit { unsafe bytes.deallocate() }

    mutating func removeAll() {
        count = 0
        documents = 0
        lastRow = 0
    }

    private mutating func reserve(_ more: Int) {
        if count + more <= capacity { return }
        capacity = (count + more) * 2
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: bytes, count: count)
        unsafe bytes.deallocate()
        unsafe bytes = larger
    }

    /// Appends postings whose rows are consecutive, so that only the first delta changes.
    mutating func append(
        _ postings: UnsafePointer<UInt8>, _ size: Int, base: Int64, last: UInt32, documents more: UInt32
    ) {
        reserve(size + 2 * SegmentVarint.maxLength)
        var source = unsafe postings
        let first = unsafe SegmentVarint.read(&source)
        unsafe count += SegmentVarint.write(first &+ UInt64(bitPattern: base &- lastRow), to: bytes + count)
        let rest = unsafe size - (source - postings)
        unsafe memcpy(bytes + count, source, rest)
        count += rest
        lastRow = base + Int64(last)
        documents += Int(more)
    }

    /// Appends postings whose documents map to arbitrary rows, or to none.
    mutating func append(_ postings: UnsafePointer<UInt8>, _ size: Int, rowIDs: [Int64]) {
        // A row id delta may take up to five bytes instead of one. A posting has at least two bytes.
        reserve(size * 4 + 2 * SegmentVarint.maxLength)
        var source = unsafe postings
        let end = unsafe postings + size
        var ordinal: UInt64 = 0
        while unsafe source < end {
            ordinal += unsafe SegmentVarint.read(&source)
            var sizeEnd = unsafe source
            let places = unsafe Int(SegmentVarint.read(&sizeEnd) >> 1)
            let posting = unsafe sizeEnd - source + places
            let row = rowIDs[Int(ordinal) - 1]
            if row != 0 {
                unsafe count += SegmentVarint.write(UInt64(bitPattern: row &- lastRow), to: bytes + count)
                unsafe memcpy(bytes + count, source, posting)
                count += posting
                lastRow = row
                if places > 0 { documents += 1 }
            }
            unsafe source += posting
        }
    }
}
