internal import PostgreSQL
internal import PostingIndex

extension PostgresPages {
    /// Reads into the cache what looking terms up begins with, in all segments: three statements in place of three a term
    /// and segment.
    package func readAhead(_ terms: [[UInt8]]) throws {
        guard let cache else { return }
        // The main index has the prefix "0".
        let keys = terms.map { [UInt8(ascii: "0")] + $0 }
        var firsts: [Int: [[UInt8]]] = [:]
        for row in try connection.query(
            "SELECT segment, first FROM feedsearch.segment_terms WHERE library = $1 AND slot = $2 ORDER BY segment, first",
            place.values)
        {
            firsts[Int(row.integer(0)), default: []].append(row.bytes(1))
        }
        var chunks: Set<Chunk> = []
        for (segment, terms) in firsts {
            cache.keep(firstTerms: terms, segment: segment)
            for key in keys {
                let place = Self.count(of: terms, upTo: key)
                if place > 0 { chunks.insert(Chunk(segment: segment, first: terms[place - 1])) }
            }
        }
        for row in try connection.query(
            """
            SELECT t.segment, t.first, t.rows FROM unnest($3::int8[], $4::bytea[]) AS u(segment, first)
            JOIN feedsearch.segment_terms t
            ON t.library = $1 AND t.slot = $2 AND t.segment = u.segment::int4 AND t.first = u.first
            """,
            place.values + [.integers(chunks.map { Int64($0.segment) }), .byteArrays(chunks.map(\.first))])
        {
            cache.keep(chunk: row.bytes(2), first: row.bytes(1), segment: Int(row.integer(0)))
        }
        var leaves: Set<Int64> = []
        for segment in firsts.keys {
            for key in keys {
                leaves.insert(SegmentRowID.leaf(try leaf(of: key.span, segment: segment), segment: segment))
            }
        }
        for row in try connection.query(
            // One look into the index for each: before the server has counted the rows of a new table, it takes `id = ANY ($3)`
            // for a condition on the few rows of the library, and reads all of them.
            """
            SELECT p.id, p.page FROM unnest($3::int8[]) AS u(id) CROSS JOIN LATERAL (
                SELECT id, page FROM feedsearch.segment_page WHERE library = $1 AND slot = $2 AND id = u.id LIMIT 1
            ) p
            """, place.values + [.integers(leaves.sorted())])
        {
            cache.keep(row.bytes(1), as: row.integer(0))
        }
    }

    private struct Chunk: Hashable {
        var segment: Int
        var first: [UInt8]
    }
}
