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

    @Test("Documents that FTS5 writes one at a time, changed ones among them, leave a few segments")
    func singleDocuments() throws {
        let c = try Fixture.open(pageSize: 1_000)
        let merger = try SegmentMerger(connection: c, table: "idx")
        let documents = Fixture.documents(200, words: 300, seed: 5)
        try Fixture.load(documents, Array(1...200), into: c)
        var most = 0
        for row in Int64(1)...120 {
            try Fixture.remove(row, c)
            let new = Fixture.documents(1, words: 300, seed: UInt64(row) + 100)
            try Fixture.insertRows(new, [row], c)
            try c.run(
                "INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc WHERE n = ?", [.integer(row)])
            try merger.merge(.duringLoad)
            most = max(most, try merger.segmentCount())
        }
        // At most three of each of the levels 0 to 3, and the loaded one.
        #expect(most <= 13)
        #expect(most > 3)
        try Fixture.checkIntegrity(c)
        try PostingReaderTests.expectSame(c, PostingReader(connection: c, table: "idx"))
    }

    @Test("A merge that FTS5 has begun is left to FTS5, and its levels are merged once it has ended")
    func runningMerge() throws {
        let c = try Fixture.open(pageSize: 64)
        for part in 0..<6 {
            let documents = Fixture.documents(100, words: 300, seed: UInt64(part))
            try Fixture.load(documents, Array(Int64(part) * 100 + 1...Int64(part) * 100 + 100), into: c)
        }
        try c.execute("INSERT INTO idx (idx, rank) VALUES ('usermerge', 2), ('merge', 1)")
        let merger = try SegmentMerger(connection: c, table: "idx")
        #expect(try merger.hasRunningMerge())
        #expect(try merger.merge(.all(from: 2)) == 0)
        try Fixture.checkIntegrity(c)
        for _ in 0..<1_000 where try merger.hasRunningMerge() {
            try c.execute("INSERT INTO idx (idx, rank) VALUES ('merge', 16)")
        }
        #expect(try !merger.hasRunningMerge())
        try Fixture.checkIntegrity(c)
        try Fixture.load(Fixture.documents(100, words: 300, seed: 9), Array(601...700), into: c)
        #expect(try merger.mergeAll() > 1)
        try Fixture.checkIntegrity(c)
    }
}
