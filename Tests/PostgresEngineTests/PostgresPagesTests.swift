import Dispatch
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine
@testable import PostingIndex

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresPagesTests {
    @Test(
        "Both engines have the same postings of every term and prefix, whatever was loaded and merged", arguments: 1...3
    )
    func same(_ seed: Int) throws {
        let both = try TwoEngines(seed: UInt64(seed), pageSize: [64, 200, 4_000][seed % 3])
        for round in 1...6 {
            try both.load(both.part(20 * round))
            if round % 3 == 0 {
                let merged = try both.merge(.all(from: 2))
                #expect(merged.sqlite == merged.postgres && merged.postgres > 1)
            }
            if round % 2 == 0 { try both.expectSame() }
        }
        let pages = PostgresPages(both.postgres, both.place, cache: nil)
        try both.load(both.part(30))
        #expect(try SegmentMerger(pages).mergeAll() >= 2)
        _ = try SegmentMerger(connection: both.sqlite, table: "idx").mergeAll()
        try both.expectSame()
        // Nothing is left of what was merged.
        let segments = try #require(try pages.structure()).levels.flatMap(\.segments)
        let ids = SegmentRowID.all(segment: try #require(segments.first).id)
        #expect(
            try both.postgres.integer(
                "SELECT count(*) FROM feedsearch.segment_page WHERE id NOT BETWEEN $1 AND $2",
                [.integer(ids.lowerBound), .integer(ids.upperBound)]) == 0)
    }

    @Test("Terms are found in a term index of many chunks")
    func manyChunks() throws {
        let both = try TwoEngines(seed: 9, pageSize: 64)
        try both.load(both.part(300, words: 9_000))
        #expect(try both.postgres.integer("SELECT count(*) FROM feedsearch.segment_terms") ?? 0 > 2)
        try both.expectSame()
    }

    @Test("A reader that comes again reads only the list of segments from the server")
    func readsOnce() throws {
        let both = try TwoEngines(seed: 4, pageSize: 200)
        for _ in 0..<3 { try both.load(both.part(50)) }
        try both.expectSame()
        let reader = try PostgresConnection(both.postgres.address)
        func read() throws -> Int {
            let before = both.cache.counts.misses
            try reader.transaction(.snapshot) {
                let postings = try PostingReader(PostgresPages(reader, both.place, cache: both.cache))
                _ = try postings.refresh()
                for term in both.terms { _ = try postings.postings(of: Array(term.utf8).span) }
            }
            return both.cache.counts.misses - before
        }
        _ = try read()
        #expect(try read() == 0)
        // A new segment brings its pages, and no other.
        try both.load(both.part(1))
        _ = try read()
        #expect(try read() == 0)
    }

    @Test("A small cache forgets, and answers stay the same")
    func smallCache() {
        let cache = SegmentCache(maxBytes: 20_000)
        for id in 0..<100 { cache.keep([UInt8](repeating: UInt8(id), count: 500), as: Int64(id)) }
        #expect(cache.page(0) == nil)
        #expect(cache.page(99)?.first == 99)
        cache.keep([UInt8](repeating: 1, count: 30_000), as: 200)
        #expect(cache.page(200) == nil)
    }

    @Test("A transaction that is rolled back leaves no segment, no page and no sum")
    func rollsBack() throws {
        struct Stop: Error {}
        let both = try TwoEngines(seed: 5, pageSize: 200)
        try both.load(both.part(30))
        let lost = both.part(30)
        #expect(throws: Stop.self) {
            try both.postgres.transaction {
                _ = try SegmentLoader(PostgresPages(both.postgres, both.place, cache: nil), columnCount: 2).load([lost])
                throw Stop()
            }
        }
        try both.load(both.part(30))
        try both.expectSame()
    }

    @Test("Writers at once on several connections each add their segments; sums are those of all")
    func severalWriters() throws {
        let both = try TwoEngines(seed: 6, pageSize: 200)
        let parts = (0..<8).map { _ in both.part(20) }
        let address = both.postgres.address
        let place = both.place
        DispatchQueue.concurrentPerform(iterations: 4) { writer in
            do {
                let connection = try PostgresConnection(address)
                for number in [writer, writer + 4] {
                    _ = try SegmentLoader(PostgresPages(connection, place, cache: nil), columnCount: 2).load([
                        parts[number]
                    ])
                }
                _ = try SegmentMerger(PostgresPages(connection, place, cache: nil)).merge(.all(from: 3))
            } catch {
                Issue.record("\(error)")
            }
        }
        try both.postgres.transaction(.snapshot) {
            let pages = PostgresPages(both.postgres, place, cache: nil)
            let averages = SegmentAverages(try pages.record(SegmentRowID.averages), columns: 2)
            #expect(averages?.rows == 160)
            let reader = try PostingReader(pages)
            let isKnown = try reader.refresh()
            #expect(isKnown)
            var found: Set<UInt32> = []
            for term in both.terms { found.formUnion(try reader.postings(of: Array(term.utf8).span)?.rows ?? []) }
            let stored = parts.flatMap { part in
                part.rowIDs.indices.filter {
                    part.run.length(ofDocument: $0, column: 0) + part.run.length(ofDocument: $0, column: 1) > 0
                }
                .map { UInt32(part.rowIDs[$0]) }
            }
            #expect(found == Set(stored))
        }
    }

    @Test("A snapshot goes on reading the segments that a merge has replaced")
    func snapshotBesideMerge() throws {
        let both = try TwoEngines(seed: 8, pageSize: 200)
        for _ in 0..<3 { try both.load(both.part(40)) }
        let reader = try PostgresConnection(both.postgres.address)
        try reader.transaction(.snapshot) {
            let postings = try PostingReader(PostgresPages(reader, both.place, cache: nil))
            _ = try postings.refresh()
            let before = try postings.postings(of: Array("w1".utf8).span).map(TwoEngines.positions)
            let merged = try both.merge(.all(from: 2))
            #expect(merged.postgres == 3)
            let after = try postings.postings(of: Array("w1".utf8).span).map(TwoEngines.positions)
            #expect(before == after && before?.isEmpty == false)
        }
        try both.expectSame()
    }

    @Test("Two libraries in one database do not see each other")
    func libraries() throws {
        let first = try TwoEngines(seed: 2, pageSize: 200)
        let other = LibrarySlot(library: 8, slot: 3)
        try PostgresPages.create(first.postgres, other)
        try first.load(first.part(30))
        _ = try SegmentLoader(PostgresPages(first.postgres, other, cache: nil), columnCount: 2).load([first.part(10)])
        try first.expectSame()
    }
}
