internal import TextAnalysis

/// A title or text prepared for finding near-duplicates: a hash of each word, and of each character of a script without
/// spaces.
package struct ComparedText: Equatable {
    /// The hashes of the words. The lowest bit of a hash is set if the word contains a digit or, in a title, is another
    /// kind of numeral.
    package private(set) var words: [UInt32] = []
    private(set) var characterCount = 0
    /// The length of the text in Unicode scalars.
    private(set) var scalarCount = 0

    package init() {}

    /// Equal texts have the same words; white space and punctuation do not matter.
    package static func == (a: Self, b: Self) -> Bool { a.words == b.words }

    /// - Parameter isTitle: whether 第一章 and Part II count as numbers as well. In texts, such words are too often
    ///   ordinary words.
    package init(_ text: Span<UInt8>, isTitle: Bool = false, limit: Int = DuplicateSketch.maxUnits) {
        for index in text.indices where text[index] & 0xC0 != 0x80 { scalarCount += 1 }
        words.reserveCapacity(min(limit, scalarCount / 4))
        Analyzer.shared.analyze(text) { term, kind, _ in
            switch kind {
            case .word: words.append(Self.word(term, isTitle: isTitle))
            case .bigram, .single:
                let scalar = UTF8Decoding.firstScalar(term) ?? 0
                words.append(scalar &* 0x9E37_79B1 & ~1 | (isTitle && Self.numerals.contains(scalar) ? 1 : 0))
                characterCount += 1
            case .stem, .symbolWord, .joined, .pair, .separator: break
            }
            return words.count < limit
        }
    }

    package static func isNumber(_ word: UInt32) -> Bool { word & 1 != 0 }

    /// The hash of a word without the bit that marks numbers.
    package static func plain(_ word: UInt32) -> UInt32 { word & ~1 }

    static func word(_ term: Span<UInt8>, isTitle: Bool) -> UInt32 {
        var hasDigit = false
        var isRoman = isTitle && term.count > 1
        for index in term.indices {
            let byte = term[index]
            if byte &- 0x30 < 10 { hasDigit = true }
            if isRoman, !roman.contains(byte) { isRoman = false }
        }
        return UInt32(truncatingIfNeeded: TermTable.hash(term)) & ~1 | (hasDigit || isRoman ? 1 : 0)
    }

    /// Letters of Roman numerals, as in part ii and chapter xiv.
    private static let roman = Set("ivxl".utf8)
    private static let numerals = Set("零〇一二三四五六七八九十百千万萬億亿两兩上中下".unicodeScalars.map(\.value))
}

/// The overlap of two texts.
struct TextOverlap {
    /// Shared shingles as a share of the shingles of both texts.
    private(set) var similarity = 0.0
    /// The number of shared shingles divided by the number of shingles of the text that has fewer.
    private(set) var containment = 0.0
    private let first: ComparedText
    private let second: ComparedText
    private let firstShingles: [UInt64]
    private let secondShingles: [UInt64]
    /// Ascending.
    private let shared: [UInt64]

    init(_ a: ComparedText, _ b: ComparedText) {
        first = a
        second = b
        firstShingles = Self.shingles(a.words)
        secondShingles = Self.shingles(b.words)
        let (firstSet, secondSet) = (Self.set(firstShingles), Self.set(secondShingles))
        shared = Self.intersection(firstSet, secondSet)
        let all = firstSet.count + secondSet.count - shared.count
        guard all > 0, !shared.isEmpty else { return }
        similarity = Double(shared.count) / Double(all)
        containment = Double(shared.count) / Double(min(firstSet.count, secondSet.count))
    }

    /// How the texts differ within the passage that they share. Text before or after that passage, such as a date line
    /// or a copyright notice, is ignored.
    struct Differences {
        /// Whether the texts have different numbers in the same place.
        fileprivate(set) var replacesNumbers = false
        /// Words that only one of the texts contains.
        fileprivate(set) var onlyFirst: Set<UInt32> = []
        fileprivate(set) var onlySecond: Set<UInt32> = []
    }

    func differences() -> Differences {
        var found = Differences()
        guard !shared.isEmpty else { return found }
        var left = passage(firstShingles)
        var right = passage(secondShingles)
        // If the parts before (or after) the shared passage are equally long in both texts, they belong to the same
        // template and are not different headers (or footers).
        if left.lowerBound == right.lowerBound {
            left = 0..<left.upperBound
            right = 0..<right.upperBound
        }
        if first.words.count - left.upperBound == second.words.count - right.upperBound {
            left = left.lowerBound..<first.words.count
            right = right.lowerBound..<second.words.count
        }
        var counts: [UInt32: Int] = [:]
        for word in first.words[left] { counts[word, default: 0] += 1 }
        for word in second.words[right] { counts[word, default: 0] -= 1 }
        var added = false
        var removed = false
        for (word, count) in counts where count != 0 {
            if count > 0 { found.onlyFirst.insert(word) } else { found.onlySecond.insert(word) }
            guard ComparedText.isNumber(word) else { continue }
            if count > 0 { added = true } else { removed = true }
        }
        found.replacesNumbers = added && removed
        return found
    }

    private static func shingles(_ words: [UInt32]) -> [UInt64] {
        guard words.count > 2 else { return [] }
        return (2..<words.count).map { index in
            var hash = UInt64(words[index - 2]) &* 0x9E37_79B9_7F4A_7C15
            hash = (hash ^ hash >> 29 ^ UInt64(words[index - 1])) &* 0xBF58_476D_1CE4_E5B9
            hash = (hash ^ hash >> 32 ^ UInt64(words[index])) &* 0x94D0_49BB_1331_11EB
            return hash ^ hash >> 31
        }
    }

    /// The distinct values, ascending. Sorting takes a quarter of the time of filling a `Set`.
    private static func set(_ values: [UInt64]) -> [UInt64] {
        var set: [UInt64] = []
        set.reserveCapacity(values.count)
        for value in values.sorted() where set.last != value { set.append(value) }
        return set
    }

    /// The values that two ascending arrays have in common.
    private static func intersection(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var common: [UInt64] = []
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if a[i] < b[j] {
                i += 1
            } else if b[j] < a[i] {
                j += 1
            } else {
                common.append(a[i])
                i += 1
                j += 1
            }
        }
        return common
    }

    /// The range from the first word of the first shared shingle to the last word of the last shared shingle.
    private func passage(_ shingles: [UInt64]) -> Range<Int> {
        let shared = Set(shared)
        let start = shingles.firstIndex(where: shared.contains) ?? 0
        let end = shingles.lastIndex(where: shared.contains) ?? -1
        return start..<max(start, end + 3)
    }
}
