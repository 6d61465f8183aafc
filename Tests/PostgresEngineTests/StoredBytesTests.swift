import Database
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine

/// What is stored as bytes, and what of it is kept in memory. No server is needed.
@Suite struct StoredBytesTests {
    @Test("Numbers of 16 bits come back from their bytes, and half a number is left out")
    func units() {
        let units: [UInt16] = [0, 1, 255, 256, 0x1234, .max]
        for end in 0...units.count {
            let bytes = UnitBytes.bytes(units[..<end])
            #expect(bytes.count == 2 * end && UnitBytes.units(bytes) == Array(units[..<end]))
            #expect(UnitBytes.units(bytes + [7]) == Array(units[..<end]))
        }
        #expect(UnitBytes.bytes([0x1234]) == [0x34, 0x12])
    }

    private static func rows(_ bytes: [UInt8]) -> [(term: [UInt8], page: Int64)] {
        var rows: [(term: [UInt8], page: Int64)] = []
        TermChunk.forEachRow(of: bytes) {
            rows.append((Array($0), $1))
            return true
        }
        return rows
    }

    @Test("The rows of a term index come back, and of a chunk that is cut off those that are whole")
    func chunks() {
        var random = Lehmer(state: 81)
        for count in [0, 1, 2, TermChunk.maxRows] {
            var chunk = TermChunk()
            var expected: [(term: [UInt8], page: Int64)] = []
            var ends = [0]
            for _ in 0..<count {
                let length = [0, 1, 20, 200].randomElement(using: &random) ?? 0
                let term = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                let page = ([0, 1, 200, .max] as [Int64]).randomElement(using: &random) ?? 0
                chunk.append(term, page: page)
                expected.append((term, page))
                ends.append(chunk.bytes.count)
            }
            #expect(chunk.count == count && chunk.first == expected.first?.term ?? [])
            let read = Self.rows(chunk.bytes)
            #expect(read.map(\.term) == expected.map(\.term) && read.map(\.page) == expected.map(\.page))
            for end in stride(from: 0, to: chunk.bytes.count, by: 7) {
                #expect(Self.rows(Array(chunk.bytes[..<end])).count == ends.count { $0 <= end } - 1)
            }
        }
        for length in 0..<200 {
            _ = Self.rows((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        // A length of 2^64 - 1.
        #expect(Self.rows([1] + Array(repeating: 0xFF, count: 9)).isEmpty)
    }

    @Test("The rows of a chunk are read until no more are wanted")
    func stops() {
        var chunk = TermChunk()
        for number in 0..<9 { chunk.append([UInt8(number)], page: 1) }
        var seen = 0
        TermChunk.forEachRow(of: chunk.bytes) { _, _ in
            seen += 1
            return seen < 4
        }
        #expect(seen == 4)
    }

    @Test("A cache keeps within its budget, and keeps what is used again and again")
    func cache() {
        let cache = SegmentCache(maxBytes: 100_000)
        let used = Array(repeating: UInt8(1), count: 500)
        cache.keep(used, as: -1)
        for id in 0..<Int64(2_000) {
            cache.keep(Array(repeating: UInt8(truncatingIfNeeded: id), count: 700), as: id)
            #expect(cache.byteCount <= 100_000)
            #expect(cache.page(id)?.first == UInt8(truncatingIfNeeded: id))
            #expect(cache.page(-1) == used)
        }
        #expect(cache.page(0) == nil && cache.page(1_999) != nil)
        #expect(cache.counts.misses == 1 && cache.counts.hits == 4_001)
        // More than half the budget is not kept, and nothing else goes for it.
        cache.keep(Array(repeating: 0, count: 60_000), as: 5_000)
        #expect(cache.page(5_000) == nil && cache.page(-1) == used)
        cache.removeAll()
        #expect(cache.byteCount == 0 && cache.page(-1) == nil)
    }

    @Test("Pages, chunks and first terms of different segments are kept apart")
    func keys() {
        let cache = SegmentCache(maxBytes: 100_000)
        cache.keep([1], as: 7)
        cache.keep(chunk: [2], first: [9], segment: 7)
        cache.keep(chunk: [3], first: [9], segment: 8)
        cache.keep(firstTerms: [[4], [5]], segment: 7)
        #expect(cache.page(7) == [1] && cache.chunk(first: [9], segment: 7) == [2])
        #expect(cache.chunk(first: [9], segment: 8) == [3] && cache.chunk(first: [8], segment: 7) == nil)
        #expect(cache.firstTerms(segment: 7) == [[4], [5]] && cache.firstTerms(segment: 8) == nil)
    }

    @Test("No two libraries, parts or purposes share a lock")
    func locks() {
        var locks: Set<Int64> = []
        var count = 0
        for library in [Int64](0..<300) + [65_535, 65_536, 1 << 31] {
            for slot: Int16 in [0, 1, 2, 999, .max] {
                let place = LibrarySlot(library: library, slot: slot)
                let ofPlace = [
                    place.writeLock, place.indexLock, place.deliveryLock, place.refreshLock, place.accountLock,
                ]
                locks.formUnion(ofPlace)
                count += ofPlace.count
            }
        }
        #expect(locks.count == count)
    }

    @Test("A name's key has 16 bytes however long the name, and another name has another key")
    func names() {
        let names = ["", "a", "A", "a ", "é", "e\u{301}", String(repeating: "x", count: 100_000)]
        #expect(names.allSatisfy { NameKey.of($0).count == NameKey.byteCount })
        #expect(Set(names.map(NameKey.of)).count == Set(names.map { Array($0.utf8) }).count)
        #expect(NameKey.value(of: "a") == .bytes(NameKey.of("a")))
    }
}
