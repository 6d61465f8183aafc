private import Glibc

/// Walks through one segment, term by term in order, for merging.
///
/// Pages are read in the order of their ids, which is the order in which they lie in the file.
@safe final class SegmentCursor {
    private let pages: Statement
    private var page: [UInt8] = []
    private var pageEnd = 0
    private var contentEnd = 0
    private var footerAt = 0
    private var termAt = 0
    private var isFirstOnPage = true
    private var isAtEnd = false

    /// The term that the cursor stands on, with the index byte in front; empty at the end.
    private(set) var term: [UInt8] = []
    /// The first eight bytes behind the index byte, for quick comparing.
    private(set) var prefix: UInt64 = 0
    /// The term's doclist as deltas without a break, as `SegmentWriter` takes it.
    private(set) var doclist: [UInt8] = []
    private(set) var firstRow: UInt64 = 0
    private(set) var lastRow: UInt64 = 0
    /// How many bytes of `doclist` the first row id takes.
    private(set) var firstRowLength = 0
    /// Some posting is empty: it takes away what an older segment has.
    private(set) var hasRemovals = false

    init(segment: SegmentStructure.Segment, connection: Connection, table: String) throws {
        pages = try connection.prepare("SELECT block FROM \(table)_data WHERE id BETWEEN ? AND ? ORDER BY id")
        pages.bind(Int64(segment.id) << 37 + Int64(segment.first), at: 1)
        pages.bind(Int64(segment.id) << 37 + Int64(segment.last), at: 2)
        try nextPage()
        try next()
    }

    /// Goes to the next term.
    ///
    /// - Throws: `SQLiteError.corrupt` where a page is not as it should be.
    func next() throws {
        while !isAtEnd, footerAt >= pageEnd { try nextPage() }
        guard !isAtEnd else {
            term.removeAll()
            prefix = .max
            return
        }
        termAt += try varint(&footerAt, end: pageEnd)
        var cursor = termAt
        var kept = 0
        if !isFirstOnPage { kept = try varint(&cursor, end: contentEnd) }
        let added = try varint(&cursor, end: contentEnd)
        guard kept <= term.count, cursor + added <= contentEnd else { throw broken }
        term.removeLast(term.count - kept)
        term += page[cursor..<cursor + added]
        isFirstOnPage = false
        prefix = Self.prefix(of: term)
        try readDoclist(from: cursor + added)
    }

    private func readDoclist(from start: Int) throws {
        doclist.removeAll(keepingCapacity: true)
        hasRemovals = false
        lastRow = 0
        firstRow = 0
        firstRowLength = 0
        var end = contentEnd
        if footerAt < pageEnd {
            var peek = footerAt
            end = termAt + (try varint(&peek, end: pageEnd))
        }
        guard start <= end, end <= contentEnd else { throw broken }
        try append(start, end, firstWhole: nil)
        while end == contentEnd, footerAt >= pageEnd {
            try nextPage()
            if isAtEnd { return }
            let firstWhole = Int(page[0]) << 8 | Int(page[1])
            var stop = contentEnd
            if footerAt < pageEnd {
                var peek = footerAt
                stop = try varint(&peek, end: pageEnd)
            }
            guard stop >= 4, stop <= contentEnd, firstWhole <= contentEnd else { throw broken }
            try append(4, stop, firstWhole: firstWhole >= 4 && firstWhole < stop ? firstWhole : nil)
            end = stop
        }
    }

    /// What is still to come of the posting that the page before ended in.
    private var openBytes = 0

    /// Copies a stretch of a page; the row id at `firstWhole` is written whole there and becomes a delta.
    private func append(_ start: Int, _ end: Int, firstWhole: Int?) throws {
        let isSound = unsafe page.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            var copied = start
            var at = start
            let open = min(openBytes, end - at)
            at += open
            openBytes -= open
            while at < end {
                let rowAt = at
                // Nine bytes are readable behind the page's end.
                var source = unsafe base + at
                var delta = unsafe SegmentVarint.read(&source)
                let isFirst = firstRowLength == 0
                if rowAt == firstWhole {
                    unsafe doclist.append(contentsOf: UnsafeBufferPointer(start: base + copied, count: rowAt - copied))
                    delta &-= lastRow
                    SegmentVarint.append(delta, to: &doclist)
                    unsafe copied = source - base
                }
                lastRow &+= delta
                if isFirst {
                    firstRow = lastRow
                    firstRowLength = SegmentVarint.length(delta)
                }
                let size = unsafe SegmentVarint.read(&source)
                if size < 2 { hasRemovals = true }
                guard size >> 1 < 1 << 32 else { return false }
                unsafe at = source - base + Int(size >> 1)
            }
            openBytes += at - end
            if at > end, openBytes > at - end { return false }
            unsafe doclist.append(contentsOf: UnsafeBufferPointer(start: base + copied, count: end - copied))
            return true
        }
        if !isSound { throw broken }
    }

    private func nextPage() throws {
        guard try pages.step() else {
            isAtEnd = true
            return
        }
        page = pages.bytes(0)
        pageEnd = page.count
        guard pageEnd >= 4 else { throw broken }
        page.append(contentsOf: repeatElement(0, count: SegmentVarint.maxLength))
        contentEnd = Int(page[2]) << 8 | Int(page[3])
        guard contentEnd >= 4, contentEnd <= pageEnd else { throw broken }
        footerAt = contentEnd
        termAt = 0
        isFirstOnPage = true
    }

    private func varint(_ at: inout Int, end: Int) throws -> Int { Int(truncatingIfNeeded: try wide(&at, end: end)) }

    private func wide(_ at: inout Int, end: Int) throws -> UInt64 {
        var value: UInt64 = 0
        for length in 1...SegmentVarint.maxLength {
            guard at < end else { throw broken }
            let byte = page[at]
            at += 1
            if length == SegmentVarint.maxLength { return value << 8 | UInt64(byte) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return value
    }

    private var broken: SQLiteError {
        SQLiteError(extendedCode: SQLiteError.corrupt, message: "a page of the full-text index is malformed")
    }

    private static func prefix(of term: [UInt8]) -> UInt64 {
        var out: UInt64 = 0
        for index in 1..<9 { out = out << 8 | (index < term.count ? UInt64(term[index]) : 0) }
        return out
    }

    /// Whether this term comes before the other's; both are on a term.
    func precedes(_ other: SegmentCursor) -> Bool {
        if prefix != other.prefix { return prefix < other.prefix }
        return term.lexicographicallyPrecedes(other.term)
    }
}
