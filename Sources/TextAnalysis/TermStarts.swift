/// The first characters of wanted terms, so that an analysis can skip other words.
public struct TermStarts: Sendable {
    /// The three UTF-8 bytes of a Han character. Each vector contains one byte in all lanes.
    struct Han: Sendable {
        let first: SIMD16<UInt8>
        let second: SIMD16<UInt8>
        let third: SIMD16<UInt8>

        init(_ scalar: UInt32) {
            first = SIMD16(repeating: UInt8(0xE0 | scalar >> 12))
            second = SIMD16(repeating: UInt8(0x80 | scalar >> 6 & 0x3F))
            third = SIMD16(repeating: UInt8(0x80 | scalar & 0x3F))
        }
    }

    /// Nonzero for the low 8 bits of each first code point. Other code points with the same low bits are scanned
    /// needlessly.
    let marks: [UInt8]
    /// The ASCII letters and digits among the first characters. Each vector contains one of them in all lanes.
    let letters: [SIMD16<UInt8>]
    /// The characters of `UnifiedHan.range` that fold to one of the first characters.
    let han: [Han]

    /// Collects the first characters of terms.
    ///
    /// - Parameter terms: index terms; stems have their prefix.
    public init(_ terms: [[UInt8]]) {
        var marks = [UInt8](repeating: 0, count: 256)
        var starts: Set<UInt32> = []
        for term in terms {
            let text = term.first == TokenKind.stemPrefix ? term.dropFirst() : term[...]
            guard let first = String(decoding: text, as: UTF8.self).unicodeScalars.first else { continue }
            marks[Int(first.value & 0xFF)] = 1
            starts.insert(first.value)
        }
        self.marks = marks
        letters = starts.filter { $0 < 0x80 }.map { SIMD16(repeating: UInt8($0)) }
        han = starts.flatMap(UnifiedHan.charactersFolding).map(Han.init)
    }
}

/// The block CJK Unified Ideographs. Each of its characters is a character of a run by itself, and none combines with
/// the previous character.
enum UnifiedHan {
    static let range: ClosedRange<UInt32> = 0x4E00...0x9FFF

    /// The characters of the block that fold to `folded`.
    static func charactersFolding(to folded: UInt32) -> [UInt32] {
        var scalars = FoldingTable.hanFolding(to: folded)
        if range.contains(folded) { scalars.append(folded) }
        return scalars
    }
}
