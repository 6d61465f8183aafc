import TestSupport
import Testing

@testable import PostingIndex
@testable import SQLite

@Suite struct FTS5BulkLoaderTests {
    private typealias Fixture = SegmentFixture

    @Test(
        "A bulk-loaded segment is byte for byte what FTS5 writes",
        arguments: [(4_050, 400, 3_000), (64, 300, 40), (64, 1_500, 7), (256, 800, 500), (1_000, 2_000, 20_000)])
    func sameBytes(_ pageSize: Int, _ count: Int, _ words: Int) throws {
        let documents = Fixture.documents(count, words: words, seed: UInt64(pageSize + count))
        let rows = (1...Int64(count)).map { $0 }
        let native = try Fixture.open(pageSize: pageSize)
        try native.transaction {
            try Fixture.insertRows(documents, rows, native)
            try native.execute("INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc ORDER BY n")
        }
        let bulk = try Fixture.open(pageSize: pageSize)
        try Fixture.load(documents, rows, into: bulk)
        try Fixture.checkIntegrity(bulk)
        #expect(try Fixture.dump(bulk) == Fixture.dump(native))
    }

    @Test("Batches that become one segment are byte for byte what FTS5 writes of all of them", arguments: 1...6)
    func joined(_ seed: Int) throws {
        var random = Lehmer(state: UInt64(seed) &* 99_991)
        let pageSize = [64, 256, 1_000, 4_050][seed % 4]
        let count = Int.random(in: 30...600, using: &random)
        let documents = Fixture.documents(count, words: [7, 300, 5_000][seed % 3], seed: UInt64(seed))
        // In some, documents are left out and rows have gaps; some pieces are empty.
        var next: Int64 = 0
        let rows = documents.map { _ -> Int64 in
            if seed % 2 == 0 {
                next += 1
                return next
            }
            guard Int.random(in: 0..<6, using: &random) > 0 else { return 0 }
            next += Int64.random(in: 1...200, using: &random)
            return next
        }
        let cuts = (0..<Int.random(in: 1...15, using: &random)).map { _ in Int.random(in: 0...count, using: &random) }
        let native = try Fixture.open(pageSize: pageSize)
        try native.transaction {
            try Fixture.insertRows(documents, rows, native)
            try native.execute("INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc ORDER BY n")
        }
        let bulk = try Fixture.open(pageSize: pageSize)
        try Fixture.load(documents, rows, cuts: cuts, into: bulk)
        try Fixture.checkIntegrity(bulk)
        #expect(try Fixture.dump(bulk) == Fixture.dump(native))
    }

    @Test("Native writes, deletes, merges and further loads go on after a load, on one connection", arguments: 1...6)
    func mixed(_ seed: Int) throws {
        var random = Lehmer(state: UInt64(seed) &* 77_777)
        let c = try Fixture.open(pageSize: [64, 300, 4_050][seed % 3])
        if seed % 2 == 0 { try c.execute("INSERT INTO idx (idx, rank) VALUES ('automerge', 4)") }
        var next: Int64 = 1
        for round in 0..<8 {
            let documents = Fixture.documents(
                Int.random(in: 1...150, using: &random), words: 300, seed: UInt64(seed * 100 + round))
            // Some are left out, and there are gaps.
            let rows = documents.map { _ -> Int64 in
                guard Int.random(in: 0..<5, using: &random) > 0 else { return 0 }
                next += Int64.random(in: 1...3, using: &random)
                return next
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                try c.transaction {
                    try Fixture.insertRows(documents, rows, c)
                    for row in rows where row != 0 {
                        try c.run(
                            "INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc WHERE n = ?",
                            [.integer(row)])
                    }
                }
            default: try Fixture.load(documents, rows, into: c)
            }
            for row in rows where row != 0 && row % 7 == 0 {
                try c.run(
                    "INSERT INTO idx (idx, rowid, title, body) SELECT 'delete', n, title, body FROM doc WHERE n = ?",
                    [.integer(row)])
                try c.run("DELETE FROM doc WHERE n = ?", [.integer(row)])
            }
            if round == 5 { try c.execute("INSERT INTO idx (idx, rank) VALUES ('merge', 20)") }
            try Fixture.checkIntegrity(c)
        }
        try c.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        try Fixture.checkIntegrity(c)
        let brute = try c.integer("SELECT count(*) FROM doc WHERE ' ' || title || ' ' || body || ' ' LIKE '% w3 %'")
        #expect(try c.integer("SELECT count(*) FROM idx WHERE idx MATCH 'w3'") == brute)
    }

    @Test("A load that is rolled back leaves the index as it was")
    func rollback() throws {
        struct Stop: Error {}
        let c = try Fixture.open(pageSize: 64)
        try Fixture.load(Fixture.documents(50, words: 60, seed: 1), (1...50).map { $0 }, into: c)
        let before = try Fixture.dump(c)
        let documents = Fixture.documents(50, words: 60, seed: 2)
        #expect(throws: Stop.self) {
            try c.transaction {
                try Fixture.load(documents, (51...100).map { $0 }, into: c)
                throw Stop()
            }
        }
        #expect(try Fixture.dump(c) == before)
        try Fixture.load(documents, (51...100).map { $0 }, into: c)
        try Fixture.checkIntegrity(c)
    }
}
