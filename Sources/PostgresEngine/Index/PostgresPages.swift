package import PostgreSQL
package import PostingIndex

/// The pages of a library's index on a PostgreSQL server.
///
/// A reader works within one snapshot (`PostgresConnection.Isolation.snapshot`). Each snapshot reads only the list of
/// segments again; all other cached data stays valid.
package final class PostgresPages: PageSource {
    let connection: PostgresConnection
    let place: LibrarySlot
    /// The cache of pages; nil for a writer, which may read pages of segments that are later rolled back.
    let cache: SegmentCache?
    private let structure: SnapshotStructure?
    /// The rows of each segment's term index that have not been written yet.
    var chunks: [Int: TermChunk] = [:]
    /// The version of the storage format that this program reads.
    static let format: Int64 = 1
    /// The maximum size of a page in bytes. Two pages fill a block of the server (8 KB).
    package static let pageSize = 4_000

    /// - Parameter structure: the list of segments, shared with the index, which sets it at the beginning of a
    ///   snapshot.
    package init(
        _ connection: PostgresConnection, _ place: LibrarySlot, cache: SegmentCache?,
        structure: SnapshotStructure? = nil
    ) {
        self.connection = connection
        self.place = place
        self.cache = cache
        self.structure = structure
    }

    /// Creates an index if the library has none. The new index contains word pairs, unless the database may still be
    /// used by an older program that does not write pairs.
    ///
    /// - Parameter pageSize: maximum size of a page in bytes, except for directories of block lists.
    package static func create(
        _ connection: PostgresConnection, _ place: LibrarySlot, pageSize: Int = pageSize
    ) throws {
        _ = try connection.pipeline([creation(place, pageSize: pageSize)])
    }

    /// The statement that `create` runs.
    package static func creation(_ place: LibrarySlot, pageSize: Int = pageSize) -> PostgresRequest {
        PostgresRequest(
            """
            INSERT INTO feedsearch.index_state (library, slot, format, page_size, structure, averages, next_segment, has_pairs)
            SELECT $1, $2, \(format), \(pageSize), $3, '', 1, coalesce(max(least_program), 0) >= \(PostgresSchema.pairsOfWords)
            FROM feedsearch.schema_version WHERE library = 0
            ON CONFLICT DO NOTHING
            """, place.values + [.bytes(SegmentStructure.emptyRecord)])
    }

    /// Returns the id of the next segment. All writers share one sequence of ids.
    package func nextSegmentID() throws -> Int {
        let next = try connection.integer(
            "SELECT next_segment::int8 FROM feedsearch.index_state WHERE library = $1 AND slot = $2", place.values)
        return Int(next ?? 1)
    }

    // MARK: - PageSource

    /// In page ids, 26 bits are available for the segment's id (`SegmentRowID`), and segment ids are never reused.
    package var maxSegmentID: Int { 1 << 26 - 1 }

    package func pageSize() throws -> Int? {
        let request = Self.structureRequest(place)
        let rows = try structure?.rows ?? connection.query(request.sql, request.values)
        guard let row = rows.first, row.integer(1) == Self.format, (32...65_536).contains(row.integer(2)) else {
            return nil
        }
        return Int(row.integer(2))
    }

    package func withPage(_ id: Int64, _ body: (Span<UInt8>) -> Void) throws -> Bool {
        if let column = Self.column(ofRecord: id) { return try withRecord(column, body) }
        if let known = cache?.page(id) {
            if known.isEmpty { return false }
            body(known.span)
            return true
        }
        let rows = try connection.query(
            "SELECT page FROM feedsearch.segment_page WHERE library = $1 AND slot = $2 AND id = $3",
            place.values + [.integer(id)])
        guard let row = rows.first else {
            keepAbsence(of: id)
            return false
        }
        if let cache { cache.keep(row.bytes(0), as: id) }
        row.withBytes(0, body)
        return true
    }

    /// Caches the absence of a page as an empty page. This stays valid, because segments never change and their ids are
    /// never reused.
    package func keepAbsence(of id: Int64) { cache?.keep([], as: id) }

    private static let structureColumn = "structure"

    /// A query for the list of segments, the storage format and the page size.
    static func structureRequest(_ place: LibrarySlot) -> PostgresRequest {
        request(of: "\(structureColumn), format, page_size", place)
    }

    static func column(ofRecord id: Int64) -> String? {
        switch id {
        case SegmentRowID.structure: structureColumn
        case SegmentRowID.averages: "averages"
        default: nil
        }
    }

    private static func request(of column: String, _ place: LibrarySlot) -> PostgresRequest {
        PostgresRequest(
            "SELECT \(column) FROM feedsearch.index_state WHERE library = $1 AND slot = $2", place.values)
    }

    private func withRecord(_ column: String, _ body: (Span<UInt8>) -> Void) throws -> Bool {
        let isStructure = column == Self.structureColumn
        let request = isStructure ? Self.structureRequest(place) : Self.request(of: column, place)
        let rows = try (isStructure ? structure?.rows : nil) ?? connection.query(request.sql, request.values)
        guard let row = rows.first else { return false }
        row.withBytes(0, body)
        return true
    }

    package func makeCursor() -> any PageCursor { PostgresPageCursor(self) }

    /// Number of ids that are read at once.
    private static let idsAtOnce = 65_536

    package func forEachPageID(_ body: (Int64) throws -> Void) throws {
        var last = Int64.min
        while true {
            let rows = try connection.query(
                """
                SELECT id FROM feedsearch.segment_page WHERE library = $1 AND slot = $2 AND id > $3
                ORDER BY id LIMIT \(Self.idsAtOnce)
                """, place.values + [.integer(last)])
            for row in rows {
                last = row.integer(0)
                try body(last)
            }
            if rows.count < Self.idsAtOnce { return }
        }
    }

    package func leaf(of key: Span<UInt8>, segment: Int) throws -> Int {
        let key = key.indices.map { key[$0] }
        let firsts = try firstTerms(segment: segment)
        let place = Self.count(of: firsts, upTo: key)
        guard place > 0 else { return 0 }
        var leaf = 0
        TermChunk.forEachRow(of: try chunk(first: firsts[place - 1], segment: segment)) { term, page in
            if key.lexicographicallyPrecedes(term) { return false }
            leaf = Int(page >> 1)
            return true
        }
        return leaf
    }

    package func forEachTerm(
        segment: Int, above last: [UInt8]?, atMost limit: Int, _ body: (Span<UInt8>, Int64) -> Void
    ) throws {
        let firsts = try firstTerms(segment: segment)
        var left = limit
        let wanted = firsts[(last.map { max(0, Self.count(of: firsts, upTo: $0) - 1) } ?? 0)...]
        // Read extra chunks, because the first chunk may have no terms after `last`.
        try readChunks(Array(wanted.prefix(min(limit, Self.maxTermsAtOnce) / TermChunk.maxRows + 2)), segment: segment)
        for first in wanted where left > 0 {
            TermChunk.forEachRow(of: try chunk(first: first, segment: segment)) { term, page in
                if let last, !last.lexicographicallyPrecedes(term) { return true }
                body(term.span, page)
                left -= 1
                return left > 0
            }
        }
    }

    package func forEachLength(of rows: ClosedRange<Int64>, _ body: (Int64, [Int]) -> Void) throws {
        let found = try connection.query(
            """
            SELECT n, lengths FROM feedsearch.indexed_length
            WHERE library = $1 AND slot = $2 AND n BETWEEN $3 AND $4 ORDER BY n
            """, place.values + [.integer(rows.lowerBound), .integer(rows.upperBound)])
        for row in found {
            body(row.integer(0), Self.lengths(row.bytes(1)))
        }
    }

    package static func lengths(_ bytes: [UInt8]) -> [Int] {
        var reader = SegmentStructure.Reader(bytes)
        var lengths: [Int] = []
        while let length = reader.next() { lengths.append(Int(clamping: length)) }
        return lengths
    }

    package func checkDeadline() throws { try connection.checkDeadline() }

    // MARK: - Term index

    /// The number of terms in an ascending list that are less than or equal to a key.
    static func count(of terms: [[UInt8]], upTo key: [UInt8]) -> Int {
        var low = 0
        var high = terms.count
        while low < high {
            let middle = (low + high) / 2
            if key.lexicographicallyPrecedes(terms[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func firstTerms(segment: Int) throws -> [[UInt8]] {
        if let known = cache?.firstTerms(segment: segment) { return known }
        let rows = try connection.query(
            """
            SELECT first FROM feedsearch.segment_terms WHERE library = $1 AND slot = $2 AND segment = $3 ORDER BY first
            """, place.values + [.integer(Int64(segment))])
        let terms = rows.map { $0.bytes(0) }
        cache?.keep(firstTerms: terms, segment: segment)
        return terms
    }

    private static let maxTermsAtOnce = 4_096

    /// Reads chunks of a term index into the cache, in one round trip.
    private func readChunks(_ firsts: [[UInt8]], segment: Int) throws {
        guard let cache else { return }
        let unknown = firsts.filter { cache.chunk(first: $0, segment: segment) == nil }
        guard unknown.count > 1 else { return }
        for row in try connection.query(
            """
            SELECT first, rows FROM feedsearch.segment_terms
            WHERE library = $1 AND slot = $2 AND segment = $3 AND first = ANY ($4)
            """, place.values + [.integer(Int64(segment)), .byteArrays(unknown)])
        {
            cache.keep(chunk: row.bytes(1), first: row.bytes(0), segment: segment)
        }
    }

    private func chunk(first: [UInt8], segment: Int) throws -> [UInt8] {
        if let known = cache?.chunk(first: first, segment: segment) { return known }
        let rows = try connection.query(
            """
            SELECT rows FROM feedsearch.segment_terms WHERE library = $1 AND slot = $2 AND segment = $3 AND first = $4
            """, place.values + [.integer(Int64(segment)), .bytes(first)])
        let bytes = rows.first?.bytes(0) ?? []
        cache?.keep(chunk: bytes, first: first, segment: segment)
        return bytes
    }
}
