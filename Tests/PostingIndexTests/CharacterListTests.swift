import TestSupport
import Testing

@testable import PostingIndex
@testable import SQLite

/// Sums of all terms that begin with one character.
@Suite struct CharacterListTests {
    private typealias Fixture = SegmentFixture

    /// Texts of bigrams: 的 begins some in most rows, 水 in some, 鬼 and 𠮷 in few; words in Latin and Devanagari among them.
    static func documents(_ count: Int, seed: UInt64) -> [(title: String, body: String)] {
        var random = Lehmer(state: seed)
        func text(_ length: Int) -> String {
            (0..<length).map { _ in
                let second = Int.random(in: 0..<40, using: &random)
                switch Int.random(in: 0..<40, using: &random) {
                case 0..<20: return "的\(Unicode.Scalar(0x4E00 + UInt32(second))!)"
                case 20..<28: return "水\(Unicode.Scalar(0x4E00 + UInt32(second))!)"
                case 28: return "鬼一"
                case 29: return "𠮷一"
                case 30: return "的"
                case 31..<34: return "क\(second)"
                default: return "w\(second)"
                }
            }.joined(separator: " ")
        }
        return (0..<count).map { index in
            (text(index % 3), index % 7 == 3 ? "other" : text(Int.random(in: 0...30, using: &random)))
        }
    }

    /// As FTS5 itself lists the hits.
    private static func expected(_ c: Connection, _ character: String, isOnlySecond: Bool) throws -> [UInt32: Float] {
        try c.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab(main, idx, instance)")
        let statement = try c.prepare("SELECT term, doc, col FROM temp.instances")
        var out: [UInt32: Float] = [:]
        while try statement.step() {
            let isSecond = statement.text(2) == "body"
            guard statement.text(0).unicodeScalars.starts(with: character.unicodeScalars) else { continue }
            if isSecond || !isOnlySecond { out[UInt32(statement.integer(1)), default: 0] += isSecond ? 3 : 1 }
        }
        return out
    }

    private static func expectSame(_ c: Connection, _ reader: PostingReader) throws {
        #expect(try reader.refresh())
        let end = Int(try c.integer("SELECT coalesce(max(id), 0) + 1 FROM idx_docsize") ?? 1)
        for character in ["的", "水", "鬼", "𠮷", "क", "w", "茶"] {
            for isOnlySecond in [false, true] {
                let expected = try expected(c, character, isOnlySecond: isOnlySecond)
                let found = try #require(
                    try reader.frequencies(
                        beginningWith: character.utf8.span, isOnlySecond: isOnlySecond, endOfRows: end))
                #expect(found.rows == expected.keys.sorted(), "\(character)")
                #expect(found.frequencies == found.rows.map { expected[$0] }, "\(character)")
            }
        }
    }

    private static func listedCharacters(_ c: Connection) throws -> Set<String> {
        var out: Set<String> = []
        let statement = try c.prepare("SELECT id FROM idx_data WHERE \(Fixture.isCharacterList)")
        while try statement.step() {
            let id = statement.integer(0)
            let scalar = SegmentRowID.character(ofRow: id, segment: Int(id >> 37)).scalar
            out.insert(String(Unicode.Scalar(scalar)!))
        }
        return out
    }

    @Test(
        "A character is in the rows, as often, that FTS5 says, whatever wrote, changed, deleted and merged them",
        arguments: 1...4)
    func sameAsFTS5(_ seed: Int) throws {
        var random = Lehmer(state: UInt64(seed) &* 7_919)
        let c = try Fixture.open(pageSize: [64, 200, 100, 400][seed % 4])
        let reader = try PostingReader(connection: c, table: "idx")
        let merger = try SegmentMerger(connection: c, table: "idx")
        var next: Int64 = 0
        for round in 0..<6 {
            let documents = Self.documents(
                Int.random(in: 40...400, using: &random), seed: UInt64(seed * 100 + round))
            let rows = documents.map { _ -> Int64 in
                next += Int64.random(in: 1...40, using: &random)
                return next
            }
            try Fixture.load(documents, rows, into: c)
            try Fixture.change(rows, documents, c)
            try Fixture.mergeOrNot(c, &random)
            try Self.expectSame(c, reader)
            #expect(try reader.wrongBlockLists() == 0)
        }
        // FTS5 ends what it began; two segments become one again.
        try c.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        try Fixture.load(Self.documents(400, seed: 9), (1...400).map { next + $0 }, into: c)
        #expect(try merger.mergeAll() == 2)
        try Self.expectSame(c, reader)
        #expect(try reader.wrongBlockLists() == 0)
        let listed = try Self.listedCharacters(c)
        #expect(listed.isSuperset(of: ["的", "水"]) && listed.isDisjoint(with: ["क", "茶"]))
        try Fixture.checkIntegrity(c)
    }

    @Test("Only frequent characters of scripts without spaces have lists, which go with their segments")
    func lists() throws {
        let c = try Fixture.open(pageSize: 200)
        try Fixture.load(Self.documents(600, seed: 5), (1...600).map { $0 }, into: c)
        #expect(try Self.listedCharacters(c) == ["的", "水"])
        try Fixture.load(Self.documents(20, seed: 6), (601...620).map { $0 }, into: c)
        let reader = try PostingReader(connection: c, table: "idx")
        try Self.expectSame(c, reader)
        try c.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        #expect(try Self.listedCharacters(c).isEmpty)
        try Self.expectSame(c, reader)
    }

    @Test("A list with other sums is found by a check, and one that cannot be read is passed over")
    func wrongLists() throws {
        let c = try Fixture.open(pageSize: 200)
        try Fixture.load(Self.documents(600, seed: 7), (1...600).map { $0 }, into: c)
        let reader = try PostingReader(connection: c, table: "idx")
        #expect(try reader.wrongBlockLists() == 0)
        c.setDefensive(false)
        // The directory of 水 in place of that of 的: other rows.
        let segment = Int(try #require(try c.integer("SELECT max(id) >> 37 FROM idx_data")))
        let frequent = SegmentRowID.characterList(of: 0x7684, segment: segment)
        let other = SegmentRowID.characterList(of: 0x6C34, segment: segment)
        let statement = try c.prepare("SELECT block FROM idx_data WHERE id = \(frequent)")
        try #require(try statement.step())
        let whole = statement.bytes(0)
        statement.reset()
        try c.execute(
            "UPDATE idx_data SET block = (SELECT block FROM idx_data WHERE id = \(other)) WHERE id = \(frequent)")
        #expect(try reader.wrongBlockLists() == 1)
        #expect(throws: MalformedIndexError.self) {
            try reader.frequencies(beginningWith: "的".utf8.span, isOnlySecond: false, endOfRows: 601)
        }
        try c.run("UPDATE idx_data SET block = ? WHERE id = ?", [.blob(Array(whole.dropLast())), .integer(frequent)])
        #expect(try reader.wrongBlockLists() == 1)
        try Self.expectSame(c, reader)
        try c.run("UPDATE idx_data SET block = ? WHERE id = ?", [.blob(whole), .integer(frequent)])
        #expect(try reader.wrongBlockLists() == 0)
        try c.execute("DELETE FROM idx_data WHERE id = \(frequent) + 1")
        #expect(try reader.wrongBlockLists() == 1)
    }

    @Test("No two sequences of bytes give one character, and none before Thai gives any")
    func characters() {
        func scalar(_ bytes: [UInt8]) -> UInt32 {
            let term = [UInt8(ascii: "0")] + bytes
            return unsafe term.withUnsafeBufferPointer { unsafe CharacterListBuilder.scalar(of: $0) }
        }
        for value in UInt32(0x80)..<0x110000 {
            guard let character = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(character).utf8)
            #expect(scalar(bytes + Array("x".utf8)) == (value < 0xE00 ? 0 : value))
        }
        // An overlong form, a byte that continues nothing, an end too early, bytes above the last character, a surrogate.
        for bytes: [UInt8] in [
            [0xE0, 0x80, 0x80], [0xF0, 0x87, 0x9A, 0x84], [0xE7, 0x1A, 0x84], [0xE7, 0x9A], [0xF5, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xFF, 0x80, 0x80, 0x80],
        ] {
            #expect(scalar(bytes) == 0, "\(bytes)")
        }
    }

    @Test("Rows that a forged doclist puts far apart take no memory each: the character has no list")
    func sparseRows() {
        var doclist: [UInt8] = []
        for _ in 0..<20_000 {
            // Each in a run of its own; one position.
            SegmentVarint.append(1_024, to: &doclist)
            doclist += [2, 2]
        }
        func sums(_ count: Int) -> SparseFrequencies {
            var sums = SparseFrequencies()
            unsafe doclist.withUnsafeBufferPointer { unsafe sums.add($0.baseAddress!, count: count) }
            return sums
        }
        #expect(!sums(doclist.count).isValid)
        var some = sums(doclist.count / 10)
        #expect(some.isValid)
        var rows: [UInt64] = []
        some.removeAll { row, _ in rows.append(row) }
        #expect(rows == (1...2_000).map { $0 * 1_024 })
    }
}
