import TestSupport
import Testing

@testable import PostingIndex
@testable import SQLite

/// Forged index pages: what reads them says that they are malformed, or reads something else, and goes on.
@Suite struct MalformedSegmentTests {
    private typealias Fixture = SegmentFixture

    private static let numbers: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0x80, 0x80, 0x80, 0x80],
        [0x87, 0xFF, 0xFF, 0xFF, 0x7F],
        [0], [1], [2], [0x7F], [0xFF], [0x80, 1],
    ]

    /// Changes some bytes, or cuts, or puts a number of an awkward size somewhere.
    private static func mutate(_ block: [UInt8], _ random: inout Lehmer) -> [UInt8] {
        var block = block
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !block.isEmpty else { break }
            let place = Int.random(in: 0..<block.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: block[place] = UInt8.random(in: 0...255, using: &random)
            case 1: block.removeLast(Int.random(in: 0...block.count - place, using: &random))
            case 2: block.insert(contentsOf: numbers.randomElement(using: &random) ?? [], at: place)
            case 3:
                // Sizes and offsets stand at the beginning and at the end.
                let near =
                    Bool.random(using: &random)
                    ? place % min(8, block.count) : block.count - 1 - place % min(8, block.count)
                block[near] = UInt8.random(in: 0...255, using: &random)
            default:
                let number = numbers.randomElement(using: &random) ?? []
                for (index, byte) in number.enumerated() where place + index < block.count {
                    block[place + index] = byte
                }
            }
        }
        return block
    }

    private static func readAll(_ c: Connection, terms: [[UInt8]]) throws {
        let reader = try PostingReader(connection: c, table: "idx")
        guard try reader.refresh() else { return }
        var positions: [UInt64] = []
        for term in terms {
            if let list = try reader.postings(of: term.span) {
                _ = list.weightedFrequencies(secondWeight: 3)
                for index in list.rows.indices.prefix(50) {
                    _ = list.frequencies(at: index)
                    positions.removeAll(keepingCapacity: true)
                    list.appendPositions(at: index, to: &positions)
                }
                var starts = PhraseStarts(list, at: nil, count: list.count, offset: 0)
                starts.keep(list, at: nil, offset: 0)
                starts.keep(list, at: nil, offset: 1)
                starts.report { _, _ in }
            }
            guard let postings = try reader.term(term.span) else { continue }
            _ = postings.maxSaturations(Saturation(base: 1, slope: 0.1))
            var window = FrequencyWindow()
            for number in 0..<min(4, postings.windowCount) { try postings.read(window: number, into: &window) }
            let rows = try postings.frequencies().rows
            for row in rows.prefix(20) { _ = try postings.frequency(in: row) }
            _ = try postings.postings(of: Array(rows.prefix(20)))
        }
        while try reader.readAhead() {}
        for prefix in ["w1", "的"] {
            _ = try reader.frequencies(beginningWith: Array(prefix.utf8).span, isOnlySecond: false, endOfRows: 500)
        }
        _ = try reader.wrongBlockLists()
        _ = try SegmentMerger(connection: c, table: "idx").mergeAll()
    }

    @Test("Malformed pages of an index are told from whole ones, or read as something else", arguments: 0..<6)
    func pages(_ seed: UInt64) throws {
        var random = Lehmer(state: seed &* 7_919 &+ 17)
        let c = try Fixture.open(pageSize: [64, 200, 4_050][Int(seed) % 3])
        // Words with block lists, and in every other index characters with lists.
        let documents =
            seed % 2 == 0
            ? Fixture.documents(240, words: 60, seed: seed) : CharacterListTests.documents(240, seed: seed)
        for first in stride(from: 0, to: 240, by: 80) {
            try Fixture.load(
                Array(documents[first..<first + 80]), (0..<80).map { Int64(first + $0 + 1) }, into: c)
        }
        let terms = ["w0", "w1", "w5", "w12", "的一", "zz"].map { Array($0.utf8) }
        if seed % 2 == 1, seed % 3 < 2 {
            #expect(try c.integer("SELECT 1 FROM idx_data WHERE \(Fixture.isCharacterList)") == 1)
        }
        try Self.readAllOnce(c, terms)
        c.setDefensive(false)
        var blocks: [(table: String, key: Int64, block: [UInt8])] = []
        for (table, key, column) in [("idx_data", "id", "block"), ("idx_idx", "pgno", "term")] {
            let rows = try c.prepare("SELECT \(key), \(column) FROM \(table)")
            while try rows.step() { blocks.append((table, rows.integer(0), rows.bytes(1))) }
        }
        for _ in 0..<250 {
            guard let (table, key, block) = blocks.randomElement(using: &random) else { break }
            try c.execute("SAVEPOINT forged")
            c.setDefensive(false)
            let forged = Self.mutate(block, &random)
            try c.run(
                table == "idx_data"
                    ? "UPDATE idx_data SET block = ? WHERE id = ?"
                    : "UPDATE OR IGNORE idx_idx SET term = ? WHERE pgno = ?",
                [.blob(forged), .integer(key)])
            do {
                try Self.readAll(c, terms: terms)
            } catch is MalformedIndexError {
                // It says that the page is malformed.
            }
            try c.execute("ROLLBACK TO forged; RELEASE forged")
        }
    }

    @Test("A row id that is written with more bytes than it needs is merged as the row it names")
    func longRowID() throws {
        let c = try Fixture.open(pageSize: 4_050)
        try Fixture.load([(title: "", body: "w1")], [5], into: c)
        try Fixture.load([(title: "", body: "w1"), (title: "", body: "w1")], [7, 9], into: c)
        c.setDefensive(false)
        // The term index byte and "w1", then the row id 5: here with a leading group of zeros, one byte longer.
        let rows = try c.prepare("SELECT id, block FROM idx_data WHERE id > 10")
        var changed = 0
        while try rows.step() {
            var page = rows.bytes(1)
            let (id, row) = (rows.integer(0), 4 + 1 + 3)
            guard page.count > row, page[row] == 5 else { continue }
            page.insert(0x80, at: row)
            page[3] += 1
            try c.run("UPDATE idx_data SET block = ? WHERE id = ?", [.blob(page), .integer(id)])
            changed += 1
        }
        rows.reset()
        #expect(changed == 1)
        #expect(try SegmentMerger(connection: c, table: "idx").mergeAll() == 2)
        let reader = try PostingReader(connection: c, table: "idx")
        #expect(try reader.refresh())
        #expect(try reader.postings(of: Array("w1".utf8).span)?.rows == [5, 7, 9])
    }

    private static func readAllOnce(_ c: Connection, _ terms: [[UInt8]]) throws {
        try c.execute("SAVEPOINT sound")
        try readAll(c, terms: terms)
        try c.execute("ROLLBACK TO sound; RELEASE sound")
    }

    @Test(
        "A structure record with numbers that FTS5 never has is of an unknown form",
        arguments: [
            [1, 1, 9, 0, 1, UInt64.max, 1, 1], [1, 1, 9, 0, 1, 1, 0, 1], [1, 1, 9, 0, 1, 1, 3, 2],
            [1, 1, 9, 0, 1, 1, 1, UInt64.max], [1, 1, 9, UInt64.max, 1, 1, 1, 1], [1, UInt64.max, 9, 0, 1, 1, 1, 1],
            [UInt64.max, 1, 9, 0, 1, 1, 1, 1], [1, 2, 9, 0, 2, 1, 1, 1, 1, 1, 1], [1, 1, 9, 0, 1, 2_001, 1, 1],
        ])
    func structure(_ numbers: [UInt64]) {
        var record: [UInt8] = [0, 0, 0, 0]
        for number in numbers { SegmentVarint.append(number, to: &record) }
        #expect(SegmentStructure(record) == nil)
    }

    @Test("Sums of the greatest numbers there are do not overflow")
    func sums() throws {
        let c = try Fixture.open(pageSize: 4_050)
        var averages: [UInt8] = []
        for _ in 0..<3 { SegmentVarint.append(.max, to: &averages) }
        c.setDefensive(false)
        try c.run("UPDATE idx_data SET block = ? WHERE id = 1", [.blob(averages)])
        try Fixture.load(Fixture.documents(60, words: 50, seed: 1), (1...60).map { Int64($0) }, into: c)
    }

    /// A directory of blocks whose last rows are as given, minus the one before; wraps as a varint does.
    private static func directory(_ deltas: [UInt64]) -> [UInt8] {
        var bytes: [UInt8] = [BlockList.version, 3]
        func append(_ value: UInt64) { SegmentVarint.append(value, to: &bytes) }
        append(UInt64(128 * deltas.count))
        append(0)
        for (number, delta) in deltas.enumerated() {
            for value in [delta, 0, UInt64(2 * 40 + (number == 0 ? 1 : 0))] { append(value) }
            bytes += [1, 1, 9]
        }
        return bytes
    }

    @Test("A directory whose blocks do not ascend is malformed")
    func descendingBlocks() {
        func isRead(_ deltas: [UInt64]) -> Bool {
            let bytes = Self.directory(deltas)
            return BlockList(directory: bytes.span, segment: 1, leaf: 1) != nil
        }
        #expect(isRead([5_000, 200]) && isRead([4_294_967_000, 200]))
        #expect(!isRead([5_000, 0]) && !isRead([5_000, 4_294_962_391]) && !isRead([5_000, .max - 4_904]))
        #expect(!isRead([4_294_967_296]) && !isRead([.max]) && !isRead([.max, 96]))
    }

    @Test("A block whose rows wrap is malformed")
    func wrappingRows() {
        func isRead(_ deltas: [UInt32], endingWith last: UInt32) -> Bool {
            // Deltas minus 1 of 32 bits; frequencies of none; no occurrence in column 1.
            var bytes: [UInt8] = [32]
            for delta in deltas {
                for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: delta >> shift)) }
            }
            bytes += [0, 0]
            let size = bytes.count
            bytes += Array(repeating: 0, count: 16)
            var block = DecodedBlock()
            return unsafe bytes.withUnsafeBufferPointer {
                guard let start = $0.baseAddress else { return false }
                return unsafe block.read(start, size: size, rows: deltas.count, after: 7, endingWith: last)
            }
        }
        #expect(isRead([0, 1, 2], endingWith: 13))
        #expect(!isRead([0, 1, 2], endingWith: 14))
        // 8, then around 2^32 to 13.
        #expect(!isRead([0, .max, 4], endingWith: 13) && !isRead([.max, .max, .max], endingWith: 7))
    }
}
