import TestSupport
import Testing

@testable import PostingIndex
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

/// Indexes of made-up documents, filled through FTS5 or with finished segments.
enum SegmentFixture {
    static func open(pageSize: Int, path: String = ":memory:") throws -> Connection {
        let connection = try Connection(path: path, mode: .create)
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
    static func documents(_ count: Int, words: Int, seed: UInt64) -> [(title: String, body: String)] {
        var random = Lehmer(state: seed)
        func text(_ length: Int) -> String {
            (0..<length).map { index in
                let share = Double.random(in: 0..<1, using: &random)
                let word = Int(share * share * share * Double(words))
                let name = word % 97 == 5 ? String(repeating: "long", count: 8 + word % 40) + "\(word)" : "w\(word)"
                return index > 0 && word % 11 == 3 ? "+" + name : name
            }.joined(separator: " ")
        }
        return (0..<count).map { index in
            // In some, words lie so far apart that a distance takes two bytes.
            let longest = index % 8 == 7 ? 600 : 120
            return (text(Int.random(in: 0...6, using: &random)), text(Int.random(in: 0...longest, using: &random)))
        }
    }

    static func insertRows(_ documents: [(title: String, body: String)], _ rows: [Int64], _ c: Connection)
        throws
    {
        for (document, row) in zip(documents, rows) where row != 0 {
            try c.run("INSERT INTO doc VALUES (?, ?, ?)", [.integer(row), .text(document.title), .text(document.body)])
        }
    }

    static func inverted(_ documents: some Sequence<(title: String, body: String)>) -> InvertedBatch {
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
        return batch
    }

    static func load(_ documents: [(title: String, body: String)], _ rows: [Int64], into c: Connection) throws {
        try c.transaction {
            try insertRows(documents, rows, c)
            let loader = try FTS5BulkLoader(connection: c, table: "idx", columnCount: 2)
            #expect(try loader.load(inverted(documents), rowIDs: rows))
        }
    }

    /// As one segment, but inverted in pieces that begin at `cuts`.
    static func load(
        _ documents: [(title: String, body: String)], _ rows: [Int64], cuts: [Int], into c: Connection
    ) throws {
        let starts = [0] + cuts.sorted()
        let parts = starts.indices.map { index in
            let range = starts[index]..<(index + 1 < starts.count ? starts[index + 1] : documents.count)
            return FTS5BulkLoader.Part(run: inverted(documents[range]).sorted(), rowIDs: Array(rows[range]))
        }
        try c.transaction {
            try insertRows(documents, rows, c)
            #expect(try FTS5BulkLoader(connection: c, table: "idx", columnCount: 2).load(parts))
        }
    }

    /// Indexes a row of `doc` through FTS5.
    static func index(_ row: Int64, _ c: Connection) throws {
        try c.run(
            "INSERT INTO idx (rowid, title, body) SELECT n, title, body FROM doc WHERE n = ?", [.integer(row)])
    }

    /// Removes a row from the index, through FTS5, and from `doc`.
    static func remove(_ row: Int64, _ c: Connection) throws {
        try c.run(
            "INSERT INTO idx (idx, rowid, title, body) SELECT 'delete', n, title, body FROM doc WHERE n = ?",
            [.integer(row)])
        try c.run("DELETE FROM doc WHERE n = ?", [.integer(row)])
    }

    /// Removes some of these rows, and changes others.
    static func change(_ rows: [Int64], _ documents: [(title: String, body: String)], _ c: Connection) throws {
        for row in rows where row % 5 == 0 { try remove(row, c) }
        for (row, document) in zip(rows, documents) where row % 5 == 1 {
            // A changed article keeps its row, and stands in an older and a newer segment.
            try remove(row, c)
            try insertRows([(document.body, document.title)], [row], c)
            try index(row, c)
        }
    }

    /// Merges segments in one of several ways, or not at all.
    static func mergeOrNot(_ c: Connection, _ random: inout some RandomNumberGenerator) throws {
        let merger = try SegmentMerger(connection: c, table: "idx")
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try c.execute("INSERT INTO idx (idx, rank) VALUES ('merge', 8)")
        case 1: try merger.merge(.all(from: 2))
        case 2: try merger.mergeAll()
        default: break
        }
    }

    /// Ids with the bit of a doclist index, and height 30.
    static let isBlockList = "id >> 31 & 63 = 62"
    /// The same, and height 29.
    static let isCharacterList = "id >> 31 & 63 = 61"

    /// All that FTS5 reads but for the structure: lists of words and characters are ours alone.
    static func dump(_ c: Connection) throws -> [[UInt8]] {
        var out: [[UInt8]] = []
        for sql in [
            "SELECT id, block FROM idx_data WHERE id <> 10 AND NOT (\(isBlockList)) AND NOT (\(isCharacterList)) ORDER BY id",
            "SELECT pgno, term FROM idx_idx ORDER BY segid, term",
            "SELECT id, sz FROM idx_docsize ORDER BY id",
        ] {
            let statement = try c.prepare(sql)
            while try statement.step() { out.append(Array("\(statement.integer(0)) ".utf8) + statement.bytes(1)) }
        }
        return out
    }

    static func checkIntegrity(_ c: Connection) throws {
        try c.execute("INSERT INTO idx (idx, rank) VALUES ('integrity-check', 1)")
    }
}
