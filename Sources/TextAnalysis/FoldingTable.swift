private import CFoldings

/// The fold and the class of each code point, from tables compiled into the program (`CFoldings`).
///
/// Folding is NFKC_Casefold with these additions: marks of Latin, Greek, Arabic and Hebrew are removed, traditional Han
/// characters become simplified, small kana become large, and decimal digits become ASCII. Except for `compose`, each
/// code point is folded separately, so that a substring of a text folds to a substring of the folded text.
enum FoldingTable {
    /// Maps ASCII letters and digits to lower case, and every other byte to 0.
    @inline(__always)
    static var asciiWord: UnsafePointer<UInt8> { unsafe cfoldings_ascii_word() }

    /// The entry of a code point.
    ///
    /// - Parameter scalar: at most 10FFFF.
    @inline(__always)
    static func entry(_ scalar: UInt32) -> FoldingEntry {
        let block = unsafe Int(cfoldings_blocks()[Int(scalar >> 8)])
        return unsafe FoldingEntry(bits: cfoldings_entries()[block << 8 | Int(scalar & 0xFF)])
    }

    /// The code point that two code points compose to; nil if they do not compose. The entry of the second code point
    /// must have `composes` set.
    static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        // Composition of Hangul: <https://www.unicode.org/versions/latest/core-spec/chapter-3/#G56669>
        if first >= 0x1100, first < 0x1113, second >= 0x1161, second < 0x1176 {
            return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
        }
        if first >= 0xAC00, first < 0xD7A4, (first - 0xAC00) % 28 == 0, second > 0x11A7, second < 0x11C3 {
            return first + (second - 0x11A7)
        }
        let count = Int(cfoldings_composition_count)
        let place = firstPlace(of: count) { place in
            let pair = unsafe cfoldings_compositions()[place]
            return (pair.first, pair.second) >= (first, second)
        }
        guard place < count else { return nil }
        let pair = unsafe cfoldings_compositions()[place]
        return pair.first == first && pair.second == second ? pair.whole : nil
    }

    /// The code points to which an entry folds if it does not fold to exactly one.
    static func expansion(_ entry: FoldingEntry) -> FoldingExpansion {
        let start = unsafe cfoldings_expansions() + entry.expansionOffset
        return unsafe FoldingExpansion(scalars: start + 1, count: Int(start.pointee))
    }

    /// The characters of `UnifiedHan.range`, other than `folded`, that fold to `folded`; ascending.
    static func hanFolding(to folded: UInt32) -> [UInt32] {
        let count = Int(cfoldings_variant_count)
        var place = firstPlace(of: count) { unsafe cfoldings_variants()[$0].folded >= folded }
        var scalars: [UInt32] = []
        while place < count, unsafe cfoldings_variants()[place].folded == folded {
            unsafe scalars.append(cfoldings_variants()[place].scalar)
            place += 1
        }
        return scalars
    }

    /// The first index in 0..<`count` for which `isReached` is true; `count` if there is no such index. If `isReached`
    /// is true for an index, it must be true for all later ones.
    private static func firstPlace(of count: Int, _ isReached: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isReached(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The code points that a code point folds to, if it does not fold to exactly one.
@safe
struct FoldingExpansion: Sequence, IteratorProtocol {
    private var scalars: UnsafePointer<UInt32>
    private var count: Int

    fileprivate init(scalars: UnsafePointer<UInt32>, count: Int) {
        unsafe self.scalars = scalars
        self.count = count
    }

    mutating func next() -> UInt32? {
        guard count > 0 else { return nil }
        defer { unsafe scalars += 1 }
        count -= 1
        return unsafe scalars.pointee
    }
}
