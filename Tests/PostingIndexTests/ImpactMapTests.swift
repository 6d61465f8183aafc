import Testing

@testable import PostingIndex
@testable import SQLite

@Suite struct ImpactMapTests {
    private static let end = 20_011

    private static func terms(_ random: inout some RandomNumberGenerator) -> (rows: [UInt32], shares: [Double]) {
        let share = Double.random(in: 0.001...0.5, using: &random)
        let rows = (0..<UInt32(end)).filter { _ in Double.random(in: 0..<1, using: &random) < share }
        return (rows, rows.map { _ in Double.random(in: 0...1, using: &random) })
    }

    private static func map(_ rows: [UInt32], _ shares: [Double]) throws -> ImpactMap {
        try #require(ImpactMap(rows: rows, impacts: shares.map(ImpactMap.impact), end: end))
    }

    @Test("Masks of bytes meet, join and leave out as sets do")
    func masks() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<10 {
            let (a, aShares) = Self.terms(&random)
            let (b, bShares) = Self.terms(&random)
            let left = try Self.map(a, aShares).articles
            let right = try Self.map(b, bShares).articles
            let (setA, setB) = (Set(a), Set(b))
            #expect(left.count == a.count)
            #expect(left.intersection(right).count == setA.intersection(setB).count)
            #expect(left.union(right).count == setA.union(setB).count)
            #expect(left.subtracting(right).count == setA.subtracting(setB).count)
            var fewer = left.union(right)
            fewer.remove(b + [UInt32.max])
            #expect(fewer.count == setA.subtracting(setB).count)
        }
    }

    @Test("No article scores more than its bound, and each is found in exactly one range of bounds")
    func bounds() throws {
        var random = SystemRandomNumberGenerator()
        for count in [1, 2, 5, 40] {
            var scores: [UInt32: Double] = [:]
            var maps: [ImpactMap] = []
            var weights: [Double] = []
            for _ in 0..<count {
                let (rows, shares) = Self.terms(&random)
                let weight = Double.random(in: 0.01...12, using: &random)
                maps.append(try Self.map(rows, shares))
                weights.append(weight)
                for (row, share) in zip(rows, shares) { scores[row, default: 0] += weight * share }
            }
            let matches = maps.dropFirst().reduce(maps[0].articles) { $0.union($1.articles) }
            let bounds = try #require(ImpactBounds(maps, weights: weights, articles: matches))
            #expect(bounds.rows(1..<65_536).sorted() == scores.keys.sorted())
            #expect(bounds.rows(1..<65_536) == bounds.rows(1..<65_536).sorted())
            let best = scores.values.sorted(by: >)
            for wanted in [1, 20, 100] {
                let reached = bounds.bound(reachedBy: wanted)
                let first = bounds.rows(Int(reached)..<65_536)
                #expect(first.count >= min(wanted, best.count))
                let least = best[min(wanted, best.count) - 1]
                let enough = Int(bounds.bound(ofScore: least))
                let kept = Set(bounds.rows(enough..<65_536))
                for (row, score) in scores where score >= least { #expect(kept.contains(row)) }
                #expect(bounds.rows(1..<max(1, enough)).count + kept.count == scores.count)
            }
        }
    }

    @Test("Maps that do not fit together are refused")
    func misfits() throws {
        let map = try Self.map([3, 9], [0.5, 1])
        #expect(ImpactMap(rows: [3, UInt32(Self.end)], impacts: [1, 1], end: Self.end) == nil)
        #expect(ImpactMap(rows: [3], impacts: [1, 1], end: Self.end) == nil)
        let other = try #require(ImpactMap(rows: [3], impacts: [1], end: 64))
        #expect(ImpactBounds([map], weights: [1], articles: other.articles) == nil)
        #expect(ImpactBounds([], weights: [], articles: map.articles) == nil)
        #expect(ImpactBounds([map], weights: [0], articles: map.articles) == nil)
        let many = Array(repeating: map, count: 200)
        #expect(ImpactBounds(many, weights: many.map { _ in 1 }, articles: map.articles) == nil)
    }
}
