/// Plurals that the English algorithm does not know: `GPUs`, `men`.
extension TokenScanner {
    /// Whether the word at `range` consists of capitals followed by the `s` of a plural.
    @inline(__always)
    func isPluralOfCapitals(_ range: Range<Int>, length: Int) -> Bool {
        guard length > 2, length == range.count else { return false }
        return unsafe text[range.upperBound - 1] == 0x73 && text[range.upperBound - 2] &- 0x41 < 26
    }

    /// Whether the buffered word is `men` in an English text; in Swedish and related languages, `men` is a frequent
    /// word with another meaning.
    @inline(__always)
    func isShortPlural(_ length: Int) -> Bool {
        guard length == 3, language == .english else { return false }
        return unsafe word[0] == 0x6D && word[1] == 0x65 && word[2] == 0x6E
    }

    /// Emits the singular of such a word as its stem.
    @inline(never)
    func emitSingular(length: Int, range: Range<Int>, emit: Emit) -> Bool {
        guard length <= AnalysisContext.maxTermBytes else { return true }
        unsafe marked[0] = TokenKind.stemPrefix
        unsafe (marked + 1).update(from: word, count: length)
        var size = length
        if isPluralOfCapitals(range, length: length) { size -= 1 } else { unsafe marked[2] = 0x61 }
        return unsafe emit(UnsafeBufferPointer(start: marked, count: size + 1).span, .stem, range)
    }
}
