internal import Database
internal import PostgreSQL
internal import PostingIndex

extension PostgresPages {
    /// The maximum number of pages to read for a term in a segment in addition to the first page: the rest of the
    /// doclist, and the first chunks of its block list. For all terms and segments together, the maximum is
    /// `maxFurtherPages`.
    private static let furtherPages = 3
    private static let maxFurtherPages = 256

    /// Reads and caches the pages that are needed first to look up terms. This takes two round trips in total, instead
    /// of three for each term and segment.
    package func prepare(_ keys: [[UInt8]], in segments: [(id: Int, leaves: ClosedRange<Int>)]) throws {
        guard let cache else { return }
        try prepareChunks(keys, in: segments.map(\.id), cache)
        let further = min(Self.furtherPages, Self.maxFurtherPages / max(1, keys.count * segments.count))
        var ids: Set<Int64> = []
        for segment in segments {
            for leaf in Set(try keys.map { try leaf(of: $0.span, segment: segment.id) }) {
                guard segment.leaves.contains(leaf) else { continue }
                for page in leaf...min(leaf + further, segment.leaves.upperBound) {
                    ids.insert(SegmentRowID.leaf(page, segment: segment.id))
                }
                let list = SegmentRowID.blockList(leaf: leaf, segment: segment.id)
                for page in 0...Int64(further) { ids.insert(list + page) }
            }
        }
        let unknown = ids.filter { cache.page($0) == nil }.sorted()
        if unknown.isEmpty { return }
        let rows = try connection.query(
            // Look up each id in the index separately. Until a new table has statistics, the server expects the library
            // to have few rows, so it would read all of them and use `id = ANY ($3)` as a filter.
            """
            SELECT p.id, p.page FROM unnest($3::int8[]) AS u(id) CROSS JOIN LATERAL (
                SELECT id, page FROM feedsearch.segment_page WHERE library = $1 AND slot = $2 AND id = u.id LIMIT 1
            ) p
            """, place.values + [.integers(unknown)])
        var absent = Set(unknown)
        for row in rows {
            absent.remove(row.integer(0))
            cache.keep(row.bytes(1), as: row.integer(0))
        }
        for id in absent { keepAbsence(of: id) }
    }

    /// Caches the chunks of the segments' term indexes that locate the given terms.
    private func prepareChunks(_ keys: [[UInt8]], in segments: [Int], _ cache: SegmentCache) throws {
        let known = segments.map { ($0, cache.firstTerms(segment: $0)) }
        let unread = known.filter { $0.1 == nil }.map { Int64($0.0) }
        let incomplete = known.filter { segment, firsts in
            guard let firsts else { return false }
            return keys.contains { key in
                let place = Self.count(of: firsts, upTo: key)
                return place > 0 && cache.chunk(first: firsts[place - 1], segment: segment) == nil
            }
        }.map { Int64($0.0) }
        if unread.isEmpty, incomplete.isEmpty { return }
        let answers = try connection.pipeline([
            PostgresRequest(
                """
                SELECT segment, first FROM feedsearch.segment_terms
                WHERE library = $1 AND slot = $2 AND segment = ANY ($3::int8[]) ORDER BY segment, first
                """, place.values + [.integers(unread)]),
            PostgresRequest(
                """
                SELECT t.segment, t.first, t.rows FROM (
                    SELECT DISTINCT s.segment, c.first FROM unnest($3::int8[]) AS s(segment)
                    CROSS JOIN unnest($4::bytea[]) AS k(key)
                    CROSS JOIN LATERAL (
                        SELECT first FROM feedsearch.segment_terms
                        WHERE library = $1 AND slot = $2 AND segment = s.segment::int4 AND first <= k.key
                        ORDER BY first DESC LIMIT 1
                    ) c
                ) w JOIN feedsearch.segment_terms t
                ON t.library = $1 AND t.slot = $2 AND t.segment = w.segment::int4 AND t.first = w.first
                """, place.values + [.integers(unread + incomplete), .byteArrays(keys)]),
        ])
        var firsts: [Int: [[UInt8]]] = [:]
        for row in answers[0] { firsts[Int(row.integer(0)), default: []].append(row.bytes(1)) }
        for segment in unread {
            cache.keep(firstTerms: firsts[Int(segment)] ?? [], segment: Int(segment))
        }
        for row in answers[1] {
            cache.keep(chunk: row.bytes(2), first: row.bytes(1), segment: Int(row.integer(0)))
        }
    }
}
