/// The fold and the class of each code point: two-level tables, unpacked from `FoldingData` at first use.
///
/// Folding is NFKC_Casefold without the marks of Latin, Greek, Arabic and Hebrew, with traditional Han as simplified,
/// small kana as large and decimal digits as ASCII. It looks at one code point at a time (`compose` aside), so that a
/// substring of a text folds to a substring of the folded text.
@safe
final class FoldingTable: @unchecked Sendable {  // written in init only
    static let shared = FoldingTable()

    /// Number of the block of 256 entries, by code point / 256.
    let blocks: UnsafeMutablePointer<UInt16>
    let entries: UnsafeMutablePointer<UInt32>
    /// Folds of several code points: a count, then the code points.
    let expansions: [UInt32]
    /// ASCII letters and digits in lower case, 0 for every other byte.
    let asciiWord: UnsafeMutablePointer<UInt8>
    private let pairKeys: [UInt64]
    private let pairResults: [UInt32]

    private static let blockCount = 0x110000 >> 8
    private static let maxStoredBlocks = 512

    private init() {
        unsafe blocks = .allocate(capacity: Self.blockCount)
        unsafe blocks.initialize(repeating: 0, count: Self.blockCount)
        unsafe entries = .allocate(capacity: Self.maxStoredBlocks << 8)
        unsafe asciiWord = .allocate(capacity: 256)
        unsafe asciiWord.initialize(repeating: 0, count: 256)
        let unpacked = unsafe Self.unpackRuns(blocks: blocks, entries: entries)
        expansions = unpacked
        for byte in 0..<128 {
            let entry = unsafe FoldingEntry(bits: entries[(Int(blocks[0]) << 8) | byte])
            if entry.characterClass == .word { unsafe asciiWord[byte] = UInt8(entry.folded(UInt32(byte))) }
        }
        var pairs: [(key: UInt64, result: UInt32)] = []
        var reader = NumberReader(FoldingData.compositions)
        while let first = reader.next(), let second = reader.next(), let whole = reader.next() {
            pairs.append((UInt64(first) << 32 | UInt64(second), whole))
        }
        pairs.sort { $0.key < $1.key }
        pairKeys = pairs.map(\.key)
        pairResults = pairs.map(\.result)
    }

    deinit {
        unsafe blocks.deallocate()
        unsafe entries.deallocate()
        unsafe asciiWord.deallocate()
    }

    /// - Parameter scalar: at most 10FFFF.
    @inline(__always)
    func entry(_ scalar: UInt32) -> FoldingEntry {
        unsafe FoldingEntry(bits: entries[(Int(blocks[Int(scalar >> 8)]) << 8) | Int(scalar & 0xFF)])
    }

    /// The code point that two compose to; nil if they do not. The second must be marked as composing.
    func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        // Hangul: <https://www.unicode.org/versions/latest/core-spec/chapter-3/#G56669>
        if first >= 0x1100, first < 0x1113, second >= 0x1161, second < 0x1176 {
            return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
        }
        if first >= 0xAC00, first < 0xD7A4, (first - 0xAC00) % 28 == 0, second > 0x11A7, second < 0x11C3 {
            return first + (second - 0x11A7)
        }
        let key = UInt64(first) << 32 | UInt64(second)
        var low = 0
        var high = pairKeys.count
        while low < high {
            let middle = (low + high) / 2
            if pairKeys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < pairKeys.count && pairKeys[low] == key ? pairResults[low] : nil
    }

    /// The code points that an entry with an expansion folds to.
    func expansion(_ entry: FoldingEntry) -> ArraySlice<UInt32> {
        let start = entry.expansionOffset
        return expansions[(start + 1)..<(start + 1 + Int(expansions[start]))]
    }
}

extension FoldingTable {
    /// Fills the blocks and returns the expansions.
    private static func unpackRuns(
        blocks: UnsafeMutablePointer<UInt16>, entries: UnsafeMutablePointer<UInt32>
    ) -> [UInt32] {
        var expansions: [UInt32] = [0]
        unsafe entries.initialize(repeating: 0, count: 256)
        var stored = 1
        var uniform: [UInt32: UInt16] = [0: 0]
        var isShared = [Bool](repeating: true, count: maxStoredBlocks)
        var end: UInt32 = 0
        var reader = NumberReader(FoldingData.runs)
        while let head = reader.next(), let gap = reader.next() {
            let start = end + gap
            end = start + (head & 0x80 != 0 ? reader.next() ?? 1 : 1)
            let bits = head & 0x7F
            let kind = bits >> 5
            var delta: Int32 = 0
            var high: UInt32 = 0
            if kind == 1 {
                let zigzag = reader.next() ?? 0
                delta = zigzag & 1 != 0 ? -Int32((zigzag + 1) >> 1) : Int32(zigzag >> 1)
            } else if kind == 2 {
                let count = reader.next() ?? 0
                high = count == 0 ? 0 : UInt32(expansions.count) << 8
                if count > 0 { expansions.append(count) }
                for _ in 0..<count { expansions.append(reader.next() ?? 0) }
            }
            var next = start
            while next < end {
                let block = Int(next >> 8)
                let stop = min(end, (next | 0xFF) + 1)
                if kind != 1, stop - next == 256 {
                    if let same = uniform[bits | high] {
                        unsafe blocks[block] = same
                    } else {
                        unsafe (entries + (stored << 8)).initialize(repeating: bits | high, count: 256)
                        uniform[bits | high] = UInt16(stored)
                        unsafe blocks[block] = UInt16(stored)
                        stored += 1
                    }
                } else {
                    if unsafe isShared[Int(blocks[block])] {
                        let old = unsafe Int(blocks[block])
                        unsafe (entries + (stored << 8)).initialize(from: entries + (old << 8), count: 256)
                        unsafe blocks[block] = UInt16(stored)
                        isShared[stored] = false
                        stored += 1
                    }
                    let base = unsafe Int(blocks[block]) << 8
                    for scalar in next..<stop {
                        let target = kind == 1 ? UInt32(bitPattern: Int32(scalar) + delta) << 8 : high
                        unsafe entries[base | Int(scalar & 0xFF)] = bits | target
                    }
                }
                next = stop
            }
        }
        return expansions
    }
}
