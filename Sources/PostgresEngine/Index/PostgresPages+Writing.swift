internal import Database
internal import PostgreSQL
package import PostingIndex

/// Segments are written with COPY. A writer that changes the list of segments locks the index until its transaction
/// ends, which makes writers on other machines wait.
extension PostgresPages: PageStore {
    package var isInTransaction: Bool { connection.isInTransaction }

    package func changeSegments<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.transaction {
            chunks.removeAll()
            _ = try connection.lock(place.indexLock)
            let result = try body()
            for (segment, chunk) in chunks.sorted(by: { $0.key < $1.key }) { try write([chunk], of: segment) }
            chunks.removeAll()
            return result
        }
    }

    package func newSegmentID(_ structure: SegmentStructure) throws -> Int? {
        let id = try connection.integer(
            """
            UPDATE feedsearch.index_state SET next_segment = next_segment + 1
            WHERE library = $1 AND slot = $2 AND next_segment <= \(maxSegmentID) RETURNING (next_segment - 1)::int8
            """, place.values)
        return id.map { Int($0) }
    }

    package func setRecord(_ id: Int64, _ bytes: [UInt8]) throws {
        guard let column = Self.column(ofRecord: id) else { preconditionFailure("not a record") }
        try connection.run(
            "UPDATE feedsearch.index_state SET \(column) = $3 WHERE library = $1 AND slot = $2",
            place.values + [.bytes(bytes)])
    }

    package func write(_ piece: SegmentPiece, segment: Int) throws {
        try connection.copy(into: "feedsearch.segment_page (library, slot, id, page)") { writer in
            try piece.forEachPage { id, page in
                try begin(writer, columns: 4)
                writer.write(.integer(id))
                writer.write(bytes: page)
            }
        }
        var full: [TermChunk] = []
        var chunk = chunks[segment] ?? TermChunk()
        for (term, page) in piece.terms {
            chunk.append(term, page: page)
            if chunk.count < TermChunk.maxRows { continue }
            full.append(chunk)
            chunk = TermChunk()
        }
        chunks[segment] = chunk.count > 0 ? chunk : nil
        if !full.isEmpty { try write(full, of: segment) }
    }

    private func write(_ chunks: [TermChunk], of segment: Int) throws {
        try connection.copy(into: "feedsearch.segment_terms (library, slot, segment, first, rows)") { writer in
            for chunk in chunks {
                try begin(writer, columns: 5)
                writer.write(.int32(Int32(segment)))
                writer.write(.bytes(chunk.first))
                writer.write(.bytes(chunk.bytes))
            }
        }
    }

    /// Begins a row, and writes its columns `library` and `slot`.
    private func begin(_ writer: CopyWriter, columns: Int) throws {
        try writer.begin(columns: columns)
        writer.write(.integer(place.library))
        writer.write(.int16(place.slot))
    }

    package func writeLengths(_ lengths: ((Int64, ArraySlice<UInt32>) throws -> Void) throws -> Void) throws {
        try connection.copy(into: "feedsearch.indexed_length (library, slot, n, lengths)") { writer in
            var bytes: [UInt8] = []
            try lengths { row, columns in
                bytes.removeAll(keepingCapacity: true)
                for length in columns { SegmentVarint.append(UInt64(length), to: &bytes) }
                try begin(writer, columns: 4)
                writer.write(.integer(row))
                writer.write(bytes: bytes.span)
            }
        }
    }

    package func takeLengths(of rows: [Int64]) throws -> [[Int]] {
        if rows.isEmpty { return [] }
        return try connection.query(
            "DELETE FROM feedsearch.indexed_length WHERE library = $1 AND slot = $2 AND n = ANY ($3) RETURNING lengths",
            place.values + [.integers(rows)]
        ).map { Self.lengths($0.bytes(0)) }
    }

    package func deletePages(_ ids: ClosedRange<Int64>) throws {
        try connection.run(
            "DELETE FROM feedsearch.segment_page WHERE library = $1 AND slot = $2 AND id BETWEEN $3 AND $4",
            place.values + [.integer(ids.lowerBound), .integer(ids.upperBound)])
    }

    package func delete(segment: Int) throws {
        // The segment may have been written by a merge in the same transaction.
        chunks[segment] = nil
        try deletePages(SegmentRowID.all(segment: segment))
        try connection.run(
            "DELETE FROM feedsearch.segment_terms WHERE library = $1 AND slot = $2 AND segment = $3",
            place.values + [.integer(Int64(segment))])
    }

    /// Runs a closure with a second connection, through which a merge reads committed segments. Nil behind a connection
    /// pooler, because all other connections may be in use by writers that wait for this one.
    package var aside: (@Sendable ((any PageSource) throws -> Void) throws -> Void)? {
        if connection.isPooled { return nil }
        let (address, place) = (connection.address, place)
        return { body in
            let reader = try PostgresConnection(address)
            try reader.transaction(.snapshot) { try body(PostgresPages(reader, place, cache: nil)) }
        }
    }
}
