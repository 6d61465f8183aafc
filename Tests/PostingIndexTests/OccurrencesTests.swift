import TestSupport
import Testing

@testable import PostingIndex

@Suite struct OccurrencesTests {
    /// Places in ascending order, and a posting that has them.
    private static func posting(_ random: inout Lehmer) -> (places: [UInt64], bytes: [UInt8]) {
        var places: [UInt64] = []
        var bytes: [UInt8] = []
        let gaps: [ClosedRange<UInt64>] = [0...3, 1...60, 1...125, 100...140, 0...20_000]
        for column in 0...UInt64.random(in: 0...3, using: &random) {
            if column > 0 {
                SegmentVarint.append(1, to: &bytes)
                SegmentVarint.append(column, to: &bytes)
            }
            var position: UInt64 = 0
            let gap = gaps.randomElement(using: &random) ?? 0...1
            for _ in 0..<Int.random(in: 0...70, using: &random) {
                // Here and there a distance that takes two bytes.
                let isFar = Int.random(in: 0..<20, using: &random) == 0
                let distance = isFar ? 500 : UInt64.random(in: gap, using: &random)
                position += distance
                places.append(unsafe Occurrences.place(column: column, position: position))
                SegmentVarint.append(distance + 2, to: &bytes)
            }
        }
        var out: [UInt8] = []
        SegmentVarint.append(UInt64(bytes.count) << 1, to: &out)
        return (places, out + bytes)
    }

    private static func read(_ bytes: [UInt8], _ body: (inout Occurrences) -> Void) {
        let padded = bytes + Array(repeating: 0xFF, count: SegmentVarint.maxLength)
        unsafe padded.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var occurrences = unsafe Occurrences(base, endOfBytes: base + bytes.count)
            unsafe body(&occurrences)
        }
    }

    @Test("Every occurrence of a posting is read, in any column and at any distance", arguments: 0..<50)
    func all(_ seed: UInt64) {
        var random = Lehmer(state: seed &* 104_729 &+ 1)
        let (places, bytes) = Self.posting(&random)
        var found: [UInt64] = []
        unsafe Self.read(bytes) { occurrences in
            while unsafe occurrences.next() { found.append(unsafe occurrences.place) }
        }
        #expect(found == places)
    }

    @Test("Occurrences before a place are skipped, and none that is not before it", arguments: 0..<200)
    func skipping(_ seed: UInt64) {
        var random = Lehmer(state: seed &* 7_919 &+ 3)
        let (places, bytes) = Self.posting(&random)
        var goals = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            (places.randomElement(using: &random) ?? 7) + UInt64.random(in: 0...2, using: &random)
        }
        goals.sort()
        var expected: [UInt64?] = []
        var at = 0
        for goal in goals {
            while at < places.count, places[at] < goal { at += 1 }
            expected.append(at < places.count ? places[at] : nil)
            at += 1
        }
        var found: [UInt64?] = []
        unsafe Self.read(bytes) { occurrences in
            for goal in goals {
                found.append(unsafe occurrences.next(notBefore: goal) ? unsafe occurrences.place : nil)
            }
        }
        #expect(found == expected)
    }
}
