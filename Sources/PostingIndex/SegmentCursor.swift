private import Glibc

/// Iterates over the terms of one segment in order, for merges and prefixes.
///
/// Pages are read in the order of their ids, which is their order in the file.
@safe final class SegmentCursor {
    private let pages: any PageCursor
    /// The current page, followed by nine readable bytes.
    private let page: UnsafeMutablePointer<UInt8>
    private static let pageCapacity = 1 << 17
    /// FTS5's limit (FTS5_MAX_TOKEN_SIZE) plus the index byte.
    private static let maxTermLength = 32_769
    private var pageEnd = 0
    private var contentEnd = 0
    private var footerAt = 0
    private var termAt = 0
    private var isFirstOnPage = true
    private var isAtEnd = false

    /// The current term with the index byte; empty at the end.
    private(set) var term: [UInt8] = []
    /// The first eight bytes after the index byte, for fast comparison.
    private(set) var prefix: UInt64 = 0
    /// The doclist of the term as row id deltas, in the format of `SegmentWriter`; empty if doclists are not copied.
    private(set) var doclist: [UInt8] = []
    private let copiesDoclists: Bool
    /// The start of the doclist on the page.
    private var doclistAt = 0
    private(set) var firstRow: UInt64 = 0
    private(set) var lastRow: UInt64 = 0
    /// The length of the first row id in `doclist`.
    private(set) var firstRowLength = 0
    /// Whether any posting is empty. An empty posting deletes an older posting.
    private(set) var hasRemovals = false
    /// The number of leaves copied so far; the cursor no longer needs them in the index.
    private(set) var leavesRead = 0

    /// - Parameters:
    ///   - leaf: the cursor starts at the first term that begins on this leaf; nil for the first leaf.
    ///   - copiesDoclists: false if doclists are read by `withDoclist`.
    init(
        segment: SegmentStructure.Segment, from leaf: Int? = nil, copiesDoclists: Bool = true, of source: any PageSource
    ) throws {
        self.copiesDoclists = copiesDoclists
        unsafe page = .allocate(capacity: Self.pageCapacity)
        unsafe page.initialize(repeating: 0, count: Self.pageCapacity)
        pages = try source.makeCursor()
        let first = SegmentRowID.leaf(leaf ?? segment.first, segment: segment.id)
        pages.seek(first...max(first, SegmentRowID.leaf(segment.last, segment: segment.id)))
        try nextPage()
        try next()
    }

    deinit { unsafe page.deallocate() }

    /// Moves to the next term.
    ///
    /// - Throws: `MalformedIndexError` if a page is malformed.
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
        guard kept <= term.count, cursor + added <= contentEnd, kept + added <= Self.maxTermLength,
            ascends(keeping: kept, cursor, added)
        else { throw broken }
        term.removeLast(term.count - kept)
        unsafe term.append(contentsOf: UnsafeBufferPointer(start: page + cursor, count: added))
        isFirstOnPage = false
        prefix = Self.prefix(of: term)
        doclistAt = cursor + added
        if copiesDoclists { try copyDoclist() }
    }

    /// Whether the term sorts after the previous one.
    private func ascends(keeping kept: Int, _ start: Int, _ added: Int) -> Bool {
        if isFirstOnPage {
            return unsafe term.lexicographicallyPrecedes(UnsafeBufferPointer(start: page + start, count: added))
        }
        if added == 0 || kept > term.count { return false }
        if kept == term.count { return true }
        return unsafe page[start] > term[kept]
    }

    /// Calls `body` once with the doclist of the term. A doclist on one page is not copied.
    func withDoclist<Result>(_ body: (UnsafePointer<UInt8>, Int) throws -> Result) throws -> Result {
        // The last doclist of a page may continue on the next page.
        if footerAt < pageEnd {
            let end = try endOnPage()
            return try unsafe body(page + doclistAt, end - doclistAt)
        }
        try copyDoclist()
        let count = doclist.count
        doclist.append(contentsOf: repeatElement(0, count: SegmentVarint.maxLength))
        return try unsafe doclist.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { throw broken }
            return try unsafe body(start, count)
        }
    }

    private func endOnPage() throws -> Int {
        var end = contentEnd
        if footerAt < pageEnd {
            var peek = footerAt
            end = termAt + (try varint(&peek, end: pageEnd))
        }
        guard doclistAt <= end, end <= contentEnd else { throw broken }
        return end
    }

    private func copyDoclist() throws {
        doclist.removeAll(keepingCapacity: true)
        hasRemovals = false
        lastRow = 0
        firstRow = 0
        firstRowLength = 0
        openBytes = 0
        var end = try endOnPage()
        try append(doclistAt, end, firstWhole: nil)
        while end == contentEnd, footerAt >= pageEnd {
            try nextPage()
            if isAtEnd { break }
            let firstWhole = unsafe Int(page[0]) << 8 | Int(page[1])
            var stop = contentEnd
            if footerAt < pageEnd {
                var peek = footerAt
                stop = try varint(&peek, end: pageEnd)
            }
            guard stop >= 4, stop <= contentEnd, firstWhole <= contentEnd else { throw broken }
            try append(4, stop, firstWhole: firstWhole >= 4 && firstWhole < stop ? firstWhole : nil)
            end = stop
        }
        // The last posting must be complete, because readers do not check for the end.
        guard openBytes == 0 else { throw broken }
    }

    /// The number of bytes of the current posting that are on the next page.
    private var openBytes = 0

    /// Copies a part of a page, converting the absolute row id at `firstWhole` to a delta.
    private func append(_ start: Int, _ end: Int, firstWhole: Int?) throws {
        // First reads the row ids of the postings.
        var row = lastRow
        var copied = start
        var at = start
        let open = min(openBytes, end - at)
        at += open
        openBytes -= open
        if open > 0, openBytes == 0 { try requireWhole(endingAt: at) }
        while at < end {
            let rowAt = at
            var source = unsafe UnsafePointer(page + at)
            var delta = unsafe SegmentVarint.read(&source)
            let isFirst = firstRowLength == 0
            if rowAt == firstWhole {
                unsafe doclist.append(contentsOf: UnsafeBufferPointer(start: page + copied, count: rowAt - copied))
                delta &-= row
                SegmentVarint.append(delta, to: &doclist)
                unsafe copied = source - UnsafePointer(page)
            }
            row &+= delta
            if isFirst {
                firstRow = row
                // Uses the number of bytes read, because a malformed varint may be longer than its value needs.
                firstRowLength =
                    rowAt == firstWhole ? SegmentVarint.length(delta) : unsafe source - UnsafePointer(page + rowAt)
            }
            let size = unsafe SegmentVarint.read(&source)
            if size < 2 { hasRemovals = true }
            // A row id and the size after it are on the same page.
            let positionsAt = unsafe source - UnsafePointer(page)
            guard positionsAt <= end, size >> 1 < 1 << 32 else { throw broken }
            at = positionsAt + Int(size >> 1)
            if at <= end, size > 1 { try requireWhole(endingAt: at) }
        }
        lastRow = row
        openBytes += at - end
        if at > end, openBytes > at - end { throw broken }
        unsafe doclist.append(contentsOf: UnsafeBufferPointer(start: page + copied, count: end - copied))
    }

    /// The last position of a posting must be complete, because readers do not check for the end of the posting.
    @inline(__always)
    private func requireWhole(endingAt end: Int) throws {
        guard unsafe page[end - 1] < 0x80 else { throw broken }
    }

    private func nextPage() throws {
        guard try pages.next() != nil else {
            isAtEnd = true
            return
        }
        leavesRead += 1
        pageEnd = 0
        pages.withPage { bytes in
            guard bytes.count + SegmentVarint.maxLength <= Self.pageCapacity else { return }
            pageEnd = bytes.count
            unsafe bytes.withUnsafeBufferPointer {
                guard let start = $0.baseAddress else { return }
                unsafe page.update(from: start, count: $0.count)
            }
            for place in 0..<SegmentVarint.maxLength { unsafe page[pageEnd + place] = 0 }
        }
        guard pageEnd >= 4 else { throw broken }
        contentEnd = unsafe Int(page[2]) << 8 | Int(page[3])
        guard contentEnd >= 4, contentEnd <= pageEnd else { throw broken }
        footerAt = contentEnd
        termAt = 0
        isFirstOnPage = true
    }

    @inline(__always)
    private func varint(_ at: inout Int, end: Int) throws -> Int {
        guard let value = unsafe SegmentVarint.read(page, &at, end: end), value < UInt64(Self.pageCapacity) else {
            throw broken
        }
        return Int(value)
    }

    private var broken: MalformedIndexError { MalformedIndexError() }

    private static func prefix(of term: [UInt8]) -> UInt64 {
        unsafe term.withUnsafeBufferPointer {
            guard let start = $0.baseAddress, $0.count > 1 else { return 0 }
            return unsafe InvertedBatch.word(start + 1, min(8, $0.count - 1))
        }
    }

    /// Whether the current term sorts before the other cursor's; neither cursor may be at its end.
    func precedes(_ other: SegmentCursor) -> Bool {
        if prefix != other.prefix { return prefix < other.prefix }
        return term.lexicographicallyPrecedes(other.term)
    }
}
