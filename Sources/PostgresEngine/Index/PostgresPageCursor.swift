internal import PostgreSQL
internal import PostingIndex

/// Iterates over the pages of an index. First reads a single page, because most doclists end on it, and then several
/// pages at a time.
final class PostgresPageCursor: PageCursor {
    private let pages: PostgresPages
    private var ids: ClosedRange<Int64> = 0...0
    /// The id of the next page if there is no gap in the page ids.
    private var expected: Int64 = 0
    private var rows: PostgresRows?
    private var row = 0
    private var known: [UInt8]?
    private var readAhead: Int64 = 1
    private static let maxReadAhead: Int64 = 64

    init(_ pages: PostgresPages) { self.pages = pages }

    func seek(_ ids: ClosedRange<Int64>) {
        reset()
        self.ids = ids
        expected = ids.lowerBound
        readAhead = 1
    }

    func next() throws -> Int64? {
        known = nil
        row += 1
        if let id = idOfRow { return step(to: id) }
        rows = nil
        while expected <= ids.upperBound, let next = pages.cache?.next(from: expected) {
            switch next {
            case .page(let page):
                known = page
                return step(to: expected)
            case .gap(let end): expected = end
            }
        }
        guard expected <= ids.upperBound else { return nil }
        let read = try pages.connection.query(
            """
            SELECT id, page FROM feedsearch.segment_page
            WHERE library = $1 AND slot = $2 AND id BETWEEN $3 AND $4 ORDER BY id LIMIT $5
            """, pages.place.values + [.integer(expected), .integer(ids.upperBound), .integer(readAhead)])
        readAhead = min(readAhead * 4, Self.maxReadAhead)
        if let cache = pages.cache { keep(read, in: cache) }
        rows = read
        row = 0
        return idOfRow.map { step(to: $0) }
    }

    /// Caches the pages that a read from `expected` on returned, and the gaps between them. Both stay valid, because
    /// segments never change and their ids are never reused.
    private func keep(_ read: PostgresRows, in cache: SegmentCache) {
        var next = expected
        for row in read {
            let id = row.integer(0)
            if id > next { cache.keepGap(next..<id) }
            cache.keep(row.bytes(1), as: id)
            next = id + 1
        }
        if read.isEmpty { cache.keepGap(next..<ids.upperBound + 1) }
    }

    private var idOfRow: Int64? {
        guard let rows, row < rows.count else { return nil }
        return rows[row].integer(0)
    }

    private func step(to id: Int64) -> Int64 {
        expected = id + 1
        return id
    }

    func withPage(_ body: (Span<UInt8>) -> Void) {
        if let known { return body(known.span) }
        guard let rows, row < rows.count else { return }
        rows[row].withBytes(1, body)
    }

    func reset() {
        rows = nil
        known = nil
        expected = 0
        ids = -1 ... -1
    }
}
