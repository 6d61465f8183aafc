/// The impacts of one term, one byte per article. The byte is 0 if the article does not contain the term; otherwise it
/// is the score as a share of the largest possible score, rounded up.
///
/// One pass over the rounded scores, with many articles per instruction, finds the few articles that can be among the
/// top k: Anh, de Kretser & Moffat, "Vector-Space Ranking with Effective Early Termination" (2001); Lin & Trotman,
/// "Anytime Ranking for Impact-Ordered Indexes" (2015). Only these articles are then scored exactly.
public struct ImpactMap: Sendable {
    /// The impacts, indexed by article id and padded to whole blocks.
    private(set) var bytes: [UInt8]

    /// The largest impact.
    public static let most = 255
    static let blockSize = 64

    /// - Parameters:
    ///   - impacts: the impact of each row, as returned by `impact(_:)`.
    ///   - end: greater than all article ids. Must be the same for all maps that are combined.
    /// - Complexity: about 0.5 ns per row, and 0.02 ns per article.
    /// - Returns: nil if a row is not below `end`, or `rows` do not ascend.
    public init?(rows: [UInt32], impacts: [UInt8], end: Int) {
        guard rows.count == impacts.count, Int(rows.last ?? 0) < end else { return nil }
        let size = (end + Self.blockSize - 1) / Self.blockSize * Self.blockSize
        var bytes = [UInt8](repeating: 0, count: size)
        var target = bytes.mutableSpan
        for index in rows.indices { target[Int(rows[index])] = impacts[index] }
        self.bytes = bytes
    }

    /// Converts a score, as a share of the largest possible score (0 to 1), to a byte, rounding up.
    @inlinable
    public static func impact(_ share: Double) -> UInt8 {
        let exact = share * Double(most)
        let impact = Int(exact)
        // Equals `rounded(.up)`, which is a function call on processors that have no instruction for it.
        return UInt8(clamping: max(1, Double(impact) < exact ? impact + 1 : impact))
    }

    /// The articles that contain the term.
    public var articles: ArticleMask { ArticleMask(bytes: bytes) }
}

/// A set of articles, with one byte per article, which is not 0 for members.
///
/// - Complexity: all operations are linear in the number of articles, about 0.05 ns each, in loops without branches
///   that the compiler vectorises.
public struct ArticleMask: Sendable {
    var bytes: [UInt8]

    /// The empty set.
    public init() { bytes = [] }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The number of members.
    public var count: Int {
        var count = 0
        unsafe bytes.withUnsafeBytes { bytes in
            let words = unsafe bytes.assumingMemoryBound(to: UInt64.self)
            // Eight sums of one byte each, which 255 words cannot overflow.
            for first in stride(from: 0, to: words.count, by: 255) {
                var sums: UInt64 = 0
                for index in first..<min(first + 255, words.count) {
                    let word = unsafe words[index]
                    let isNotZero = ((word & ~Self.highBits) &+ ~Self.highBits | word) & Self.highBits
                    sums &+= isNotZero >> 7
                }
                for shift in stride(from: 0, to: 64, by: 8) { count += Int(sums >> UInt64(shift) & 0xFF) }
            }
        }
        return count
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Members of both sets.
    public func intersection(_ other: ArticleMask) -> ArticleMask {
        combined(with: other) { $1 == 0 ? 0 : $0 }
    }

    /// Members of either set.
    public func union(_ other: ArticleMask) -> ArticleMask {
        combined(with: other) { $0 | $1 }
    }

    /// Members that are not in the other set.
    public func subtracting(_ other: ArticleMask) -> ArticleMask {
        combined(with: other) { $1 == 0 ? $0 : 0 }
    }

    /// Removes articles from the set.
    public mutating func remove(_ rows: [UInt32]) {
        for row in rows where Int(row) < bytes.count { bytes[Int(row)] = 0 }
    }

    @inline(__always)
    private func combined(with other: ArticleMask, _ body: (UInt8, UInt8) -> UInt8) -> ArticleMask {
        let count = min(bytes.count, other.bytes.count)
        let combined = unsafe [UInt8](unsafeUninitializedCapacity: max(1, count)) { out, written in
            unsafe bytes.withUnsafeBufferPointer { left in
                unsafe other.bytes.withUnsafeBufferPointer { right in
                    for index in 0..<count { unsafe out[index] = body(left[index], right[index]) }
                }
            }
            written = count
        }
        return ArticleMask(bytes: combined)
    }
}

/// Upper bounds of the scores of a set of articles for several terms: sums of weighted impacts, 16 bits each.
public struct ImpactBounds: Sendable {
    private let maps: [ImpactMap]
    private let weights: [UInt16]
    private let articles: ArticleMask
    /// The highest bound of each block of articles.
    private var blockMaxima: [UInt16]
    /// The score that corresponds to one unit of a bound.
    private let unit: Double

    /// - Parameters:
    ///   - weights: for each map, what its largest impact contributes to an article's score; must be positive.
    ///   - articles: the articles to consider.
    /// - Returns: nil if there are no maps, if their sizes differ, if the weights are invalid, or if there are so many
    ///   maps that 16-bit sums would be too coarse.
    public init?(_ maps: [ImpactMap], weights: [Double], articles: ArticleMask) {
        let all = weights.reduce(0, +)
        // Rounding up adds at most 1 to each weight. If few units were left, the bounds would be too high to be useful.
        let parts = Double(Int(UInt16.max) / ImpactMap.most - maps.count)
        guard !maps.isEmpty, maps.count == weights.count, parts >= 128, all.isFinite, weights.allSatisfy({ $0 > 0 }),
            maps.allSatisfy({ $0.bytes.count == articles.bytes.count })
        else { return nil }
        self.maps = maps
        self.articles = articles
        self.weights = weights.map { UInt16(clamping: Int(($0 / all * parts).rounded(.up))) }
        unit = all / parts / Double(ImpactMap.most)
        blockMaxima = []
        let blocks = articles.bytes.count / ImpactMap.blockSize
        blockMaxima.reserveCapacity(blocks)
        for block in 0..<blocks { blockMaxima.append(bounds(ofBlock: block).max) }
    }

    /// A value reached by the bounds of at least `count` articles, or 1 if there are fewer articles. It is computed
    /// from the block maxima, each of which belongs to a different article.
    public func bound(reachedBy count: Int) -> UInt16 {
        let shift = 6
        var histogram = Array(repeating: 0, count: 1 << (16 - shift))
        for maximum in blockMaxima { histogram[Int(maximum) >> shift] += 1 }
        var left = count
        for bin in stride(from: histogram.count - 1, through: 0, by: -1) {
            left -= histogram[bin]
            if left <= 0 { return max(1, UInt16(bin << shift)) }
        }
        return 1
    }

    /// The lowest bound that an article with `score` can have.
    public func bound(ofScore score: Double) -> UInt16 {
        // Rounding must not raise the bound.
        let bound = (score / unit * 0.999_999).rounded(.down)
        return UInt16(clamping: Int(max(1, min(bound, Double(UInt16.max)))))
    }

    /// Articles whose bounds are in a range, ascending.
    public func rows(_ range: Range<Int>) -> [UInt32] {
        var rows: [UInt32] = []
        for block in blockMaxima.indices where Int(blockMaxima[block]) >= range.lowerBound {
            let bounds = bounds(ofBlock: block).values
            for index in 0..<ImpactMap.blockSize where range.contains(Int(bounds[index])) {
                rows.append(UInt32(block * ImpactMap.blockSize + index))
            }
        }
        return rows
    }

    @inline(__always)
    private func bounds(ofBlock block: Int) -> (values: InlineArray<64, UInt16>, max: UInt16) {
        let start = block * ImpactMap.blockSize
        var sums = InlineArray<64, UInt16>(repeating: 0)
        for index in maps.indices {
            let weight = weights[index]
            unsafe maps[index].bytes.withUnsafeBufferPointer { impacts in
                for place in 0..<ImpactMap.blockSize {
                    sums[place] &+= UInt16(unsafe impacts[start + place]) &* weight
                }
            }
        }
        var maximum: UInt16 = 0
        unsafe articles.bytes.withUnsafeBufferPointer { articles in
            for place in 0..<ImpactMap.blockSize {
                sums[place] = unsafe articles[start + place] == 0 ? 0 : sums[place]
                maximum = max(maximum, sums[place])
            }
        }
        return (sums, maximum)
    }
}
