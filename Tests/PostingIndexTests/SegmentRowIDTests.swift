import Testing

@testable import PostingIndex
@testable import SQLite

@Suite struct SegmentRowIDTests {
    @Test("Every row of an index written by FTS5 itself is one that the layout names")
    func rowsOfFTS5() throws {
        let connection = try SegmentFixture.open(pageSize: 40)
        let documents = SegmentFixture.documents(400, words: 3, seed: 1)
        for (index, document) in documents.enumerated() {
            try connection.run(
                "INSERT INTO idx (rowid, title, body) VALUES (?, ?, ?)",
                [.integer(Int64(index + 1)), .text(document.title), .text(document.body)])
        }
        try connection.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        let segment = try #require(
            try connection.integer("SELECT min(segid) FROM idx_idx").map { Int($0) })
        let ids = try connection.prepare("SELECT id FROM idx_data WHERE id > 10 ORDER BY id")
        var leaves = 0
        var indexPages = 0
        while try ids.step() {
            let id = ids.integer(0)
            #expect(SegmentRowID.all(segment: segment).contains(id))
            let page = Int(id & 0x7FFF_FFFF)
            if id == SegmentRowID.leaf(page, segment: segment) {
                leaves += 1
            } else {
                #expect((0...2).contains { SegmentRowID.doclistIndex(leaf: page, height: $0, segment: segment) == id })
                indexPages += 1
            }
        }
        #expect(leaves > 10 && indexPages > 0)
    }

    @Test("Blocks of counts are in their segment, and nowhere that FTS5 looks")
    func blockLists() {
        let blocks = SegmentRowID.blockLists(segment: 3)
        #expect(blocks.contains(SegmentRowID.blockList(leaf: 1, segment: 3)))
        #expect(SegmentRowID.all(segment: 3).contains(blocks.lowerBound))
        #expect(SegmentRowID.all(segment: 3).contains(blocks.upperBound))
        #expect(!blocks.contains(SegmentRowID.doclistIndex(leaf: SegmentStructure.maxLeaf, height: 29, segment: 3)))
        #expect(!blocks.contains(SegmentRowID.leaf(1, segment: 4)))
    }
}
