/// Scans a text in one pass, and divides it into words, runs of scripts without spaces, and the gaps between them.
@safe
struct TokenScanner {
    typealias Emit = (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool

    let text: UnsafePointer<UInt8>
    let count: Int
    let stemmer: EnglishStemmer
    /// The stemmer for a text that is not English, owned by the context. The reference is unmanaged, because a strong
    /// one would cost a retain per word.
    let languageStemmer: Unmanaged<LanguageStemmer>?
    let language: StemLanguage
    /// Whether words of ASCII letters also get stems of the text's language.
    let hasLatinStems: Bool
    /// Pointers to the buffers of the context; access through the context would cost a retain per word.
    let word: UnsafeMutablePointer<UInt8>
    let marked: UnsafeMutablePointer<UInt8>
    /// `TermStarts.marks`: the characters that wanted terms begin with. Bigrams that begin with any other character are
    /// omitted; nil to keep all bigrams.
    let starts: UnsafePointer<UInt8>?
    /// Whether the earlier rules apply (`TermRules.earlier`).
    let isEarlier: Bool
    var position = 0
    var gap = Gap()
    /// The class of the token before the gap; nil at the start of the text.
    var lastClass: CharacterClass?

    init(
        text: UnsafePointer<UInt8>, count: Int, context: AnalysisContext, language: StemLanguage = .english,
        starts: UnsafePointer<UInt8>? = nil, isEarlier: Bool = false
    ) {
        unsafe self.text = unsafe text
        self.count = count
        stemmer = context.stemmer
        self.language = language
        unsafe languageStemmer =
            language == .english ? nil : Unmanaged.passUnretained(context.stemmer(of: language))
        hasLatinStems = language != .english && language.stemsLatin
        unsafe word = context.word
        unsafe marked = context.marked
        unsafe self.starts = unsafe starts
        self.isEarlier = isEarlier
    }

    mutating func run(emit: Emit) {
        while position < count {
            let byte = unsafe text[position]
            if unsafe FoldingTable.asciiWord[Int(byte)] != 0 {
                if let goesOn = scanPlainWord(emit: emit) {
                    if !goesOn { return }
                } else if !scanWord(emit: emit) {
                    return
                }
                // Most gaps are a single space between two words. Such a space is skipped immediately, because it does
                // not separate sentences.
                if position + 1 < count,
                    unsafe text[position] == 0x20 && FoldingTable.asciiWord[Int(text[position + 1])] != 0
                {
                    position += 1
                }
                continue
            }
            if !scanCharacter(byte, emit: emit) { return }
        }
    }

    /// Scans the text at a character that is not an ASCII letter or digit.
    ///
    /// - Returns: false to stop.
    @inline(__always)
    mutating func scanCharacter(_ byte: UInt8, emit: Emit) -> Bool {
        let (scalar, length) = scalar(at: position)
        let entry = FoldingTable.entry(scalar)
        let characterClass = entry.characterClass
        switch characterClass {
        case .word:
            if isApostrophe(scalar) {
                gap.add(.other, isDot: false, range: position..<(position + length))
                position += length
                return true
            }
            return scanWord(emit: emit)
        case .cjk, .thai, .lao, .khmer, .myanmar:
            return scanRun(of: characterClass, emit: emit)
        case .emoji:
            return scanEmoji(scalar, length: length, emit: emit)
        case .mixed:
            return scanMixed(entry, length: length, emit: emit)
        case .ignorable:
            position += length
        case .other, .space, .newline, .soft, .strong, .hyphen, .comma:
            let isConnector =
                characterClass == .comma && isBetweenDigits(position)
                || characterClass == .strong && isDashInWord(scalar, from: position, to: position + length)
            gap.add(isConnector ? .other : characterClass, isDot: byte == 0x2E, range: position..<(position + length))
            position += length
        }
        return true
    }

    @inline(__always)
    func scalar(at index: Int) -> (scalar: UInt32, length: Int) { unsafe UTF8Scalar.decode(text, count, at: index) }

    /// Ends the gap before a token of a class. Emits a separator if the gap separates sentences.
    @inline(__always)
    mutating func closeGap(before characterClass: CharacterClass, emit: Emit) -> Bool {
        defer { lastClass = characterClass }
        guard gap.isOpen else { return true }
        defer { gap = Gap() }
        guard gap.isSeparator(between: lastClass, and: characterClass) else { return true }
        unsafe marked[0] = TokenKind.separatorByte
        return unsafe emit(UnsafeBufferPointer(start: marked, count: 1).span, .separator, gap.range)
    }

    /// Appends a code point in UTF-8, and returns the new length.
    @inline(__always)
    static func append(_ scalar: UInt32, to bytes: UnsafeMutablePointer<UInt8>, at length: Int) -> Int {
        func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | (scalar >> shift) & 0x3F) }
        if scalar < 0x80 {
            unsafe bytes[length] = UInt8(truncatingIfNeeded: scalar)
            return length + 1
        }
        if scalar < 0x800 {
            unsafe bytes[length] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
            unsafe bytes[length + 1] = low(0)
            return length + 2
        }
        if scalar < 0x10000 {
            unsafe bytes[length] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
            unsafe bytes[length + 1] = low(6)
            unsafe bytes[length + 2] = low(0)
            return length + 3
        }
        unsafe bytes[length] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
        unsafe bytes[length + 1] = low(12)
        unsafe bytes[length + 2] = low(6)
        unsafe bytes[length + 3] = low(0)
        return length + 4
    }

    private mutating func isBetweenDigits(_ index: Int) -> Bool {
        guard index > 0, index + 1 < count else { return false }
        return unsafe text[index - 1] &- 0x30 < 10 && text[index + 1] &- 0x30 < 10
    }
}
