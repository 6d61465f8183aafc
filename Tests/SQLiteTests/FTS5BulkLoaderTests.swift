import Testing

@testable import SQLite

/// Cuts at spaces; a word that begins with `+` shares the place of the one before.
private final class SpaceTokenizer: FTS5Tokenizer {
    func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == 0x20 {
            if index > start {
                let isColocated = text[start] == UInt8(ascii: "+")
                if !emit(text.extracting(start..<index), isColocated, start..<index) { return }
            }
            start = index + 1
        }
    }
}

@Suite struct FTS5BulkLoaderTests {
    private struct Lehmer: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static func open(pageSize: Int) throws -> Connection {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.register(SpaceTokenizer(), as: "space")
        try connection.execute(
            """
            CREATE TABLE doc (n INTEGER PRIMARY KEY, title, body);
            CREATE VIRTUAL TABLE idx USING fts5(title, body, content='doc', content_rowid='n', tokenize='space');
            INSERT INTO idx (idx, rank) VALUES ('pgsz', \(pageSize));
            INSERT INTO idx (idx, rank) VALUES ('hashsize', 500000000);
            INSERT INTO idx (idx, rank) VALUES ('automerge', 0);
            """)
        return connection
    }

    /// Words by a steep distribution, a few of them long, some colocated.
    private static func documents(_ count: Int, words: Int, seed: UInt64) -> [(title: String, body: String)] {
        var random = Lehmer(state: seed)
        func text(_ length: Int) -> String {
            (0..<length).map { index in
                let share = Double.random(in: 0..<1, using: &random)
                let word = Int(share * share * share * Double(words))
                let name = word % 97 == 5 ? String(repeating: "long", count: 8 + word % 40) + "\(word)" : "w\(word)"
                return index > 0 && word % 11 == 3 ? "+" + name : name
            }.joined(separator: " ")
        }
        return (0..<count).map { _ in
            (text(Int.random(in: 0...6, using: &random)), text(Int.random(in: 0...120, using: &random)))
        }
    }

    private static func insertRows(_ documents: [(title: String, body: String)], _ rows: [Int64], _ c: Connection)
        throws
    {
        for (document, row) in zip(documents, rows) where row != 0 {
            try c.run("INSERT INTO doc VALUES (?, ?, ?)", [.integer(row), .text(document.title), .text(document.body)])
        }
    }

    private static func load(_ documents: [(title: String, body: String)], _ rows: [Int64], into c: Connection) throws {
        let batch = InvertedBatch(columns: 2)
        let tokenizer = SpaceTokenizer()
        for document in documents {
            batch.beginDocument()
            for (column, text) in [document.title, document.body].enumerated() {
                batch.beginColumn(column)
                tokenizer.tokenize(Array(text.utf8).span, isQuery: false) { term, colocated, _ in
                    batch.add(term, isColocated: colocated)
                    return true
                }
            }
            batch.endDocument()
        }
        try c.transaction {
            try insertRows(documents, rows, c)
            #expect(try FTS5BulkLoader(connection: c, table: "idx", columnCount: 2).load(batch, rowIDs: rows))
        }
    }

    private static func dump(_ c: Connection) throws -> [[UInt8]] {
        var out: [[UInt8]] = []
        for sql in [
            "SELECT id, block FROM idx_data WHERE id <> 10 ORDER BY id",
            "SELECT pgno, term FROM idx_idx ORDER BY segid, term",
            "SELECT id, sz FROM idx_docsize ORDER BY id",
        ] {
            let statement = try c.prepare(sql)
            while try statement.step() { out.append(Array("\(statement.integer(0)) ".utf8) + statement.bytes(1)) }
        }
        return out
    }

    private static func checkIntegrity(_ c: Connection) throws {
        try c.execute("INSERT INTO idx (idx, rank) VALUES ('integrity-check', 1)")
    }

    @Test(
        "A bulk-loaded segment is byte for byte what FTS5 writes",
        arguments: [(4_050, 400, 3_000), (64, 300, 40), (64, 1_500, 7), (256, 800, 500), (1_000, 2_000, 20_000)])
    func sameBytes(_ pageSize: Int, _ count: Int, _ words: Int) throws {
        let documents = Self.documents(count, words: words, seed: UInt64(pageSize + count))
        let rows = (1...Int64(count)).map { $0 }
        let native = try Self.open(pageSize: pageSize)
        try native.transaction {
            try Self.insertRows(documents, rows, native)
            try native.execute("INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc ORDER BY n")
        }
        let bulk = try Self.open(pageSize: pageSize)
        try Self.load(documents, rows, into: bulk)
        try Self.checkIntegrity(bulk)
        #expect(try Self.dump(bulk) == Self.dump(native))
    }

    @Test("Native writes, deletes, merges and further loads go on after a load, on one connection", arguments: 1...12)
    func mixed(_ seed: Int) throws {
        var random = Lehmer(state: UInt64(seed) &* 77_777)
        let c = try Self.open(pageSize: [64, 300, 4_050][seed % 3])
        if seed % 2 == 0 { try c.execute("INSERT INTO idx (idx, rank) VALUES ('automerge', 4)") }
        var next: Int64 = 1
        for round in 0..<8 {
            let documents = Self.documents(
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
                    try Self.insertRows(documents, rows, c)
                    for row in rows where row != 0 {
                        try c.run(
                            "INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc WHERE n = ?",
                            [.integer(row)])
                    }
                }
            default: try Self.load(documents, rows, into: c)
            }
            for row in rows where row != 0 && row % 7 == 0 {
                try c.run(
                    "INSERT INTO idx (idx, rowid, title, body) SELECT 'delete', n, title, body FROM doc WHERE n = ?",
                    [.integer(row)])
                try c.run("DELETE FROM doc WHERE n = ?", [.integer(row)])
            }
            if round == 5 { try c.execute("INSERT INTO idx (idx, rank) VALUES ('merge', 20)") }
            try Self.checkIntegrity(c)
        }
        try c.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        try Self.checkIntegrity(c)
        let brute = try c.integer("SELECT count(*) FROM doc WHERE ' ' || title || ' ' || body || ' ' LIKE '% w3 %'")
        #expect(try c.integer("SELECT count(*) FROM idx WHERE idx MATCH 'w3'") == brute)
    }

    @Test("A load that is rolled back leaves the index as it was")
    func rollback() throws {
        struct Stop: Error {}
        let c = try Self.open(pageSize: 64)
        try Self.load(Self.documents(50, words: 60, seed: 1), (1...50).map { $0 }, into: c)
        let before = try Self.dump(c)
        let documents = Self.documents(50, words: 60, seed: 2)
        #expect(throws: Stop.self) {
            try c.transaction {
                try Self.load(documents, (51...100).map { $0 }, into: c)
                throw Stop()
            }
        }
        #expect(try Self.dump(c) == before)
        try Self.load(documents, (51...100).map { $0 }, into: c)
        try Self.checkIntegrity(c)
    }
}
