import Testing

@testable import SQLite

@Suite struct SegmentMergerTests {
    private typealias Fixture = SegmentFixture

    @Test("A merge writes on the pages of what it merges: the file hardly grows")
    func pagesAreTakenAgain() throws {
        let c = try Fixture.open(pageSize: 1_000)
        var next: Int64 = 1
        for part in 0..<6 {
            let documents = Fixture.documents(2_500, words: 20_000, seed: UInt64(part))
            try Fixture.load(documents, Array(next..<next + 2_500), into: c)
            next += 2_500
        }
        let before = try #require(try c.integer("PRAGMA page_count"))
        let leaves = try #require(try c.integer("SELECT count(*) FROM idx_data"))
        #expect(leaves > 6 * 500)
        #expect(try SegmentMerger(connection: c, table: "idx").merge(fanOut: 2) == 6)
        let after = try #require(try c.integer("PRAGMA page_count"))
        #expect(after < before + before / 10)
        try Fixture.checkIntegrity(c)
    }
}
