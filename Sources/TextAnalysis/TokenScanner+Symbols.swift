/// Symbols that belong to a name or amount, such as `c++`, `c#`, `.net`, `#tag`, `@handle`, `$100` and `10%`.
extension TokenScanner {
    /// A symbol before a word: the folded symbol and its index in the text.
    struct Sigil {
        var scalar: UInt32
        var start: Int
    }

    /// The symbol directly before a word at `start`, if the character before the symbol is not a letter or digit.
    @inline(__always)
    mutating func sigil(before start: Int, allowsDot: Bool) -> Sigil? {
        if start == 0 { return nil }
        let byte = unsafe text[start - 1]
        // The bytes are '#', '@', '.', '$', and the last bytes of ＃ ＠ ． ＄ € £ ￡ ¥ ￥.
        switch byte {
        case 0x23, 0x40, 0x2E, 0x24, 0x83, 0xA0, 0x8E, 0x84, 0xAC, 0xA1, 0xA3, 0xA5:
            return slowSigil(before: start, allowsDot: allowsDot)
        default: return nil
        }
    }

    private mutating func slowSigil(before start: Int, allowsDot: Bool) -> Sigil? {
        var signStart = start - 1
        while signStart > 0, start - signStart < 3, unsafe text[signStart] & 0xC0 == 0x80 { signStart -= 1 }
        let (sign, bytes) = sign(at: signStart)
        guard signStart + bytes == start else { return nil }
        switch sign {
        case 0x23, 0x40:
            return classBefore(signStart) == .word ? nil : Sigil(scalar: sign, start: signStart)
        case 0x2E:
            guard allowsDot, classBefore(signStart) != .word else { return nil }
            if signStart > 0, unsafe text[signStart - 1] == 0x2E { return nil }
            return Sigil(scalar: sign, start: signStart)
        case 0x24, 0x20AC, 0xA3, 0xA5:
            return unsafe text[start] &- 0x30 < 10 ? Sigil(scalar: sign, start: signStart) : nil
        default: return nil
        }
    }

    /// The class of the character that ends before an index; nil at the start of the text.
    mutating func classBefore(_ index: Int) -> CharacterClass? {
        for length in 1...4 where index >= length {
            if unsafe text[index - length] & 0xC0 == 0x80 { continue }
            let (scalar, bytes) = scalar(at: index - length)
            guard bytes == length, !isApostrophe(scalar) else { return .other }
            return FoldingTable.entry(scalar).characterClass
        }
        return index == 0 ? nil : .other
    }

    /// Emits the buffered word again, together with the symbols before and after it.
    @inline(__always)
    mutating func emitSymbolWords(length: Int, isLetters: Bool, range: Range<Int>, emit: Emit) -> Bool {
        let sigil = sigil(before: range.lowerBound, allowsDot: isLetters)
        if sigil == nil {
            guard range.upperBound < count else { return true }
            let next = unsafe text[range.upperBound]
            guard next == 0x2B || next == 0x23 || next == 0xEF || next == 0x25 else {
                return emitJoined(range, next: next, isLetters: isLetters, emit: emit)
            }
        }
        return emitSlowly(sigil, length: length, isLetters: isLetters, range: range, emit: emit)
    }

    @inline(never)
    private mutating func emitSlowly(
        _ sigil: Sigil?, length: Int, isLetters: Bool, range: Range<Int>, emit: Emit
    ) -> Bool {
        if let sigil {
            unsafe marked[0] = TokenKind.symbolPrefix
            let size = unsafe Self.append(sigil.scalar, to: marked, at: 1)
            unsafe (marked + size).update(from: word, count: length)
            let term = unsafe UnsafeBufferPointer(start: marked, count: size + length)
            if unsafe !emit(term.span, .symbolWord, sigil.start..<range.upperBound) { return false }
        }
        let (first, firstBytes) = sign(at: range.upperBound)
        var end = range.upperBound + firstBytes
        var signs = 1
        switch first {
        case 0x2B:
            let (second, secondBytes) = sign(at: end)
            guard second == 0x2B else { return true }
            end += secondBytes
            signs = 2
        case 0x23:
            // A single letter with # before a Han character is a name such as C#. After a longer word, # begins a
            // hashtag: iOS#体育#.
            guard !isLetter(at: end, orRun: !(isLetters && length == 1)) else { return true }
        case 0x25:
            guard unsafe word[0] &- 0x30 < 10 && word[length - 1] &- 0x30 < 10, !isLetter(at: end, orRun: false) else {
                return true
            }
        default:
            guard range.upperBound < count else { return true }
            return emitJoined(range, next: unsafe text[range.upperBound], isLetters: isLetters, emit: emit)
        }
        unsafe marked[0] = TokenKind.symbolPrefix
        unsafe (marked + 1).update(from: word, count: length)
        for index in 0..<signs { unsafe marked[1 + length + index] = UInt8(truncatingIfNeeded: first) }
        let term = unsafe UnsafeBufferPointer(start: marked, count: 1 + length + signs)
        return unsafe emit(term.span, .symbolWord, range.lowerBound..<end)
    }

    /// The folded code point at an index, and its number of bytes; both 0 at the end of the text.
    mutating func sign(at index: Int) -> (folded: UInt32, bytes: Int) {
        if index >= count { return (0, 0) }
        let (scalar, bytes) = scalar(at: index)
        return (FoldingTable.entry(scalar).folded(scalar), bytes)
    }

    private mutating func isLetter(at index: Int, orRun: Bool) -> Bool {
        if index >= count { return false }
        let characterClass = FoldingTable.entry(scalar(at: index).scalar).characterClass
        return characterClass == .word || orRun && characterClass.isRun
    }
}

/// Handles the word before a superscript, such as the number of a footnote: `shown¹` is found as `shown` and as
/// `shown1`.
///
/// The whole word, with the superscript as ordinary characters, remains the term of kind `word`, as in `km2` and `1st`.
extension TokenScanner {
    /// The superscript at the end of the word that is being scanned.
    struct Superscript {
        /// The number of bytes in the folded word before the superscript; 0 if there is no superscript.
        private(set) var baseLength = 0
        private(set) var baseEnd = 0
        private var isOpen = false
        private var isMarked = false

        /// Adds a character other than an ASCII letter or digit.
        ///
        /// - Parameters:
        ///   - length: the number of bytes of the folded word so far.
        ///   - index: the index of the character in the text.
        @inline(__always)
        mutating func add(_ scalar: UInt32, _ characterClass: CharacterClass, after length: Int, at index: Int) {
            if Self.isSuperscript(scalar) {
                if !isOpen { (isOpen, baseLength, baseEnd) = (true, length, index) }
                isMarked = isMarked || scalar == Analyzer.superscriptMark
            } else if isOpen, characterClass == .word {
                addOrdinary()
            }
        }

        /// Discards the superscript if an ordinary letter or digit follows: `x²y` is one word.
        @inline(__always)
        mutating func addOrdinary() {
            if isOpen, !isMarked { (isOpen, baseLength) = (false, 0) }
        }

        /// Whether a character is a superscript digit, sign or letter (compatibility mapping `<super>` in
        /// <https://www.unicode.org/Public/UCD/latest/ucd/UnicodeData.txt>), or is `superscriptMark`. The ordinals ª
        /// and º count as ordinary letters.
        @inline(__always)
        private static func isSuperscript(_ scalar: UInt32) -> Bool {
            switch scalar {
            case 0xB2, 0xB3, 0xB9, 0x2070...0x207F, Analyzer.superscriptMark: true
            case 0x2B0...0x2B8, 0x2E0...0x2E4, 0x1D2C...0x1D61, 0x1D9B...0x1DBF: true
            default: false
            }
        }
    }

    /// Emits the part of the buffered word before the superscript, and the stems of that part.
    @inline(never)
    func emitBase(of superscript: Superscript, from start: Int, emit: Emit) -> Bool {
        let length = superscript.baseLength
        let range = start..<superscript.baseEnd
        if unsafe !emit(UnsafeBufferPointer(start: word, count: length).span, .joined, range) { return false }
        let isLetters = unsafe UnsafeBufferPointer(start: word, count: length).allSatisfy { 0x61...0x7A ~= $0 }
        if isLetters {
            let stemLength = unsafe stemmer.stem(word, length: length, into: marked + 1)
            if stemLength > 0 {
                unsafe marked[0] = TokenKind.stemPrefix
                // The stem is emitted as `.joined`, because a token of kind `.stem` would be the stem of the previous
                // token, which is the whole word.
                let term = unsafe UnsafeBufferPointer(start: marked, count: stemLength + 1)
                if unsafe !emit(term.span, .joined, range) { return false }
            }
        }
        return isLetters && !hasLatinStems || emitLanguageStem(length: length, range: range, emit: emit)
    }
}

extension Analyzer {
    /// Marks the characters that follow in a plain text as a superscript of the original page. U+2060 WORD JOINER is
    /// invisible and does not separate words.
    public static let superscriptMark: UInt32 = 0x2060
}
