import Testing

@testable import PostingIndex
@testable import SQLite

@Suite struct IndexSizeTests {
    private typealias Fixture = SegmentFixture

    private static func index() throws -> Connection {
        let connection = try Fixture.open(pageSize: 1_000)
        for part in 0..<3 {
            let first = Int64(part) * 2_500 + 1
            try Fixture.load(
                Fixture.documents(2_500, words: 20_000, seed: UInt64(part)), Array(first..<first + 2_500),
                into: connection)
        }
        return connection
    }

    @Test("The size of small segments is exact, that of large ones within a few percent")
    func size() throws {
        let connection = try Self.index()
        // Doclist indexes and records are not counted.
        let all = try #require(try connection.integer("SELECT sum(length(block)) FROM idx_data"))
        let size = IndexSize(connection: connection, table: "idx")
        let exact = try size.bytes()
        #expect(exact <= all && exact > Int(all) * 99 / 100)
        for pages in [64, 256] {
            let estimate = try IndexSize(connection: connection, table: "idx", readAsWhole: pages).bytes()
            #expect(abs(estimate - exact) < exact / 20, "\(estimate), not \(exact)")
            #expect(estimate != exact)
        }
    }

    @Test("An index without articles, and one whose record only FTS5 can read, have a size")
    func otherRecords() throws {
        let connection = try Fixture.open(pageSize: 1_000)
        #expect(try IndexSize(connection: connection, table: "idx").bytes() == 0)
        let filled = try Self.index()
        let all = try #require(try filled.integer("SELECT sum(length(block)) FROM idx_data WHERE id <> 10"))
        filled.setDefensive(false)
        try filled.run("UPDATE idx_data SET block = x'00' WHERE id = 10")
        #expect(try IndexSize(connection: filled, table: "idx").bytes() == Int(all) + 1)
    }
}
