import LibraryStorage
import PostgreSQL
import SQLite
import TestSupport
import Testing

@testable import PostgresEngine
@testable import PostingIndex

/// The same index twice: in SQLite, whose answers are tested against FTS5's own, and on a PostgreSQL server.
final class TwoEngines {
    let sqlite: Connection
    let postgres: PostgresConnection
    let place: LibrarySlot
    let cache = SegmentCache(maxBytes: 64 << 20)
    private var random: Random
    private var next: Int64 = 0
    private(set) var terms: Set<String> = []
    /// The words of each column of each row.
    private var texts: [Int64: [[String]]] = [:]

    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    init(seed: UInt64, pageSize: Int, library: Int64 = 7) throws {
        random = Random(state: seed &* 40_503)
        sqlite = try Connection(path: ":memory:", mode: .create)
        try sqlite.execute(
            """
            CREATE TABLE doc (n INTEGER PRIMARY KEY, body, title);
            CREATE VIRTUAL TABLE idx USING fts5(body, title, content='doc', content_rowid='n');
            INSERT INTO idx (idx, rank) VALUES ('pgsz', \(pageSize));
            """)
        postgres = try PostgresConnection(PostgresAddress(PostgresServer.shared.get().newDatabase()))
        try PostgresSchema.upgrade(postgres)
        place = LibrarySlot(library: library)
        try PostgresPages.create(postgres, place, pageSize: pageSize)
    }

    /// Made-up documents with the next ids.
    func part(_ count: Int, words: Int = 90) -> FTS5BulkLoader.Part {
        let batch = InvertedBatch(columns: 2)
        var rows: [Int64] = []
        for _ in 0..<count {
            next += Int64.random(in: 1...3, using: &random)
            rows.append(next)
            let text = text(words: words)
            texts[next] = text
            add(text, to: batch)
        }
        return FTS5BulkLoader.Part(run: batch.sorted(), rowIDs: rows)
    }

    private func text(words: Int = 90) -> [[String]] {
        [120, 6].map { longest in
            (0..<Int.random(in: 0...longest, using: &random)).map { _ in
                let share = Double.random(in: 0..<1, using: &random)
                let term = "w\(Int(share * share * share * Double(words)))"
                terms.insert(term)
                return term
            }
        }
    }

    private func add(_ text: [[String]]?, to batch: InvertedBatch, removing old: [[String]] = []) {
        batch.beginDocument()
        for (column, words) in (text ?? []).enumerated() {
            batch.beginColumn(column)
            for word in words { batch.add(Array(word.utf8).span, isColocated: false) }
        }
        for word in old.joined() { batch.addRemoval(of: Array(word.utf8).span) }
        batch.endDocument()
    }

    /// Gives some rows other texts, and removes some: through FTS5 in SQLite.
    func change(replaced: Int, removed: Int) throws {
        let load = try change(replaced, removed) { row, old, new in
            let words = old.map { SQLValue.text($0.joined(separator: " ")) }
            try sqlite.run(
                "INSERT INTO idx (idx, rowid, body, title) VALUES ('delete', ?, ?, ?)", [.integer(row)] + words)
            guard let new else { return }
            let others = new.map { SQLValue.text($0.joined(separator: " ")) }
            try sqlite.run("INSERT INTO idx (rowid, body, title) VALUES (?, ?, ?)", [.integer(row)] + others)
        }
        #expect(try load(SegmentLoader(PostgresPages(postgres, place, cache: nil), columnCount: 2)))
    }

    /// The same with a segment of this program's in SQLite.
    func changeBySegmentInSQLite(replaced: Int, removed: Int) throws {
        let load = change(replaced, removed) { _, _, _ in }
        try sqlite.transaction {
            let isKnown = try load(SegmentLoader(FTS5Pages(connection: sqlite, table: "idx"), columnCount: 2))
            #expect(isKnown)
        }
        for (row, text) in texts {
            try sqlite.run(
                "INSERT INTO doc VALUES (?, ?, ?)", [.integer(row)] + text.map { .text($0.joined(separator: " ")) })
        }
    }

    private func change(
        _ replaced: Int, _ removed: Int, _ body: (Int64, [[String]], [[String]]?) throws -> Void
    ) rethrows -> (SegmentLoader) throws -> Bool {
        let rows = texts.keys.sorted().shuffled(using: &random).prefix(replaced + removed).sorted()
        let gone = Set(rows.shuffled(using: &random).prefix(removed))
        let batch = InvertedBatch(columns: 2)
        for row in rows {
            let old = texts[row] ?? []
            let new = gone.contains(row) ? nil : text()
            texts[row] = new
            add(new, to: batch, removing: old)
            try body(row, old, new)
        }
        let part = FTS5BulkLoader.Part(run: batch.sorted(), rowIDs: rows)
        return { try $0.load([part], replaced: rows.filter { !gone.contains($0) }, removed: gone.sorted()) }
    }

    /// Compares what bm25 reads: sums, and the lengths of rows.
    func expectSameSums() throws {
        let pages = PostgresPages(postgres, place, cache: nil)
        let source = try FTS5Pages(connection: sqlite, table: "idx")
        #expect(try pages.record(SegmentRowID.averages) == source.record(SegmentRowID.averages))
        for source in [pages, source] as [any PageSource] {
            var rows: [Int64: [Int]] = [:]
            try source.forEachLength(of: 0...next) { rows[$0] = $1 }
            #expect(rows == texts.mapValues { $0.map(\.count) })
        }
    }

    func load(_ part: FTS5BulkLoader.Part) throws {
        _ = try sqlite.transaction {
            try FTS5BulkLoader(connection: sqlite, table: "idx", columnCount: 2).load([part])
        }
        #expect(try SegmentLoader(PostgresPages(postgres, place, cache: nil), columnCount: 2).load([part]))
    }

    func merge(_ policy: MergePolicy) throws -> (sqlite: Int, postgres: Int) {
        (
            try SegmentMerger(connection: sqlite, table: "idx").merge(policy),
            try SegmentMerger(PostgresPages(postgres, place, cache: nil)).merge(policy)
        )
    }

    /// Every posting of a list: row, column, position.
    static func positions(_ list: PostingList) -> [[UInt64]] {
        list.rows.indices.map { index in
            var out = [UInt64(list.rows[index])]
            list.appendPositions(at: index, to: &out)
            return out
        }
    }

    /// Compares all that a search reads: doclists, frequencies of windows, bounds, positions of some rows, prefixes.
    ///
    /// - Parameter segments: both have written the same segments.
    func expectSame(segments: Bool = true) throws {
        let first = try PostingReader(connection: sqlite, table: "idx")
        try postgres.transaction(.snapshot) {
            let second = try PostingReader(PostgresPages(postgres, place, cache: cache))
            let areKnown = try (first.refresh(), second.refresh())
            #expect(areKnown.0 && areKnown.1)
            if segments { #expect(first.segmentCount == second.segmentCount) }
            for term in terms.sorted() + ["", "w", "absent", "w0x"] {
                let span = Array(term.utf8)
                let lists = try (first.postings(of: span.span), second.postings(of: span.span))
                #expect(lists.0.map(Self.positions) == lists.1.map(Self.positions), "\(term)")
                let found = try (first.term(span.span), second.term(span.span))
                let one = try #require(found.0)
                let two = try #require(found.1)
                #expect(one.count == two.count && one.windowCount == two.windowCount)
                let frequencies = try (one.frequencies(), two.frequencies())
                #expect(frequencies.0.rows == frequencies.1.rows)
                #expect(frequencies.0.frequencies == frequencies.1.frequencies)
                let some = frequencies.0.rows.enumerated().filter { $0.offset % 5 == 2 }.map(\.element)
                let rows = Set(some)
                let single = try (one.postings(of: some), two.postings(of: some))
                #expect(
                    Self.positions(single.0).filter { rows.contains(UInt32($0[0])) }
                        == Self.positions(single.1).filter { rows.contains(UInt32($0[0])) })
            }
            for prefix in ["w", "w1", "w8", "x"] {
                let span = Array(prefix.utf8)
                let lists = try (
                    first.postings(beginningWith: span.span, endOfRows: Int(next) + 1),
                    second.postings(beginningWith: span.span, endOfRows: Int(next) + 1)
                )
                #expect(lists.0.map(Self.positions) == lists.1.map(Self.positions), "\(prefix)*")
            }
            let wrong = try second.wrongBlockLists()
            #expect(wrong == 0)
        }
    }
}
