private import Glibc
package import Pipelines
public import SQLite

/// Reads doclists from the segments of an index: from FTS5's shadow tables, or from another engine (`PageSource`).
///
/// FTS5's cursors step from row to row, about 50 ns each; reading a whole doclist takes 3 ns per row. Only the format
/// that `SegmentWriter` writes is supported; otherwise `refresh` returns false and the caller uses FTS5. Newer segments
/// override changed and deleted rows, as in FTS5.
@safe public final class PostingReader {
    let pages: any PageSource
    /// A cursor over leaves. The leaves of a segment have consecutive ids, so stepping is cheaper than looking up each
    /// leaf.
    let leaves: any PageCursor
    private var record: [UInt8] = []
    /// The segments, oldest first.
    private(set) var segments: [SegmentStructure.Segment] = []
    private var isKnownForm = false
    /// Whether FTS5 has begun a merge and not finished it.
    private(set) var isMerging = false
    private var key: [UInt8] = []
    /// The number of segments whose first pages were slow to read.
    private var waits = 0
    /// Term indexes of frequently used segments. Readers of the same list of segments may share these indexes. The
    /// owner sets this property after each `refresh`.
    public var termIndexes = TermIndexes()
    private var lookups: [Int: Int] = [:]
    /// The term index of a segment is read into memory once there has been one lookup per 32 of its pages.
    private static let lookupsPerPage = 32
    /// Term indexes with at most this many rows are read as a whole; larger ones are read by `readAhead`.
    static let rowsInOneGo = 1_024
    /// Prefetches pages of several segments of the FTS5 table concurrently; nil if not needed.
    private let prefetcher: Prefetcher?
    private let table: String
    /// After this many slow segments, the remaining segments are prefetched.
    private static let slowSegments = 2
    /// The number of segments from which the size of a doclist is estimated.
    private static let weighedSegments = 4
    /// The maximum ratio of reserved memory to bytes read so far.
    private static let maxGrowth = 256.0
    /// A second reader for another thread, opened on first use.
    private var second: PostingReader?
    /// The total number of leaves, of 4 KB each, in all segments.
    public private(set) var leafCount = 0

    /// - Parameter table: the name of an FTS5 table with external content, detail=full and no prefix index.
    public init(connection: Connection, table: String, prefetcher: Prefetcher? = nil) throws {
        pages = try FTS5Pages(connection: connection, table: table)
        leaves = try pages.makeCursor()
        self.prefetcher = prefetcher
        self.table = table
    }

    /// Reads the index of another engine.
    package init(_ pages: any PageSource) throws {
        self.pages = pages
        leaves = try pages.makeCursor()
        prefetcher = nil
        table = ""
    }

    /// Runs `body` with a second reader of the same segments, for use on another thread.
    ///
    /// - Parameters:
    ///   - deadline: the second reader's deadline.
    ///   - body: receives nil if the index has changed, the file is locked, or the engine has no second source.
    package func withSecond<Result>(
        until deadline: Deadline, _ body: (PostingReader?) throws -> Result
    ) throws -> Result {
        if second == nil { second = try? pages.makeSecond().map { try PostingReader($0) } }
        guard let second else { return try body(nil) }
        return try second.pages.snapshot(until: deadline) {
            let isSame = (try? second.refresh()) == true && second.record == record
            return try body(isSame ? second : nil)
        }
    }

    /// The structure record as `refresh` read it. It has the same bytes on all connections that see the same segments.
    public var structure: [UInt8] { record }

    /// The ids of the segments, oldest first.
    package var segmentIDs: [Int] { segments.map(\.id) }

    /// The number of segments. Looking up a term reads two pages of each.
    public var segmentCount: Int { segments.count }

    /// Reads the structure record. Must be called at the start of each snapshot.
    ///
    /// - Returns: false if the format of the index is unknown.
    public func refresh() throws -> Bool {
        var isSame = false
        let isThere = try pages.withPage(SegmentRowID.structure) { bytes in
            isSame = bytes.count == record.count && bytes.indices.allSatisfy { bytes[$0] == record[$0] }
            if !isSame { record = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
        }
        guard isThere else { return false }
        if isSame { return isKnownForm }
        termIndexes = TermIndexes()
        lookups.removeAll()
        guard try pages.pageSize() != nil, let structure = SegmentStructure(record, maxID: pages.maxSegmentID) else {
            isKnownForm = false
            return false
        }
        segments = structure.levels.reversed().flatMap(\.segments)
        isMerging = structure.levels.contains { $0.merging > 0 }
        leafCount = segments.reduce(0) { $0 + $1.last - $1.first + 1 }
        isKnownForm = true
        return true
    }

    /// If reading a page takes a round trip, reads all the first pages needed to look up terms together. Called after
    /// `refresh`.
    package func prepare(_ terms: [[UInt8]]) throws {
        guard isKnownForm, !terms.isEmpty else { return }
        try pages.prepare(
            terms.map { [UInt8(ascii: "0")] + $0 },
            in: segments.filter { $0.first <= $0.last }.map { ($0.id, $0.first...$0.last) })
    }

    /// The posting list of a term, with positions; empty if no row contains it.
    ///
    /// - Complexity: two pages per segment, then about 3 ns per row.
    /// - Returns: nil if a page is malformed or a row id has more than 32 bits; the caller then uses FTS5.
    public func postings(of term: Span<UInt8>) throws -> PostingList? {
        setKey(term)
        var doclists = Doclists()
        let isWhole = try forEachSegment { reader, segment, isMany in
            if isMany { reader.reserve(&doclists) }
            return try reader.appendDoclist(in: segment, to: &doclists) != nil
        }
        return isWhole ? doclists.list() : nil
    }

    /// The postings of a term; long lists are read on demand.
    ///
    /// - Complexity: two or three pages per segment, and about 100 ns per 128 rows.
    /// - Returns: nil if a page is malformed or a row id has more than 32 bits; the caller then uses FTS5.
    public func term(_ term: Span<UInt8>) throws -> TermPostings? {
        setKey(term)
        let postings = TermPostings(self, key: key)
        var doclists = Doclists()
        var isOldest = true
        func endList() {
            postings.append(doclists.list(keepsRemovals: !isOldest))
            isOldest = false
        }
        let isWhole = try forEachSegment { reader, segment, _ in
            var list: BlockList?
            guard let found = try reader.appendDoclist(in: segment, to: &doclists, or: &list) else { return false }
            if found { isOldest = isOldest && list == nil && doclists.isEmpty }
            guard let list else { return true }
            if !doclists.isEmpty { endList() }
            isOldest = false
            postings.append(list, pages)
            return true
        }
        guard isWhole else { return nil }
        if !doclists.isEmpty { endList() }
        do {
            try postings.finish()
        } catch is MalformedIndexError {
            return nil
        }
        return postings
    }

    /// Calls `body` with each segment, oldest first. If the first segments were slow to read, pages of the others are
    /// prefetched.
    ///
    /// - Parameter body: receives the reader, the segment, and whether exactly `weighedSegments` segments precede it;
    ///   returns false to stop.
    private func forEachSegment(
        _ body: (PostingReader, SegmentStructure.Segment, Bool) throws -> Bool
    ) throws -> Bool {
        var prefetch: Prefetch?
        waits = 0
        for (index, segment) in segments.enumerated() {
            if let prefetch {
                prefetch.arrive(at: index)
            } else {
                prefetch = self.prefetch(segments, from: index + 1) { [key] reader, segment in
                    reader.key = key
                    var doclists = Doclists()
                    var list: BlockList?
                    _ = try reader.appendDoclist(in: segment, to: &doclists, or: &list)
                }
            }
            guard try body(self, segment, index == Self.weighedSegments) else { return false }
        }
        return true
    }

    /// Sets `key` to a term as it is on the leaves, where terms of the main index have the prefix "0".
    private func setKey(_ term: Span<UInt8>) {
        key.removeAll(keepingCapacity: true)
        key.append(UInt8(ascii: "0"))
        for index in term.indices { key.append(term[index]) }
    }

    /// The postings of all terms with a prefix, as one list.
    ///
    /// - Parameter endOfRows: greater than all row ids.
    /// - Complexity: about 20 ns per posting of these terms. The deadline of the connection is checked for each term.
    /// - Returns: nil if the caller must use FTS5.
    public func postings(beginningWith prefix: Span<UInt8>, endOfRows: Int) throws -> PostingList? {
        try PrefixPostings.list(
            doclists(beginningWith: prefix), endOfRows: endOfRows, { try pages.checkDeadline() })
    }

    /// The number of bytes of memory that `postings(beginningWith:endOfRows:)` needs per row id below `endOfRows`.
    public static let prefixBytesPerRow = 2 * MemoryLayout<UInt32>.stride

    func doclists(beginningWith prefix: Span<UInt8>) -> PrefixDoclists {
        setKey(prefix)
        waits = 0
        var prefetch: Prefetch?
        let newestFirst = Array(segments.reversed())
        let key = key
        let sources = newestFirst.indices.map { index in
            { (asList: Bool) in
                prefetch?.arrive(at: index)
                let wait = self.prefetcher?.wait()
                let source = try self.source(in: newestFirst[index], from: key, asList)
                if wait?.isLong == true { self.waits += 1 }
                if prefetch == nil {
                    prefetch = self.prefetch(newestFirst, from: index + 1) { reader, segment in
                        switch try reader.source(in: segment, from: key, asList) {
                        case .list(let list): try list.forEachRow { _, _ in }
                        case .terms(let cursor): while cursor.term.starts(with: key) { try cursor.next() }
                        }
                    }
                }
                return source
            }
        }
        return PrefixDoclists(sources: sources, key: key, isMerging: isMerging)
    }

    private func source(
        in segment: SegmentStructure.Segment, from key: [UInt8], _ asList: Bool
    ) throws -> PrefixDoclists.Source {
        if asList, let list = try characterList(of: key, in: segment) { return .list(list) }
        return .terms(try cursor(in: segment, from: key))
    }

    /// A cursor on the first term that does not sort before `key`.
    func cursor(in segment: SegmentStructure.Segment, from key: [UInt8]) throws -> SegmentCursor {
        let leaf = try page(of: key, in: segment)
        let cursor = try SegmentCursor(
            segment: segment, from: max(leaf, segment.first), copiesDoclists: false, of: pages)
        while !cursor.term.isEmpty, cursor.term.lexicographicallyPrecedes(key) { try cursor.next() }
        return cursor
    }

    /// Reserves memory for the remaining segments, estimated from the first ones. This saves copies of a growing array,
    /// and touching new memory, which costs more than reading.
    private func reserve(_ doclists: inout Doclists) {
        let leaves = segments.map { $0.last - $0.first + 1 }
        let read = max(1, leaves.prefix(Self.weighedSegments).reduce(0, +))
        // Leaf counts come from the file and may be wrong.
        doclists.reserve(
            timesAsMuch: min(Double(leaves.reduce(0, +)) / Double(read) * 9 / 8, Self.maxGrowth))
    }

    /// Prefetches the pages of the remaining segments if earlier segments were slow to read.
    private func prefetch(
        _ segments: [SegmentStructure.Segment], from index: Int,
        _ read: @escaping @Sendable (PostingReader, SegmentStructure.Segment) throws -> Void
    ) -> Prefetch? {
        guard let prefetcher, waits >= Self.slowSegments, index < segments.count else { return nil }
        let table = table
        return prefetcher.start(index..<segments.count) { connection in
            let reader = try PostingReader(connection: connection, table: table)
            return { try read(reader, segments[$0]) }
        }
    }

    // MARK: - Pages

    /// - Returns: whether the segment has the term; nil if a page is malformed.
    private func appendDoclist(in segment: SegmentStructure.Segment, to doclists: inout Doclists) throws -> Bool? {
        guard let start = try findDoclist(in: segment, &doclists) else { return nil }
        guard let page = start.page else { return false }
        return try appendRest(of: segment, from: page, start.isOpen, to: &doclists)
    }

    /// - Parameter list: set to the block list of the term, if the segment has one. The doclist is then not appended.
    /// - Returns: whether the segment has the term; nil if a page is malformed.
    private func appendDoclist(
        in segment: SegmentStructure.Segment, to doclists: inout Doclists, or list: inout BlockList?
    ) throws -> Bool? {
        guard let start = try findDoclist(in: segment, &doclists) else { return nil }
        guard let page = start.page else { return false }
        if start.isOpen {
            _ = try pages.withPage(SegmentRowID.blockList(leaf: page, segment: segment.id)) {
                list = BlockList(directory: $0, segment: segment.id, leaf: page)
            }
            if list != nil {
                list?.firstRow = doclists.firstRow
                doclists.takeBack()
                leaves.reset()
                return true
            }
        }
        return try appendRest(of: segment, from: page, start.isOpen, to: &doclists)
    }

    /// Starts the doclist of a segment with the part on its first leaf, and leaves the cursor `leaves` on that leaf.
    ///
    /// - Returns: the leaf (nil if the segment does not have the term) and whether the doclist continues; nil if a page
    ///   is malformed.
    private func findDoclist(
        in segment: SegmentStructure.Segment, _ doclists: inout Doclists
    ) throws -> (page: Int?, isOpen: Bool)? {
        let key = key
        let wait = prefetcher?.wait()
        let page = try page(of: key, in: segment)
        guard page >= segment.first, page <= segment.last else { return (nil, false) }
        let id = SegmentRowID.leaf(page, segment: segment.id)
        leaves.seek(id...SegmentRowID.leaf(segment.last, segment: segment.id))
        guard try leaves.next() == id else {
            leaves.reset()
            return nil
        }
        if wait?.isLong == true { waits += 1 }
        var isOpen = false
        doclists.begin()
        var isClean = false
        leaves.withPage {
            isClean = LeafDoclist.copyStart(of: key.span, from: $0, to: &doclists.bytes, isOpen: &isOpen)
        }
        // If a term fills its leaf, its first row id is on the next leaf.
        if isClean, isOpen || !doclists.isCurrentEmpty { return (page, isOpen) }
        leaves.reset()
        return isClean ? (nil, false) : nil
    }

    private func appendRest(
        of segment: SegmentStructure.Segment, from first: Int, _ isFirstOpen: Bool, to doclists: inout Doclists
    ) throws -> Bool? {
        defer { leaves.reset() }
        var page = first
        var isOpen = isFirstOpen
        while isOpen, page < segment.last {
            page += 1
            guard try leaves.next() == SegmentRowID.leaf(page, segment: segment.id) else { return nil }
            var isClean = false
            leaves.withPage { isClean = LeafDoclist.copyRest(from: $0, to: &doclists, isOpen: &isOpen) }
            if !isClean { return nil }
        }
        return doclists.end() ? true : nil
    }

    static let malformed = MalformedIndexError()

    /// The leaf on which the term is, if the segment has it; 0 if the term is before the first term.
    private func page(of key: [UInt8], in segment: SegmentStructure.Segment) throws -> Int {
        if let index = termIndexes[segment.id], index.isWhole { return index.page(of: key.span) }
        let page = try pages.leaf(of: key.span, segment: segment.id)
        lookups[segment.id, default: 0] += 1
        let pageCount = segment.last - segment.first
        if pageCount < Self.rowsInOneGo, lookups[segment.id, default: 0] > pageCount / Self.lookupsPerPage {
            try readPageIndex(of: segment, rows: Self.rowsInOneGo)
        }
        return page
    }

    private func readPageIndex(of segment: SegmentStructure.Segment, rows: Int) throws {
        var index = termIndexes[segment.id] ?? SegmentPageIndex(segment.id)
        try index.read(rows: rows, from: pages)
        termIndexes[segment.id] = index
    }

    /// Reads a part of the term indexes into memory while the reader is idle. Must be called within a snapshot, after
    /// `refresh`.
    ///
    /// - Returns: false if nothing is left to read.
    public func readAhead() throws -> Bool {
        guard isKnownForm, let next = segments.first(where: { termIndexes[$0.id]?.isWhole != true }) else {
            return false
        }
        try readPageIndex(of: next, rows: pages.termsAhead)
        return true
    }
}
