/// The common case: words of up to 24 ASCII letters and digits, processed eight bytes at a time in registers.
extension TokenScanner {
    /// Eight folded bytes; zeros from the first byte that is not a letter or digit.
    private struct Chunk {
        var bytes: UInt64
        var length: Int
        var isLetters: Bool
    }

    /// Scans the word at `position` if it is such a word.
    ///
    /// - Returns: nil, with nothing changed, if it is longer, near the end of the text, or continues beyond ASCII.
    @inline(__always)
    mutating func scanPlainWord(emit: Emit) -> Bool? {
        let start = position
        guard start &+ 25 <= count else { return nil }
        let first = chunk(at: start)
        var key = EnglishStemmer.Key(first: first.bytes)
        var length = first.length
        var isLetters = first.isLetters
        if length == 8 {
            let second = chunk(at: start &+ 8)
            key.second = second.bytes
            length &+= second.length
            isLetters = isLetters && second.isLetters
            if length == 16 {
                let third = chunk(at: start &+ 16)
                key.third = third.bytes
                length &+= third.length
                isLetters = isLetters && third.isLetters
            }
        }
        let end = start &+ length
        if unsafe text[end] >= 0x80 || length == 24 { return nil }
        let place = stemmer.place(of: key)
        if !closeGap(before: .word, emit: emit) { return false }
        position = end
        unsafe UnsafeMutableRawPointer(word).storeBytes(of: key, as: EnglishStemmer.Key.self)
        if unsafe !emit(UnsafeBufferPointer(start: word, count: length).span, .word, start..<end) { return false }
        if isLetters, length >= EnglishStemmer.minStemmed {
            let stemLength = unsafe stemmer.stem(key, at: place, length: length, into: marked + 1)
            if stemLength > 0 {
                unsafe marked[0] = TokenKind.stemPrefix
                let term = unsafe UnsafeBufferPointer(start: marked, count: stemLength + 1)
                if unsafe !emit(term.span, .stem, start..<end) { return false }
            }
            if hasLatinStems, !emitLanguageStem(length: length, range: start..<end, emit: emit) { return false }
        }
        return emitSymbolWords(length: length, isLetters: isLetters, range: start..<end, emit: emit)
    }

    /// Processes eight bytes at once: a byte of 7 bits plus (128 - c) has its top bit set if the byte is at least c.
    @inline(__always)
    private func chunk(at index: Int) -> Chunk {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones &* 0x80
        let raw = unsafe UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self)
        let value = UInt64(littleEndian: raw)
        let low = value & ~tops
        let lowered = low | ones &* 0x20
        let letters = (lowered &+ ones &* (0x80 - 0x61)) & ~(lowered &+ ones &* (0x80 - 0x7B)) & tops & ~value
        let digits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A)) & tops & ~value
        let length = (~(letters | digits) & tops).trailingZeroBitCount >> 3
        let mask = length == 8 ? ~0 : (1 &<< UInt64(length &* 8)) &- 1
        return Chunk(
            bytes: (low | letters >> 2) & mask, length: length, isLetters: digits & mask == 0)
    }
}
