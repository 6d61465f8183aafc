import Foundation
import Testing

@testable import PostingIndex
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
        #expect(try SegmentMerger(connection: c, table: "idx").merge(.all(from: 2)) == 6)
        let after = try #require(try c.integer("PRAGMA page_count"))
        #expect(after < before + before / 10)
        try Fixture.checkIntegrity(c)
    }

    @Test("With the log of a file, where two threads work, the pages are the same as without")
    func threadsChangeNothing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "segments-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let memory = try Fixture.open(pageSize: 4_050)
        let file = try Fixture.open(pageSize: 4_050, path: folder.appending(path: "index.db").path)
        #expect(try file.text("PRAGMA journal_mode = WAL") == "wal")
        var next: Int64 = 1
        for part in 0..<3 {
            let documents = Fixture.documents(6_000, words: 30_000, seed: UInt64(part))
            // Large enough for a thread of its own; one is below that.
            let cut = part == 1 ? documents[..<300] : documents[...]
            let rows = Array(next..<next + Int64(cut.count))
            for c in [memory, file] { try Fixture.load(Array(cut), rows, into: c) }
            next += 6_000
        }
        #expect(try Fixture.dump(file) == Fixture.dump(memory))
        for c in [memory, file] { #expect(try SegmentMerger(connection: c, table: "idx").merge(.all(from: 3)) == 3) }
        #expect(try Fixture.dump(file) == Fixture.dump(memory))
        try Fixture.checkIntegrity(file)
    }

    @Test("A merge that is cancelled leaves everything as it was, and can be made later", arguments: [0, 1, 7])
    func cancelled(_ pieces: Int) throws {
        let c = try Fixture.open(pageSize: 1_000)
        for part in 0..<4 {
            let documents = Fixture.documents(1_500, words: 20_000, seed: UInt64(part))
            try Fixture.load(documents, Array(Int64(part) * 1_500 + 1...Int64(part) * 1_500 + 1_500), into: c)
        }
        let before = try Fixture.dump(c)
        var asked = 0
        let merger = try SegmentMerger(connection: c, table: "idx") {
            asked += 1
            return asked > pieces
        }
        #expect(throws: CancellationError.self) { try merger.merge(.all(from: 2)) }
        #expect(try Fixture.dump(c) == before)
        #expect(try SegmentMerger(connection: c, table: "idx").merge(.all(from: 2)) == 4)
        try Fixture.checkIntegrity(c)
    }

    @Test("The oldest of many segments are merged, and what is newer still overrules them")
    func oldestOnly() throws {
        let c = try Fixture.open(pageSize: 1_000)
        for part in 0..<6 {
            let documents = Fixture.documents(200, words: 300, seed: UInt64(part))
            try Fixture.load(documents, Array(Int64(part) * 200 + 1...Int64(part) * 200 + 200), into: c)
        }
        let policy = MergePolicy(maxSegments: 6, maxLowest: 6, smallLeaves: 0, maxLarge: 6, maxHuge: 6, merged: 4)
        #expect(try SegmentMerger(connection: c, table: "idx").merge(policy) == 4)
        #expect(try c.integer("SELECT count(DISTINCT segid) FROM idx_idx") == 3)
        #expect(try SegmentMerger(connection: c, table: "idx").merge(policy) == 0)
        try Fixture.checkIntegrity(c)
    }
}
