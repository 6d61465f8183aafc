import Testing

@testable import PostingIndex

/// Impacts of a block are no lower than any score in it, and no higher than the highest.
struct BlockImpactTests {
    private typealias Row = (frequency: Int, length: Int)

    private static func list(_ rows: [Row]) throws -> BlockList {
        var encoder = BlockListEncoder(pageSize: 4_050, firstLeaf: 1) { rows[Int($0)].length }
        for (index, row) in rows.enumerated() { encoder.add(row: UInt64(index), (row.frequency, 0), leaf: 1) }
        let encoded = encoder.finish(maxChunks: 3)
        return try #require(list(directory: encoded?.directory ?? []))
    }

    private static func list(directory bytes: [UInt8]) -> BlockList? {
        BlockList(directory: bytes.span, segment: 1, leaf: 1)
    }

    private static func saturation(average: Float) -> Saturation { Saturation(base: 0.45, slope: 0.45 / average) }

    private static func highest(_ rows: ArraySlice<Row>, _ saturation: Saturation) -> Float {
        var highest: Float = 0
        for row in rows {
            highest = max(highest, saturation.value(frequency: Float(row.frequency), length: Float(row.length)))
        }
        return highest
    }

    @Test("The bound of a block is its highest score, at any average length")
    func bounds() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let rows = (0..<300).map { _ in
                let length = Int.random(in: 1...4_000, using: &random)
                return (frequency: Int.random(in: 1...(2 + length / 100), using: &random), length: length)
            }
            let list = try Self.list(rows)
            for average: Float in [1, 30, 400, 3_000, 100_000] {
                let saturation = Self.saturation(average: average)
                let bounds = list.maxSaturations(saturation)
                for block in 0..<list.blockCount {
                    let most = Self.highest(rows[(block * 128)..<min(rows.count, (block + 1) * 128)], saturation)
                    #expect(bounds[block] >= most * 0.999_99)
                    // More corners than are kept are rare here.
                    #expect(bounds[block] <= most * 1.02)
                }
            }
            for (index, row) in rows.enumerated() {
                #expect(list.covers(frequency: row.frequency, length: row.length, in: index / 128))
            }
        }
    }

    @Test("Few impacts are kept where each length has a frequency of its own")
    func manyCorners() throws {
        // On a curve that bends everywhere: each row is a corner.
        let rows = (1...128).map { (frequency: Int(Double($0 * 1_000).squareRoot() * 100), length: $0 * 10) }
        let list = try Self.list(rows)
        for average: Float in [5, 50, 500, 5_000] {
            let saturation = Self.saturation(average: average)
            #expect(list.maxSaturations(saturation)[0] >= Self.highest(rows[...], saturation) * 0.999_99)
        }
        #expect(rows.allSatisfy { list.covers(frequency: $0.frequency, length: $0.length, in: 0) })
    }

    @Test("A row above the impacts of its block is not covered")
    func uncovered() throws {
        let list = try Self.list([(2, 100), (2, 150), (6, 400)])
        // On the lines from the origin to (100, 2) and from there to (400, 6).
        for (frequency, length) in [(1, 50), (2, 100), (4, 250), (6, 400), (6, 9_000)] {
            #expect(list.covers(frequency: frequency, length: length, in: 0))
        }
        for (frequency, length) in [(1, 49), (2, 99), (4, 249), (7, 400), (7, 9_000), (1, 0)] {
            #expect(!list.covers(frequency: frequency, length: length, in: 0))
        }
    }

    @Test("Lists of an earlier version are read as they are meant")
    func pairs() throws {
        // One block of two rows; impacts (2, 100) and (3, 150).
        let bytes: [UInt8] = [1, 3, 2, 0, 9, 0, 41, 2, 2, 100, 1, 50]
        let list = try #require(Self.list(directory: bytes))
        #expect(list.covers(frequency: 2, length: 100, in: 0) && list.covers(frequency: 1, length: 100, in: 0))
        #expect(!list.covers(frequency: 1, length: 99, in: 0) && !list.covers(frequency: 3, length: 149, in: 0))
        var newer = bytes
        newer[0] = 3
        #expect(Self.list(directory: newer) == nil)
    }
}
