import Foundation
import Pipelines
import TestSupport
import Testing

@testable import PostingIndex
@testable import SQLite

@Suite final class SecondReaderTests {
    private typealias Fixture = SegmentFixture
    private let folder = FileManager.default.temporaryDirectory.appending(path: "second-\(UUID().uuidString)")
    private var path: String { folder.appending(path: "a.db").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func filled(_ path: String) throws -> Connection {
        let c = try Fixture.open(pageSize: 200, path: path)
        try c.useWriteAheadLog()
        try Fixture.load(Fixture.documents(3_000, words: 40, seed: 5), (1...3_000).map { Int64($0) }, into: c)
        return c
    }

    private static func hasSecond(_ reader: PostingReader) throws -> Bool {
        try reader.withSecond(until: .never) { $0 != nil }
    }

    /// Runs `body` with a term of a file, its rows and a reader that has a snapshot of it.
    private func withTerm(_ body: (PostingReader, TermPostings, [UInt32]) throws -> Void) throws {
        _ = try Self.filled(path)
        let c = try Connection(path: path, mode: .readOnly)
        try c.snapshot {
            let reader = try PostingReader(connection: c, table: "idx")
            guard try reader.refresh() else { throw PostingReader.malformed }
            let term = try #require(try reader.term(Array("w0".utf8).span))
            #expect(term.hasBlocks)
            try body(reader, term, term.frequencies().rows)
        }
    }

    @Test("A second reader reads the postings that the first one reads, at the same time")
    func sameOnTwoThreads() throws {
        try withTerm { reader, term, all in
            let rows = all.filter { $0 % 3 != 0 }
            let whole = try term.postings(of: rows)
            for _ in 0..<20 {
                try reader.withSecond(until: .never) { second in
                    let halves = ReadHalves(term: term, rows: rows, second: try #require(second))
                    halves.read()
                    for (list, half) in zip(halves.lists, [rows[..<halves.middle], rows[halves.middle...]]) {
                        let list = try #require(list)
                        for row in half {
                            var expected: [UInt64] = []
                            var found: [UInt64] = []
                            whole.appendPositions(at: try #require(whole.place(of: row)), to: &expected)
                            list.appendPositions(at: try #require(list.place(of: row)), to: &found)
                            #expect(found == expected)
                        }
                    }
                }
            }
        }
    }

    @Test("A second reader ends at the deadline, and reads again in the next search")
    func deadline() throws {
        try withTerm { reader, term, rows in
            let cancellation = Cancellation()
            let ended = #expect(throws: SQLiteError.self) {
                try reader.withSecond(until: .onCancellation(cancellation)) { second in
                    let second = try #require(second)
                    cancellation.cancel()
                    _ = try term.postings(of: rows, by: second)
                }
            }
            #expect(ended?.code == SQLiteError.interrupted)
            let again = try reader.withSecond(until: .never) { second in
                let second = try #require(second)
                return try term.postings(of: rows, by: second).count
            }
            #expect(again == rows.count)
        }
    }

    @Test("There is no second reader of segments that have changed, and one again in the next snapshot")
    func changed() throws {
        let writer = try Self.filled(path)
        let c = try Connection(path: path, mode: .readOnly)
        let reader = try PostingReader(connection: c, table: "idx")
        try c.snapshot {
            #expect(try reader.refresh())
            #expect(try Self.hasSecond(reader))
            try Fixture.load(Fixture.documents(50, words: 40, seed: 6), (4_001...4_050).map { Int64($0) }, into: writer)
            #expect(try Self.hasSecond(reader) == false)
        }
        let hasAgain = try c.snapshot { try reader.refresh() && Self.hasSecond(reader) }
        #expect(hasAgain)
    }

    @Test("A database in memory, and one that another connection has locked, have no second reader")
    func none() throws {
        let memory = try Fixture.open(pageSize: 200)
        let alone = try PostingReader(connection: memory, table: "idx")
        #expect(try alone.refresh())
        #expect(try Self.hasSecond(alone) == false)

        let writer = try Fixture.open(pageSize: 200, path: path)
        try writer.execute("BEGIN EXCLUSIVE")
        let own = try PostingReader(connection: writer, table: "idx")
        #expect(try own.refresh())
        #expect(try Self.hasSecond(own) == false)
    }
}

/// Postings of two halves of some rows, read by two threads.
private final class ReadHalves: @unchecked Sendable {
    private let term: TermPostings
    private let rows: [UInt32]
    private let second: PostingReader
    let middle: Int
    private(set) var lists: [PostingList?] = []

    init(term: TermPostings, rows: [UInt32], second: PostingReader) {
        self.term = term
        self.rows = rows
        self.second = second
        middle = rows.count / 2
    }

    func read() {
        lists = Parallel.$testGrain.withValue(1) {
            Parallel.map(count: 2, grain: 1) { range in
                range.map { half in
                    try? self.term.postings(
                        of: Array(half == 0 ? self.rows[..<self.middle] : self.rows[self.middle...]),
                        by: half == 0 ? nil : self.second)
                }
            }
        }.flatMap(\.self)
    }
}
