import System
import Testing

@testable import PostingIndex
@testable import SQLite

/// Terms whose rows recur at a fixed distance, with few positions: their block lists are nearly as large as their doclists.
@Suite struct RegularRowsTests {
    private typealias Fixture = SegmentFixture
    private static let isLong = Environment.value("FEEDSEARCH_TEST_LONG") == "1"

    /// A doclist of each `distance`-th row, with positions in column 1 alone.
    private static func doclist(_ count: Int, distance: Int, positions: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count {
            SegmentVarint.append(UInt64(distance), to: &bytes)
            bytes += [UInt8(2 * (2 + positions)), 1, 1] + Array(repeating: 3, count: positions)
        }
        return bytes
    }

    /// Writes terms of 4 to 9 leaves one behind the other; expects ids of their own, and each list before the next term.
    private static func expectApart(pageSize: Int, distance: Int, positions: Int) {
        let writer = SegmentWriter(segment: 1, pageSize: pageSize, expectedBytes: 0) { _ in positions * 3 }
        let rowBytes = 3 + positions + (distance < 128 ? 1 : 2)
        for number in 0..<12 {
            let bytes = pageSize * 4 + pageSize * number * 5 / 12
            let term = [UInt8(ascii: "0"), UInt8(ascii: "a") + UInt8(number)]
            writer.write(
                term: term, doclist: doclist(bytes / rowBytes + 1, distance: distance, positions: positions))
        }
        writer.finish()
        let piece = writer.takePiece()
        let ids = piece.blocks.map(\.id)
        let lists = SegmentRowID.blockLists(segment: 1)
        let last = SegmentRowID.blockList(leaf: piece.leafCount, segment: 1)
        #expect(Set(ids).count == ids.count, "\(pageSize) \(distance) \(positions)")
        #expect(ids.count { lists.contains($0) } > 12)
        #expect(ids.allSatisfy { !lists.contains($0) || $0 <= last })
    }

    @Test(
        "Pages of a segment have ids of their own, whatever the distance of rows and the number of positions",
        arguments: [100, 400, 1_000])
    func apart(_ pageSize: Int) {
        for distance in stride(from: 1, through: 300, by: 13) {
            for positions in 1...3 { Self.expectApart(pageSize: pageSize, distance: distance, positions: positions) }
        }
    }

    @Test("The same with pages as they are, at every distance up to 300", .enabled(if: isLong))
    func apartAtLength() {
        for distance in 1...300 {
            for positions in 1...3 { Self.expectApart(pageSize: 4_050, distance: distance, positions: positions) }
        }
    }

    @Test("However far apart rows are in a block, a list has at most as many chunks as there are ids for it")
    func wideGaps() throws {
        for maxChunks in 1...12 {
            var encoder = BlockListEncoder(pageSize: 400, firstLeaf: 1) { _ in 1 }
            var row: UInt64 = 0
            for index in 0..<2_000 {
                // One gap in each block makes all deltas of it wide.
                row += index % 128 == 5 ? 1 << 24 : 1
                encoder.add(row: row, (1, index % 3), leaf: 1)
            }
            let encoded = encoder.finish(maxChunks: maxChunks)
            let list = try #require(encoded)
            #expect(list.chunks.count <= maxChunks && list.chunks.allSatisfy { !$0.isEmpty })
            let directory = BlockList(directory: list.directory.span, segment: 1, leaf: 1)
            let read = try #require(directory)
            #expect(read.chunkCount == list.chunks.count && read.rowCount == 2_000)
        }
        var encoder = BlockListEncoder(pageSize: 400, firstLeaf: 1) { _ in 1 }
        encoder.add(row: 1, (1, 0), leaf: 1)
        let isThere = encoder.finish(maxChunks: 0) != nil
        #expect(!isThere)
    }

    /// Articles that say `a` and `b` in turn, whose rows are 50 apart.
    private static func load(_ count: Int, from first: Int64, into c: Connection) throws {
        try Fixture.load(
            (0..<count).map { (title: "", body: $0 % 2 == 0 ? "a" : "b") }, (0..<count).map { first + Int64($0) * 50 },
            into: c)
    }

    @Test("Segments of short, regular articles are merged, and lists say what doclists say")
    func merging() throws {
        let c = try Fixture.open(pageSize: 4_050)
        // Five leaves a term, of which the last is shared, and four chunks.
        try Self.load(4_000, from: 50, into: c)
        try Self.load(3_940, from: 50 + 4_000 * 50, into: c)
        #expect(try SegmentMerger(connection: c, table: "idx").mergeAll() == 2)
        let reader = try PostingReader(connection: c, table: "idx")
        #expect(try reader.wrongBlockLists() == 0)
        #expect(try reader.strayPages() == 0)
        for (place, term) in ["a", "b"].enumerated() {
            let found = try #require(try reader.term(term.utf8.span))
            #expect(found.hasBlocks)
            let rows = try found.frequencies().rows
            #expect(rows == (0..<3_970).map { UInt32(50 + 100 * $0 + 50 * place) })
        }
        try Fixture.checkIntegrity(c)
    }

    @Test("Rows that a lost segment left do not keep a new one from being written")
    func lostSegment() throws {
        let c = try Fixture.open(pageSize: 400)
        try Self.load(1_000, from: 50, into: c)
        c.setDefensive(false)
        for segment in 2...3 {
            for id in [SegmentRowID.leaf(1, segment: segment), SegmentRowID.blockList(leaf: 1, segment: segment)] {
                try c.run("INSERT INTO idx_data (id, block) VALUES (?, x'00')", [.integer(id)])
            }
            try c.execute("INSERT INTO idx_idx (segid, term, pgno) VALUES (\(segment), x'', 2)")
        }
        let reader = try PostingReader(connection: c, table: "idx")
        #expect(try reader.strayPages() == 4)
        try Self.load(1_000, from: 50 + 1_000 * 50, into: c)
        #expect(try SegmentMerger(connection: c, table: "idx").mergeAll() == 2)
        #expect(try reader.strayPages() == 0)
        #expect(try reader.wrongBlockLists() == 0)
        try Fixture.checkIntegrity(c)
    }

    @Test("A page that belongs to no term is found by a check")
    func strayPages() throws {
        let c = try Fixture.open(pageSize: 400)
        try Self.load(2_000, from: 50, into: c)
        let reader = try PostingReader(connection: c, table: "idx")
        #expect(try reader.strayPages() + reader.wrongBlockLists() == 0)
        c.setDefensive(false)
        let last = SegmentStructure.maxLeaf
        for id in [
            -5, 3, SegmentRowID.leaf(0, segment: 1), SegmentRowID.leaf(last, segment: 1),
            SegmentRowID.leaf(1, segment: 9), SegmentRowID.doclistIndex(leaf: 3, height: 0, segment: 1),
            SegmentRowID.doclistIndex(leaf: 1, height: 5, segment: 1), SegmentRowID.blockList(leaf: last, segment: 1),
            SegmentRowID.blockList(leaf: 3, segment: 7), SegmentRowID.characterList(of: 0x7684, segment: 1) + 7,
        ] {
            let known = try c.integer("SELECT count(*) FROM idx_data WHERE id = \(id)")
            try #require(known == 0)
            try c.run("INSERT INTO idx_data (id, block) VALUES (?, x'0203')", [.integer(id)])
            #expect(try reader.strayPages() + reader.wrongBlockLists() == 1, "\(id)")
            try c.run("DELETE FROM idx_data WHERE id = ?", [.integer(id)])
        }
        #expect(try reader.strayPages() + reader.wrongBlockLists() == 0)
    }
}
