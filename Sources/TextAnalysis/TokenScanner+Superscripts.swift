/// The word before a superscript, such as the number of a footnote: `shown¹` is found as `shown` and as `shown1`.
///
/// The term of the whole, with the superscript as ordinary characters, stays the word at its position (`km2`, `1st`).
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
        ///   - length: bytes of the folded word so far.
        ///   - index: where the character begins.
        @inline(__always)
        mutating func add(_ scalar: UInt32, _ characterClass: CharacterClass, after length: Int, at index: Int) {
            if Self.isSuperscript(scalar) {
                if !isOpen { (isOpen, baseLength, baseEnd) = (true, length, index) }
                isMarked = isMarked || scalar == Analyzer.superscriptMark
            } else if isOpen, characterClass == .word {
                addOrdinary()
            }
        }

        /// Forgets a superscript that is followed by an ordinary letter or digit: `x²y` is one word.
        @inline(__always)
        mutating func addOrdinary() {
            if isOpen, !isMarked { (isOpen, baseLength) = (false, 0) }
        }

        /// Whether a character is a superscript digit, sign or letter (compatibility mapping `<super>` in
        /// <https://www.unicode.org/Public/UCD/latest/ucd/UnicodeData.txt>), or announces one. The ordinals ª and º are
        /// letters of their words.
        @inline(__always)
        private static func isSuperscript(_ scalar: UInt32) -> Bool {
            switch scalar {
            case 0xB2, 0xB3, 0xB9, 0x2070...0x207F, Analyzer.superscriptMark: true
            case 0x2B0...0x2B8, 0x2E0...0x2E4, 0x1D2C...0x1D61, 0x1D9B...0x1DBF: true
            default: false
            }
        }
    }

    /// Emits the word before the superscript, which the buffered word begins with, and its stems.
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
                // The term is not emitted as a stem, which would refer to the token before it, because that token is
                // the whole word.
                let term = unsafe UnsafeBufferPointer(start: marked, count: stemLength + 1)
                if unsafe !emit(term.span, .joined, range) { return false }
            }
        }
        return isLetters && !hasLatinStems || emitLanguageStem(length: length, range: range, emit: emit)
    }
}

extension Analyzer {
    /// Announces in a plain text that what follows the word is a superscript of the page: U+2060 WORD JOINER, which is
    /// not shown and joins what is around it.
    public static let superscriptMark: UInt32 = 0x2060
}
