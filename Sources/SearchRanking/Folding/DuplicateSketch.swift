private import TextAnalysis

/// A few hashes of an article that near-duplicates most likely share: four MinHash values of the text's shingles (three
/// adjacent units each), each combined with a MinHash value of the title, and one of the title together with the
/// beginning of the text ([decision 56](../../../docs/decisions/0056-near-duplicates.md)). Longer texts also have two
/// keys of the text alone, each made of two MinHash values, which they share with copies under another headline. A key
/// made of a single MinHash value would be shared by too many articles that contain the same phrase.
///
/// If J is the Jaccard similarity of two sets, their MinHash values are equal with probability J. Most keys include the
/// title, so that articles with the same boilerplate but different titles are not compared with each other.
package struct DuplicateSketch: Equatable, Sendable {
    /// Unique keys, ascending. Each has 32 bits, so that SQLite stores it in four bytes.
    package private(set) var keys: [Int32] = []
    /// The keys of the text alone; none of them is in `keys`.
    package private(set) var textKeys: [Int32] = []

    /// Texts with fewer units are too short to compare.
    static let minUnits = 12
    /// Texts with fewer units are near-duplicates only if they are equal.
    static let minShingledUnits = 40
    /// Units beyond this number are not compared.
    static let maxUnits = 8_192
    private static let beginningUnits = 32
    /// Shorter texts are not looked up under other headlines. In most languages, they have fewer than
    /// `DuplicateComparison.minCharactersOfText` characters.
    private static let minTextUnits = 48

    package init() {}

    /// The sketch that has only the keys of the text alone.
    package var ofTextAlone: DuplicateSketch {
        var sketch = DuplicateSketch()
        sketch.textKeys = textKeys
        return sketch
    }

    /// - Parameters:
    ///   - title, body: units of the fields.
    ///   - titleText: the title itself. Its parts between dashes and bars may include a site's name.
    package init(title: Span<UInt16>, body: Span<UInt16>, titleText: Span<UInt8>) {
        var beginning = Self.seed(4)
        var titleMinima = Minima()
        var place = 0
        while let unit = Self.nextUnit(title, &place) {
            titleMinima.add(unit)
            beginning = Self.mix(beginning ^ unit)
        }
        var minima = PartitionedMinima()
        var before: (UInt32, UInt32) = (0, 0)
        var count = 0
        var index = 0
        while count < Self.maxUnits, let unit = Self.nextUnit(body, &index) {
            if count < Self.beginningUnits { beginning = Self.mix(beginning ^ unit) }
            if count >= 2 { minima.add(before.0 &* 0x85EB_CA6B &+ before.1 &* 0xC2B2_AE35 &+ unit &* 0x9E37_79B9) }
            before = (before.1, unit)
            count += 1
        }
        guard count >= Self.minUnits else { return }
        var found = [Int32(bitPattern: beginning)]
        found.reserveCapacity(5)
        if count >= Self.minShingledUnits {
            // Two values use only the longest part of the title, which an added " - Site" does not change. Two use the
            // whole title, in case the site's name is longer than the headline.
            var core = titleMinima
            if let range = TitleParts.longest(of: titleText) {
                core = Minima()
                let codes = ForwardUnits(of: titleText.extracting(range)).codes
                var place = 0
                while let unit = Self.nextUnit(codes.span, &place) { core.add(unit) }
            }
            found.append(Self.joined(minima.values[0], core.values.0, 0))
            found.append(Self.joined(minima.values[1], titleMinima.values.1, 1))
            found.append(Self.joined(minima.values[2], core.values.2, 2))
            found.append(Self.joined(minima.values[3], titleMinima.values.3, 3))
        }
        found.sort()
        keys.reserveCapacity(found.count)
        for key in found where keys.last != key { keys.append(key) }
        guard count >= Self.minTextUnits else { return }
        for part in 0..<2 {
            let key = Self.joined(minima.values[2 * part], minima.values[2 * part + 1], 5 + UInt32(part))
            if !keys.contains(key), !textKeys.contains(key) { textKeys.append(key) }
        }
    }

    /// The next word or character; marks are skipped.
    @inline(__always)
    private static func nextUnit(_ codes: Span<UInt16>, _ index: inout Int) -> UInt32? {
        while index < codes.count {
            let code = codes[index]
            index += 1
            if code <= ForwardUnits.lastMark { continue }
            guard ForwardUnits.isWord(code), index < codes.count else { return UInt32(code) }
            index += 1
            return UInt32(code) << 16 | UInt32(codes[index - 1])
        }
        return nil
    }

    private static func joined(_ body: UInt32, _ title: UInt32, _ number: UInt32) -> Int32 {
        Int32(bitPattern: mix(mix(body ^ seed(number)) &+ title))
    }

    private static func seed(_ number: UInt32) -> UInt32 { (number &+ 1) &* 0x9E37_79B9 }

    /// The finaliser of MurmurHash3: makes each bit depend on all bits.
    @inline(__always)
    fileprivate static func mix(_ value: UInt32) -> UInt32 {
        var value = value
        value ^= value >> 16
        value = value &* 0x85EB_CA6B
        value ^= value >> 13
        value = value &* 0xC2B2_AE35
        return value ^ value >> 16
    }
}

/// The minima of the four quarters of a set that is partitioned by hash: MinHash with a single permutation (Li, Owen
/// and Zhang, "One Permutation Hashing", NIPS 2012). Suitable for sets of dozens of values.
private struct PartitionedMinima {
    private(set) var values: InlineArray<4, UInt32> = [.max, .max, .max, .max]

    @inline(__always)
    mutating func add(_ value: UInt32) {
        let mixed = DuplicateSketch.mix(value)
        let part = Int(mixed & 3)
        if mixed < values[part] { values[part] = mixed }
    }
}

/// The minima of a set under four permutations of 32-bit numbers. Titles are too short to be partitioned.
private struct Minima {
    private(set) var values: (UInt32, UInt32, UInt32, UInt32) = (.max, .max, .max, .max)

    @inline(__always)
    mutating func add(_ value: UInt32) {
        let mixed = DuplicateSketch.mix(value)
        values.0 = min(values.0, mixed)
        values.1 = min(values.1, (mixed ^ 0x5BD1_E995) &* 0x9E37_79B1)
        values.2 = min(values.2, (mixed ^ 0x1B87_3593) &* 0x85EB_CA77)
        values.3 = min(values.3, (mixed ^ 0xCC9E_2D51) &* 0xC2B2_AE3D)
    }
}
