package import TextAnalysis

/// The text of an article as a sequence of codes, one or two for each unit. It is used to find near-duplicates, and by
/// the reranker if posting lists are not sufficient.
///
/// A character of a script without spaces is its folded scalar, one code. A word is two codes: the first begins with
/// the bits of a surrogate or private-use character, which texts do not have; both together hold 22 bits of a hash of
/// its stem and 7 bits of a hash of its form. Two words of a query collide about once in 5 × 10^11 pairs. Marks
/// separate units that are not adjacent: 0 at punctuation, 1 between title and text, 2 for a space between characters,
/// 3 between text and author.
package struct ForwardUnits {
    package static let separator: UInt16 = 0
    package static let endOfTitle: UInt16 = 1
    package static let gap: UInt16 = 2
    static let endOfText: UInt16 = 3
    /// Codes up to this are marks or the code of a language.
    package static let lastMark: UInt16 = 0xFF
    /// First codes of words: this and the following 8,191.
    package static let firstWordCode: UInt16 = 0xD800
    static let wordCodes: UInt16 = 0x2000
    /// Units beyond this number of codes are dropped.
    package static let maxCodes = 65_536

    package private(set) var codes: [UInt16] = []
    private var word: UInt64?
    private var stem: UInt64?
    private var needsGap = false

    package init() {}

    package mutating func removeAll() {
        codes.removeAll(keepingCapacity: true)
        word = nil
        stem = nil
        needsGap = false
    }

    /// Adds the next token of title or text.
    package mutating func add(_ term: Span<UInt8>, _ kind: TokenKind) {
        switch kind {
        case .stem:
            stem = TermTable.hash(term.extracting(1..<term.count))
            return
        case .symbolWord, .joined, .pair: return
        case .word:
            endWord()
            word = TermTable.hash(term)
        case .bigram, .single: return add(character: UTF8Decoding.firstScalar(term), isSingle: kind == .single)
        case .separator:
            endWord()
            append(Self.separator)
        }
        needsGap = false
    }

    /// Adds the next token, a bigram or a single. The scalar is its first character.
    package mutating func add(character scalar: UInt32?, isSingle: Bool) {
        endWord()
        if needsGap { append(Self.gap) }
        append(character: scalar ?? 0xFFFD)
        needsGap = isSingle
    }

    /// Must be called after the last token.
    package mutating func finish() {
        endWord()
        needsGap = false
    }

    private mutating func endWord() {
        guard let word else { return }
        let (first, second) = Self.codes(word: word, stem: stem ?? word)
        append(first)
        append(second)
        self.word = nil
        stem = nil
    }

    private mutating func append(character scalar: UInt32) {
        if let code = Self.code(character: scalar) {
            append(code)
        } else {
            let (first, second) = Self.codes(outside: scalar)
            append(first)
            append(second)
        }
    }

    private mutating func append(_ code: UInt16) {
        if codes.count < Self.maxCodes { codes.append(code) }
    }

    // MARK: - Codes

    package static func isWord(_ code: UInt16) -> Bool { code &- firstWordCode < wordCodes }

    /// The code of a character; nil if it is outside the Basic Multilingual Plane or its code would equal a word or
    /// mark.
    package static func code(character scalar: UInt32) -> UInt16? {
        guard scalar > lastMark, scalar < 0x1_0000, !isWord(UInt16(scalar)) else { return nil }
        return UInt16(scalar)
    }

    /// The two codes of a character that has no single code, encoded like a word.
    package static func codes(outside scalar: UInt32) -> (UInt16, UInt16) {
        (firstWordCode | UInt16(truncatingIfNeeded: scalar >> 16) & 0x1F, UInt16(truncatingIfNeeded: scalar))
    }

    /// - Parameters: hashes of the folded word and of its stem (or of the word again if it has no stem).
    package static func codes(word: UInt64, stem: UInt64) -> (UInt16, UInt16) {
        let mixed = stem &* 0x9E37_79B9_7F4A_7C15
        let form = (word &* 0xD6E8_FEB8_6659_FD93) >> 57
        let bits = (mixed >> 42) << 7 | form
        return (firstWordCode + UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits))
    }

    /// Both codes of a word as one number. The masks select the bits of the stem, or those of the stem and the form.
    @inline(__always)
    package static func bits(_ codes: (UInt16, UInt16)) -> UInt32 {
        UInt32(codes.0 - firstWordCode) << 16 | UInt32(codes.1)
    }
    static let stemMask: UInt32 = ~0x7F
    static let formMask: UInt32 = ~0
}

extension ForwardUnits {
    /// The index of the mark between title and text; nil if there is none.
    ///
    /// The codes are read unit by unit, because the second code of a word may equal a mark.
    package static func endOfTitle(in codes: Span<UInt16>) -> Int? {
        var index = 0
        while index < codes.count, index < maxCodes {
            if codes[index] == endOfTitle { return index }
            index += isWord(codes[index]) ? 2 : 1
        }
        // A truncated title may end inside a word.
        return codes.count > maxCodes && codes[maxCodes] == endOfTitle ? maxCodes : nil
    }

    /// The units of a single text.
    package init(of text: Span<UInt8>, language: StemLanguage = .english) {
        var units = ForwardUnits()
        Analyzer.shared.analyze(text, language: language) { term, kind, _ in
            units.add(term, kind)
            return true
        }
        units.finish()
        self = units
    }

    /// Title, text and author of an article in one sequence.
    package static func codes(of text: IndexedText) -> [UInt16] {
        var units = Array(repeating: ForwardUnits(), count: IndexColumn.count)
        text.forEachColumn { column, text, language in units[column] = ForwardUnits(of: text, language: language) }
        var codes: [UInt16] = []
        append(
            text.language, title: units[IndexColumn.title], body: units[IndexColumn.body],
            author: units[IndexColumn.author], to: &codes)
        return codes
    }

    /// The language of the stems in title and text.
    package static func language(of codes: Span<UInt16>) -> StemLanguage {
        guard let first = codes.isEmpty ? nil : codes[0], let code = UInt8(exactly: first) else { return .english }
        return StemLanguage(code: code) ?? .english
    }

    /// Appends the title, text and author, preceded by the code of the language unless it is English.
    package static func append(
        _ language: StemLanguage, title: ForwardUnits, body: ForwardUnits, author: ForwardUnits, to out: inout [UInt16]
    ) {
        if language != .english { out.append(UInt16(language.code)) }
        out += title.codes
        out.append(endOfTitle)
        out += body.codes
        guard !author.codes.isEmpty else { return }
        out.append(endOfText)
        out += author.codes
    }
}
