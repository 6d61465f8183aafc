/// Stems of languages other than English.
extension TokenScanner {
    /// Emits the stem, in the text's language, of the buffered word if it is a word of the language's script.
    @inline(never)
    func emitLanguageStem(length: Int, range: Range<Int>, emit: Emit) -> Bool {
        guard let languageStemmer = unsafe languageStemmer else { return true }
        let stemLength = unsafe languageStemmer.takeUnretainedValue().stem(
            UnsafeBufferPointer(start: text + range.lowerBound, count: range.count),
            folded: UnsafeBufferPointer(start: word, count: length), into: marked + 2)
        if stemLength == 0 { return true }
        unsafe marked[0] = TokenKind.languageStemPrefix
        unsafe marked[1] = language.code
        return unsafe emit(UnsafeBufferPointer(start: marked, count: stemLength + 2).span, .stem, range)
    }
}
