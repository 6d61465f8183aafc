private import CICU
private import System

/// Dictionary words of Chinese, Japanese, Thai, Lao, Khmer or Burmese text without spaces, found by ICU.
///
/// Used for queries, title words and ranking. The index does not depend on these words, but a run of more than four
/// characters in a query is matched by its words. ICU is opened on first use, which takes a few milliseconds, and stays
/// open.
public struct WordSegmenter: Sendable {
    public static let shared = WordSegmenter()

    /// The maximum length of a text in bytes. A longer text yields no words, because dictionary look-up is intended for
    /// queries, which are short.
    public static let maxBytes = 1 << 20

    /// The version of ICU; 0 if ICU is not installed. The dictionaries change between versions, so stored words are
    /// only valid for one version.
    public static let version = Int(cicu_version())

    private static let idle = Locked<[WordBreaker]>([])

    /// The words of a text as ascending ranges of its UTF-8 bytes, without spaces or punctuation.
    ///
    /// Traditional and simplified forms, and half- and full-width forms, are split alike. Pass unfolded text if
    /// possible: folding makes small kana large, and the dictionary does not contain だつた.
    /// - Returns: empty if the text is longer than `maxBytes` or ICU cannot be opened.
    /// - Complexity: linear. Thread-safe.
    public func words(in run: String) -> [Range<Int>] {
        guard !run.isEmpty, run.utf8.count <= Self.maxBytes else { return [] }
        let prepared = Self.prepare(run)
        guard let breaker = Self.idle.withLock({ $0.popLast() }) ?? WordBreaker() else { return [] }
        defer { Self.idle.withLock { $0.append(breaker) } }
        var words: [Range<Int>] = []
        var start = 0
        var last = 0
        breaker.forEachBoundary(in: prepared.bytes) { boundary, isWord in
            guard boundary > start, boundary < prepared.origins.count else { return }
            let range = max(prepared.origins[start], last)..<prepared.origins[boundary]
            if isWord, !range.isEmpty {
                words.append(range)
                last = range.upperBound
            }
            start = boundary
        }
        return words
    }

    /// The text, folded except for small kana, and the index in the original text for each of its bytes.
    ///
    /// Symbols become spaces. Versions of ICU differ in whether `@` is a letter and in which characters they support,
    /// so the folding table decides which characters are letters.
    private static func prepare(_ text: String) -> (bytes: [UInt8], origins: [Int]) {
        var bytes: [UInt8] = []
        var origins: [Int] = []
        var last: (scalar: UInt32, size: Int) = (0, 0)
        var offset = 0
        func append(_ value: UInt32, from origin: Int) {
            guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { return }
            last = (value, encoded.count)
            bytes.append(contentsOf: encoded)
            origins.append(contentsOf: repeatElement(origin, count: encoded.count))
        }
        for scalar in text.unicodeScalars {
            let origin = offset
            offset += UTF8.width(scalar)
            let entry = FoldingTable.entry(scalar.value)
            if isSmallKana(scalar.value) {
                append(fullWidthSmallKana(scalar.value), from: origin)
            } else if entry.composes, let whole = FoldingTable.compose(last.scalar, entry.folded(scalar.value)) {
                let first = origins[origins.count - last.size]
                bytes.removeLast(last.size)
                origins.removeLast(last.size)
                append(whole, from: first)
            } else if entry.characterClass == .ignorable {
                continue
            } else if entry.characterClass == .other {
                append(0x20, from: origin)
            } else if entry.expands {
                for folded in FoldingTable.expansion(entry) { append(folded, from: origin) }
                joinAm(&bytes, &origins)
            } else {
                append(entry.folded(scalar.value), from: origin)
                if scalar.value == 0x0E32 || scalar.value == 0x0EB2 { joinAm(&bytes, &origins) }
            }
        }
        origins.append(offset)
        return (bytes, origins)
    }

    /// Replaces a nikhahit and sara aa at the end of the text with sara am, the form in ICU's dictionaries. A tone mark
    /// between the two is moved before it.
    private static func joinAm(_ bytes: inout [UInt8], _ origins: inout [Int]) {
        let count = bytes.count
        guard count >= 6, bytes[count - 3] == 0xE0, bytes[count - 1] == 0xB2 else { return }
        let isThai = bytes[count - 2] == 0xB8
        guard isThai || bytes[count - 2] == 0xBA else { return }
        let nikhahit: [UInt8] = isThai ? [0xE0, 0xB9, 0x8D] : [0xE0, 0xBB, 0x8D]
        let am: [UInt8] = isThai ? [0xE0, 0xB8, 0xB3] : [0xE0, 0xBA, 0xB3]
        if bytes[(count - 6)..<(count - 3)] == nikhahit[...] {
            bytes.replaceSubrange((count - 6)..., with: am)
            origins.removeLast(3)
        } else if count >= 9, bytes[(count - 9)..<(count - 6)] == nikhahit[...], bytes[count - 6] == nikhahit[0],
            bytes[count - 5] == nikhahit[1], 0x88...0x8B ~= bytes[count - 4]
        {
            let tone = Array(bytes[(count - 6)..<(count - 3)])
            bytes.replaceSubrange((count - 9)..., with: tone + am)
            origins.removeLast(3)
        }
    }

    private static func isSmallKana(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3041...0x3049, 0x30A1...0x30A9: scalar & 1 == 1
        case 0x3063, 0x30C3, 0x3083, 0x3085, 0x3087, 0x30E3, 0x30E5, 0x30E7, 0x308E, 0x30EE: true
        case 0xFF67...0xFF6F: true
        default: false
        }
    }

    /// The full-width forms of ｧ ｨ ｩ ｪ ｫ ｬ ｭ ｮ ｯ.
    private static func fullWidthSmallKana(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xFF67...0xFF6B: 0x30A1 + (scalar - 0xFF67) * 2
        case 0xFF6C...0xFF6E: 0x30E3 + (scalar - 0xFF6C) * 2
        case 0xFF6F: 0x30C3
        default: scalar
        }
    }
}

/// ICU's word break iterator. Only one thread at a time uses an iterator; the lock of `WordSegmenter.idle` guards the
/// list of iterators.
@safe
private final class WordBreaker: @unchecked Sendable {
    private let breaker: OpaquePointer

    init?() {
        guard let opened = unsafe cicu_word_breaker_open() else { return nil }
        unsafe breaker = opened
    }

    deinit { unsafe cicu_word_breaker_close(breaker) }

    func forEachBoundary(in text: [UInt8], _ body: (_ boundary: Int, _ isWord: Bool) -> Void) {
        unsafe text.withUnsafeBufferPointer { bytes in
            guard unsafe cicu_word_breaker_set_text(breaker, bytes.baseAddress, Int64(bytes.count)) else { return }
            var isWord = false
            while true {
                let boundary = unsafe cicu_word_breaker_next(breaker, &isWord)
                if boundary < 0 { return }
                if boundary > 0 { body(Int(boundary), isWord) }
            }
        }
    }
}
