package import SearchRanking

/// The facts of 1,024 articles with consecutive ids, 12 bytes each, in one row, because the first stage reads the
/// lengths of thousands of articles at once. An engine may also store the lengths separately, in rows of 1/6 of the
/// size.
package struct FactsBlock: Sendable {
    package static let size: Int64 = 1_024
    private static let width = 6
    /// Size of a stored block in bytes.
    package static let byteCount = size * Int64(width * 2)

    private var values: [UInt16]
    /// A single shared array, because a crafted index may name articles in millions of blocks that do not exist.
    private static let noValues = [UInt16](repeating: 0, count: Int(size) * width)
    private static let noLengths = [Float](repeating: 0, count: Int(size))

    package init() { values = Self.noValues }

    /// The length of each article; 0 if it is unknown or at least `unstoredLength`.
    package var lengths: [Float] {
        values == Self.noValues ? Self.noLengths : Self.lengths(storedLengths) ?? Self.noLengths
    }

    /// Lengths from this value on are capped when stored, and read as unknown.
    private static let unstoredLength = UInt16.max

    /// The lengths in the form for separate storage: 0 for unknown articles, and at most `unstoredLength`.
    package var storedLengths: [UInt16] {
        let values = values.span
        return stride(from: 0, to: values.count, by: Self.width).map {
            UInt16(clamping: Int(Ranking.length(title: Int(values[$0 + 1]), body: Int(values[$0]))))
        }
    }

    /// Converts stored lengths of a block to the form of `lengths`.
    ///
    /// - Returns: nil if the number of lengths is wrong.
    package static func lengths(_ stored: [UInt16]) -> [Float]? {
        guard stored.count == Int(size) else { return nil }
        return stored.map { $0 == unstoredLength ? 0 : Float($0) }
    }

    /// Size of the stored lengths of a block in bytes.
    package static let lengthByteCount = size * Int64(MemoryLayout<UInt16>.size)

    /// - Parameter n: not negative.
    package subscript(n: Int64) -> RankingFacts {
        get {
            let start = Int(n % Self.size) * Self.width
            return RankingFacts(
                bodyLength: Int(values[start]), titleLength: Int(values[start + 1]),
                date: UInt32(values[start + 2]) | UInt32(values[start + 3]) << 16,
                foldKey: UInt32(values[start + 4]) | UInt32(values[start + 5]) << 16)
        }
        set {
            let start = Int(n % Self.size) * Self.width
            values[start] = UInt16(clamping: newValue.bodyLength)
            values[start + 1] = UInt16(clamping: newValue.titleLength)
            values[start + 2] = UInt16(truncatingIfNeeded: newValue.date)
            values[start + 3] = UInt16(truncatingIfNeeded: newValue.date >> 16)
            values[start + 4] = UInt16(truncatingIfNeeded: newValue.foldKey)
            values[start + 5] = UInt16(truncatingIfNeeded: newValue.foldKey >> 16)
        }
    }

    // MARK: - Stored form

    /// - Parameter units: the units of a stored block.
    /// - Returns: nil if their number is wrong.
    package init?(units: [UInt16]) {
        guard units.count == Self.noValues.count else { return nil }
        values = units
    }

    /// The stored form of the block: 16-bit numbers, low byte first.
    package var units: [UInt16] { values }
}
