/// What one term adds to the score of every article, as a byte each: 0 where it does not stand, else its share of the most
/// that it could add, rounded up.
///
/// Scores that are rounded up to small integers tell in one pass, many articles an instruction, which few can be among the best:
/// Anh, de Kretser & Moffat, "Vector-Space Ranking with Effective Early Termination" (2001); Lin & Trotman, "Anytime
/// Ranking for Impact-Ordered Indexes" (2015). Here only these few are scored, with all their digits.
public struct ImpactMap: Sendable {
    /// By number of the article; as many as fill whole blocks.
    private(set) var bytes: [UInt8]

    /// The largest impact.
    public static let most = 255
    static let blockSize = 64

    /// - Parameters:
    ///   - impacts: of each row, as `impact(_:)` gives them.
    ///   - end: above the numbers of all articles; the same for all maps that meet.
    /// - Complexity: some 0.5 ns a row, and 0.02 ns an article.
    /// - Returns: nil where a row is not below `end`, or `rows` do not ascend.
    public init?(rows: [UInt32], impacts: [UInt8], end: Int) {
        guard rows.count == impacts.count, Int(rows.last ?? 0) < end else { return nil }
        let size = (end + Self.blockSize - 1) / Self.blockSize * Self.blockSize
        var bytes = [UInt8](repeating: 0, count: size)
        var target = bytes.mutableSpan
        for index in rows.indices { target[Int(rows[index])] = impacts[index] }
        self.bytes = bytes
    }

    /// A share of the most that a term can add, 0 to 1, as a byte that is no less.
    @inlinable
    public static func impact(_ share: Double) -> UInt8 {
        let exact = share * Double(most)
        let impact = Int(exact)
        // What `rounded(.up)` does, which is a call where the processor is not known to have an instruction for it.
        return UInt8(clamping: max(1, Double(impact) < exact ? impact + 1 : impact))
    }

    /// The articles that have the term.
    public var articles: ArticleMask { ArticleMask(bytes: bytes) }
}

/// A set of articles, a byte each: not 0 for those that are in it.
///
/// - Complexity: all operations are linear in the number of articles, some 0.05 ns each. Loops without branches, which the
///   compiler makes into vector instructions.
public struct ArticleMask: Sendable {
    var bytes: [UInt8]

    /// The empty set.
    public init() { bytes = [] }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// How many there are.
    public var count: Int {
        var count = 0
        unsafe bytes.withUnsafeBytes { bytes in
            let words = unsafe bytes.assumingMemoryBound(to: UInt64.self)
            // Eight sums of a byte each; 255 words do not fill them.
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

    /// Those that are in both.
    public func intersection(_ other: ArticleMask) -> ArticleMask {
        combined(with: other) { $1 == 0 ? 0 : $0 }
    }

    /// Those that are in one of them.
    public func union(_ other: ArticleMask) -> ArticleMask {
        combined(with: other) { $0 | $1 }
    }

    /// Those that are not in the other.
    public func subtracting(_ other: ArticleMask) -> ArticleMask {
        combined(with: other) { $1 == 0 ? $0 : 0 }
    }

    /// Takes some articles out.
    public mutating func remove(_ rows: [UInt32]) {
        for row in rows where Int(row) < bytes.count { bytes[Int(row)] = 0 }
    }

    @inline(__always)
    private func combined(with other: ArticleMask, _ body: (UInt8, UInt8) -> UInt8) -> ArticleMask {
        let count = min(bytes.count, other.bytes.count)
        let combined = unsafe [UInt8](unsafeUninitializedCapacity: count) { out, written in
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

/// What the articles of a set can score at most, by several terms: sums of weighted impacts in 16 bits.
public struct ImpactBounds: Sendable {
    private let maps: [ImpactMap]
    private let weights: [UInt16]
    private let articles: ArticleMask
    /// The highest bound of each block of articles.
    private var blockMaxima: [UInt16]
    /// One unit of a bound, in units of the score.
    private let unit: Double

    /// - Parameters:
    ///   - weights: what the largest impact of each map adds to a score, above 0.
    ///   - articles: those that count.
    /// - Returns: nil for no map, for more than sums of 16 bits can tell apart, and for maps of several sizes.
    public init?(_ maps: [ImpactMap], weights: [Double], articles: ArticleMask) {
        let all = weights.reduce(0, +)
        // Rounding each weight up takes one at most; with few left, bounds would be too high to be of use.
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

    /// A bound that so many articles reach, or 1 where there are fewer: the best blocks have one each.
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

    /// The lowest bound with which an article may have a score: no article below it has.
    public func bound(ofScore score: Double) -> UInt16 {
        // Rounding must not make a score look better than it is.
        let bound = (score / unit * 0.999_999).rounded(.down)
        return UInt16(clamping: Int(max(1, min(bound, Double(UInt16.max)))))
    }

    /// The articles whose bounds lie in a range, ascending.
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
