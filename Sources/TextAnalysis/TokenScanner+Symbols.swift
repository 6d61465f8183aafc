/// Signs that belong to a name: `c++`, `c#`, `.net`, `#tag`, `@handle`.
extension TokenScanner {
    /// A sign before a word: its ASCII form and where it begins.
    struct Sigil {
        var byte: UInt8
        var start: Int
    }

    /// The sign that a word at `start` carries in front, if what stands before the sign is no letter or digit.
    @inline(__always)
    mutating func sigil(before start: Int, allowsDot: Bool) -> Sigil? {
        if start == 0 { return nil }
        let byte = unsafe text[start - 1]
        // '#', '@', '.', and the last bytes of ＃ ＠ ．
        switch byte {
        case 0x23, 0x40, 0x2E, 0x83, 0xA0, 0x8E: return slowSigil(before: start, allowsDot: allowsDot)
        default: return nil
        }
    }

    private mutating func slowSigil(before start: Int, allowsDot: Bool) -> Sigil? {
        var byte = unsafe text[start - 1]
        var sigilStart = start - 1
        if byte >= 0x80 {
            guard unsafe start >= 3 && text[start - 3] == 0xEF && text[start - 2] == 0xBC else { return nil }
            sigilStart = start - 3
            byte = byte == 0x83 ? 0x23 : byte == 0xA0 ? 0x40 : 0x2E
        }
        if byte == 0x2E, !allowsDot { return nil }
        let characterClass = classBefore(sigilStart)
        if characterClass == .word || byte == 0x2E && characterClass?.isRun == true { return nil }
        if byte == 0x2E, sigilStart > 0, unsafe text[sigilStart - 1] == 0x2E { return nil }
        return Sigil(byte: byte, start: sigilStart)
    }

    /// The class of the character that ends before a place; nil at the start of the text.
    private mutating func classBefore(_ index: Int) -> CharacterClass? {
        for length in 1...4 where index >= length {
            if unsafe text[index - length] & 0xC0 == 0x80 { continue }
            let (scalar, bytes) = scalar(at: index - length)
            return bytes == length ? entry(scalar).characterClass : .other
        }
        return index == 0 ? nil : .other
    }

    /// Sends out the word in the buffer once more with the signs it carries.
    @inline(__always)
    mutating func emitSymbolWords(length: Int, isLetters: Bool, range: Range<Int>, emit: Emit) -> Bool {
        let sigil = sigil(before: range.lowerBound, allowsDot: isLetters)
        if sigil == nil {
            guard range.upperBound < count else { return true }
            let next = unsafe text[range.upperBound]
            guard next == 0x2B || next == 0x23 || next == 0xEF else { return true }
        }
        return emitSlowly(sigil, length: length, range: range, emit: emit)
    }

    private mutating func emitSlowly(_ sigil: Sigil?, length: Int, range: Range<Int>, emit: Emit) -> Bool {
        unsafe marked[0] = TokenKind.symbolPrefix
        if let sigil {
            unsafe marked[1] = sigil.byte
            unsafe (marked + 2).update(from: word, count: length)
            let term = unsafe UnsafeBufferPointer(start: marked, count: length + 2)
            if unsafe !emit(term.span, .symbolWord, sigil.start..<range.upperBound) { return false }
        }
        unsafe (marked + 1).update(from: word, count: length)
        let (first, firstBytes) = sign(at: range.upperBound)
        var end = range.upperBound + firstBytes
        if first == 0x2B {
            let (second, secondBytes) = sign(at: end)
            guard second == 0x2B else { return true }
            end += secondBytes
            unsafe marked[1 + length] = 0x2B
            unsafe marked[2 + length] = 0x2B
            let term = unsafe UnsafeBufferPointer(start: marked, count: length + 3)
            return unsafe emit(term.span, .symbolWord, range.lowerBound..<end)
        }
        guard first == 0x23, !isLetter(at: end) else { return true }
        unsafe marked[1 + length] = 0x23
        let term = unsafe UnsafeBufferPointer(start: marked, count: length + 2)
        return unsafe emit(term.span, .symbolWord, range.lowerBound..<end)
    }

    /// The folded code point at a place, 0 at the end of the text.
    private mutating func sign(at index: Int) -> (folded: UInt32, bytes: Int) {
        if index >= count { return (0, 0) }
        let (scalar, bytes) = scalar(at: index)
        return (entry(scalar).folded(scalar), bytes)
    }

    private mutating func isLetter(at index: Int) -> Bool {
        if index >= count { return false }
        let characterClass = entry(scalar(at: index).scalar).characterClass
        return characterClass == .word || characterClass.isRun
    }
}
