/// Symbols that belong to a name or an amount: `c++`, `c#`, `.net`, `#tag`, `@handle`, `$100`, `10%`.
extension TokenScanner {
    /// A symbol before a word: its folded form and its start.
    struct Sigil {
        var scalar: UInt32
        var start: Int
    }

    /// The symbol directly before a word at `start`, if the character before the symbol is not a letter or digit.
    @inline(__always)
    mutating func sigil(before start: Int, allowsDot: Bool) -> Sigil? {
        if start == 0 { return nil }
        let byte = unsafe text[start - 1]
        // '#', '@', '.', '$', and the last bytes of ＃ ＠ ． ＄ € £ ￡ ¥ ￥
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

    /// Emits the buffered word again with the symbols before and after it.
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
            // A single letter with # before Han is a name such as C#. A longer word before Han ends where a hashtag
            // begins: iOS#体育#.
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

    /// The folded code point at an index; 0 at the end of the text.
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
