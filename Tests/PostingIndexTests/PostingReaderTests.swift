import TestSupport
import Testing

@testable import PostingIndex
@testable import SQLite

@Suite struct PostingReaderTests {
    private typealias Fixture = SegmentFixture

    private struct Hit: Hashable, Comparable {
        var row: Int64
        var column: Int
        var position: Int
        static func < (a: Self, b: Self) -> Bool {
            (a.row, a.column, a.position) < (b.row, b.column, b.position)
        }
    }

    /// Every hit as FTS5 itself lists them: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
    private static func hitsOfFTS5(_ c: Connection) throws -> [[UInt8]: [Hit]] {
        try c.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab(main, idx, instance)")
        let statement = try c.prepare("SELECT term, doc, col, offset FROM temp.instances")
        var out: [[UInt8]: [Hit]] = [:]
        while try statement.step() {
            let hit = Hit(
                row: statement.integer(1), column: statement.text(2) == "title" ? 0 : 1,
                position: Int(statement.integer(3)))
            out[statement.bytes(0), default: []].append(hit)
        }
        return out.mapValues { $0.sorted() }
    }

    private static func hits(_ list: PostingList) -> [Hit] {
        list.rows.indices.flatMap { index in
            var positions: [UInt64] = []
            list.appendPositions(at: index, to: &positions)
            return positions.map {
                Hit(row: Int64(list.rows[index]), column: Int($0 >> 32), position: Int($0 & 0xFFFF_FFFF))
            }
        }
    }

    private static func expectSame(_ list: PostingList, _ term: TermPostings?) throws {
        let term = try #require(term)
        let frequencies = list.weightedFrequencies(secondWeight: 3)
        let found = try term.frequencies()
        #expect(term.count == list.count)
        #expect(found.rows == list.rows && found.frequencies == frequencies)
        var window = FrequencyWindow()
        var rows: [UInt32] = []
        let bounds = term.maxSaturations(Saturation(base: 0.7, slope: 0))
        for number in 0..<term.windowCount {
            try term.read(window: number, into: &window)
            window.rows.forEachPlace { rows.append(UInt32(number * FrequencyWindow.size + $0)) }
            let most = window.frequencies.max() ?? 0
            #expect(most / (most + 0.7) <= bounds[number] * 1.000_01)
        }
        #expect(rows == list.rows)
        #expect(try term.rows(among: (0..<UInt32(2_000)).map { $0 }) == list.rows.filter { $0 < 2_000 })
        // The first row and the last, and what is between them left out.
        if let first = list.rows.first, let last = list.rows.last {
            let ends = try term.postings(of: [first, last])
            #expect(ends.place(of: first) != nil && ends.place(of: last) != nil)
            if term.hasBlocks, list.count > 1_000 { #expect(ends.count < list.count) }
        }
        // Some rows with the term, and some beside them.
        let some = Set(list.rows.enumerated().filter { $0.offset % 7 == 3 }.flatMap { [$0.element, $0.element + 1] })
        let postings = try term.postings(of: some.sorted())
        for row in some {
            let place = list.place(of: row)
            #expect(try term.frequency(in: row) == place.map { frequencies[$0] } ?? 0)
            guard let place else { continue }
            let known = try #require(postings.place(of: row))
            var expected: [UInt64] = []
            var positions: [UInt64] = []
            list.appendPositions(at: place, to: &expected)
            postings.appendPositions(at: known, to: &positions)
            #expect(positions == expected)
        }
    }

    static func expectSame(_ c: Connection, _ reader: PostingReader) throws {
        #expect(try reader.refresh())
        let expected = try hitsOfFTS5(c)
        for (term, hits) in expected {
            let list = try #require(try reader.postings(of: term.span))
            var found: [Hit] = []
            var positions: [UInt64] = []
            let weighed = list.weightedFrequencies(secondWeight: 3)
            #expect(
                list.weightedFrequencies(secondWeight: 3, at: weighed.indices.map { Int32($0) } + [-1]) == weighed + [0]
            )
            for index in list.rows.indices {
                positions.removeAll()
                list.appendPositions(at: index, to: &positions)
                let inFirst = positions.count { $0 >> 32 != 1 }
                let counts = list.frequencies(at: index)
                #expect(counts.first == inFirst)
                #expect(counts.first + counts.second == positions.count)
                #expect(weighed[index] == Float(counts.first + 3 * counts.second))
                #expect(list.place(of: list.rows[index]) == index)
                found += positions.map {
                    Hit(row: Int64(list.rows[index]), column: Int($0 >> 32), position: Int($0 & 0xFFFF_FFFF))
                }
            }
            #expect(found == hits, "term \(String(decoding: term, as: UTF8.self))")
            try expectSame(list, try reader.term(term.span))
        }
        for prefix in ["w1", "w", "long", "x", "w77"] {
            var rows: [Int64: (first: Int, second: Int)] = [:]
            for (term, hits) in expected where term.starts(with: prefix.utf8) {
                for hit in hits {
                    rows[hit.row, default: (0, 0)].first += hit.column == 0 ? 1 : 0
                    rows[hit.row, default: (0, 0)].second += hit.column == 1 ? 1 : 0
                }
            }
            let end = try c.integer("SELECT coalesce(max(id), 0) + 1 FROM idx_docsize") ?? 1
            let found = try #require(
                try reader.frequencies(beginningWith: prefix.utf8.span, isOnlySecond: false, endOfRows: Int(end)))
            #expect(found.rows.map { Int64($0) } == rows.keys.sorted(), "\(prefix)")
            for (row, frequency) in zip(found.rows, found.frequencies) {
                let hits = rows[Int64(row)] ?? (0, 0)
                #expect(frequency == Float(hits.first + 3 * hits.second))
            }
            let list = try #require(try reader.postings(beginningWith: prefix.utf8.span, endOfRows: Int(end)))
            #expect(
                Self.hits(list) == Set(expected.filter { $0.key.starts(with: prefix.utf8) }.flatMap(\.value)).sorted())
        }
        let (lower, upper) = (Array("w2".utf8), Array("w6".utf8))
        var terms: [[UInt8]] = []
        let isWhole = try reader.forEachTerm(from: lower, to: upper) { term in
            if try reader.postings(of: term.span)?.count != 0 { terms.append(term) }
            return true
        }
        #expect(isWhole)
        #expect(
            terms
                == expected.keys.filter { !$0.lexicographicallyPrecedes(lower) && $0.lexicographicallyPrecedes(upper) }
                .sorted { $0.lexicographicallyPrecedes($1) })
        for absent in ["", "a", "w", "w0000", "zzzz", "w3x"] where expected[Array(absent.utf8)] == nil {
            #expect(try reader.postings(of: absent.utf8.span)?.count == 0)
        }
    }

    @Test(
        "Doclists read whole say what FTS5 says, whatever wrote, changed, deleted and merged them", arguments: 1...4)
    func sameAsFTS5(_ seed: Int) throws {
        var random = Lehmer(state: UInt64(seed) &* 40_503)
        let c = try Fixture.open(pageSize: [64, 200, 4_050, 1_000][seed % 4])
        if seed % 2 == 0 { try c.execute("INSERT INTO idx (idx, rank) VALUES ('automerge', 4)") }
        let reader = try PostingReader(connection: c, table: "idx")
        var next: Int64 = 1
        for round in 0..<7 {
            let documents = Fixture.documents(
                Int.random(in: 1...120, using: &random), words: 90, seed: UInt64(seed * 100 + round))
            let rows = documents.map { _ -> Int64 in
                next += Int64.random(in: 1...200, using: &random)
                return next
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                try c.transaction {
                    try Fixture.insertRows(documents, rows, c)
                    for row in rows { try Fixture.index(row, c) }
                }
            } else {
                try Fixture.load(documents, rows, into: c)
            }
            try Fixture.change(rows, documents, c)
            try Fixture.mergeOrNot(c, &random)
            #expect(try reader.wrongBlockLists() == 0)
            try Self.expectSame(c, reader)
            if round % 2 == 1 {
                // With the term indexes in memory it finds the same.
                while try reader.readAhead() {}
                try Self.expectSame(c, reader)
            }
        }
        try Fixture.checkIntegrity(c)
    }

    @Test("Words of nearly every row have block lists, which go with their segments")
    func blockLists() throws {
        let c = try Fixture.open(pageSize: 200)
        // Some twelve hits a row, in both columns.
        let documents = (1...600).map { row in
            (title: row % 3 == 0 ? "the the" : "other", body: String(repeating: "the word ", count: 3 + row % 20))
        }
        try Fixture.load(documents, (1...600).map { $0 }, into: c)
        try Fixture.load(Array(documents[..<200]), (601...800).map { $0 }, into: c)
        let reader = try PostingReader(connection: c, table: "idx")
        func expectBlocks(_ hasBlocks: Bool) throws {
            #expect(try reader.refresh())
            let list = try #require(try reader.postings(of: "the".utf8.span))
            let term = try #require(try reader.term("the".utf8.span))
            #expect(term.hasBlocks == hasBlocks)
            for row in list.rows { #expect(try term.postings(of: [row]).place(of: row) != nil) }
            try Self.expectSame(list, term)
        }
        try expectBlocks(true)
        // Changed and removed rows are in the newest segment, which FTS5 writes.
        for row in [Int64(5), 77, 601] { try Fixture.remove(row, c) }
        try Fixture.insertRows([(title: "the", body: "new")], [77], c)
        try Fixture.index(77, c)
        try expectBlocks(true)
        #expect(try reader.wrongBlockLists() == 0)
        #expect(try SegmentMerger(connection: c, table: "idx").mergeAll() >= 3)
        try expectBlocks(true)
        #expect(try reader.wrongBlockLists() == 0)
        try Fixture.checkIntegrity(c)

        // A list whose blocks are on other leaves is noticed by who looks for it, and by who reads their positions.
        let list = try #require(try reader.postings(of: "the".utf8.span))
        var directories: [(id: Int64, bytes: [UInt8])] = []
        let statement = try c.prepare("SELECT id, block FROM idx_data WHERE \(Fixture.isBlockList)")
        while try statement.step() {
            let bytes = statement.bytes(1)
            if BlockList(directory: bytes.span, segment: 1, leaf: 1) != nil {
                directories.append((statement.integer(0), bytes))
            }
        }
        statement.reset()
        c.setDefensive(false)
        func write(_ bytes: ([UInt8]) throws -> [UInt8]) throws {
            for directory in directories {
                let block = try bytes(directory.bytes)
                try c.run("UPDATE idx_data SET block = ? WHERE id = ?", [.blob(block), .integer(directory.id)])
            }
        }
        try write(Self.movingBlocks)
        #expect(try reader.wrongBlockLists() > 0)
        let moved = try #require(try reader.term("the".utf8.span))
        #expect(throws: MalformedIndexError.self) {
            try moved.postings(of: Array(list.rows.suffix(list.count / 2)))
        }
        try write { $0 }
        #expect(try reader.wrongBlockLists() == 0)

        // Another list is noticed by who looks for it, and one that cannot be read is passed over.
        c.setDefensive(false)
        let lists = try #require(try c.integer("SELECT count(*) FROM idx_data WHERE \(Fixture.isBlockList)"))
        #expect(lists > 2)
        try c.execute("UPDATE idx_data SET block = x'01030203' WHERE \(Fixture.isBlockList)")
        #expect(try reader.wrongBlockLists() > 0)
        try expectBlocks(false)

        try Fixture.load(Array(documents[..<100]), (1_001...1_100).map { $0 }, into: c)
        try c.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        #expect(try c.integer("SELECT count(*) FROM idx_data WHERE \(Fixture.isBlockList)") == 0)
        try expectBlocks(false)
    }

    /// A directory whose second and all later blocks begin a leaf too late.
    private static func movingBlocks(_ directory: [UInt8]) throws -> [UInt8] {
        var at = 2
        func next() throws -> UInt64 { try #require(SegmentVarint.read(directory, &at)) }
        for _ in 0..<5 { _ = try next() }
        let impacts = try next()
        for _ in 0..<2 * impacts { _ = try next() }
        guard at < directory.count else { return directory }
        _ = try next()
        let start = at
        let leaves = try next()
        var moved = Array(directory[..<start])
        SegmentVarint.append(leaves + 1, to: &moved)
        return moved + directory[at...]
    }

    @Test("Merged segments hold what a single load would, and FTS5 goes on with them", arguments: [64, 4_050])
    func merging(_ pageSize: Int) throws {
        let c = try Fixture.open(pageSize: pageSize)
        let merger = try SegmentMerger(connection: c, table: "idx")
        var first: Int64 = 1
        for round in 0..<9 {
            let documents = Fixture.documents(150, words: 200, seed: UInt64(round))
            try Fixture.load(documents, (first..<first + 150).map { $0 }, into: c)
            first += 150
        }
        #expect(try merger.merge(.all(from: 10)) == 0)
        #expect(try merger.merge(.all(from: 4)) == 9)
        let segments = try c.integer("SELECT count(DISTINCT segid) FROM idx_idx")
        #expect(segments == 1)
        try Fixture.checkIntegrity(c)
        let reader = try PostingReader(connection: c, table: "idx")
        try Self.expectSame(c, reader)
        try Fixture.load(Fixture.documents(80, words: 200, seed: 77), (first..<first + 80).map { $0 }, into: c)
        for row in stride(from: Int64(3), to: first, by: 11) { try Fixture.remove(row, c) }
        try Fixture.checkIntegrity(c)
        try Self.expectSame(c, reader)
        try c.execute("INSERT INTO idx (idx) VALUES ('optimize')")
        try Fixture.checkIntegrity(c)
        try Self.expectSame(c, reader)
    }
}
