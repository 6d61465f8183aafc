/// Words of scripts with spaces, with their stems and symbol words; pictographs.
extension TokenScanner {
    /// Scans a word from its first letter or digit to its last.
    mutating func scanWord(emit: Emit) -> Bool {
        let start = position
        let limit = AnalysisContext.maxTermBytes
        var index = start
        var length = 0
        var last: UInt32 = 0
        var lastStart = 0
        // Characters beyond the limit are dropped.
        var hasDropped = false
        while true {
            if !hasDropped {
                while index < count, length < limit {
                    let byte = unsafe FoldingTable.asciiWord[Int(text[index])]
                    if byte == 0 { break }
                    unsafe word[length] = byte
                    length += 1
                    index += 1
                }
            }
            while index < count, unsafe FoldingTable.asciiWord[Int(text[index])] != 0 {
                hasDropped = true
                index += 1
            }
            if unsafe index >= count || text[index] < 0x80 { break }
            let (scalar, bytes) = scalar(at: index)
            let entry = FoldingTable.entry(scalar)
            let characterClass = entry.characterClass
            // A composing mark can still change the last character, unless a character has been dropped since.
            if entry.composes, length > 0, !hasDropped {
                if lastStart >= length || last < 0x80 {
                    last = unsafe length > 0 ? UInt32(word[length - 1]) : 0
                    lastStart = length - 1
                }
                if let whole = FoldingTable.compose(last, entry.folded(scalar)) {
                    last = whole
                    length = unsafe Self.append(whole, to: word, at: lastStart)
                    if length > limit {
                        length = lastStart
                        hasDropped = true
                    }
                    index += bytes
                    continue
                }
            }
            if characterClass == .ignorable {
                index += bytes
                continue
            }
            if characterClass != .word { break }
            let before = length
            if entry.expands {
                for folded in FoldingTable.expansion(entry) {
                    append(folded, to: &length, last: &last, lastStart: &lastStart, hasDropped: &hasDropped)
                }
                if hasDropped { length = before }
            } else {
                append(entry.folded(scalar), to: &length, last: &last, lastStart: &lastStart, hasDropped: &hasDropped)
            }
            index += bytes
        }
        position = index
        if length > 6, unsafe word[0] == 0xE0 { length = joinDevanagariNasals(length: length) }
        return emitWord(length: length, range: start..<index, emit: emit)
    }

    private mutating func append(
        _ scalar: UInt32, to length: inout Int, last: inout UInt32, lastStart: inout Int, hasDropped: inout Bool
    ) {
        let size = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
        if hasDropped || length + size > AnalysisContext.maxTermBytes {
            hasDropped = true
            return
        }
        lastStart = length
        last = scalar
        length = unsafe Self.append(scalar, to: word, at: length)
    }

    /// Emits the buffered word, its stem and its symbol words.
    mutating func emitWord(length: Int, range: Range<Int>, emit: Emit) -> Bool {
        if length == 0 { return true }
        if !closeGap(before: .word, emit: emit) { return false }
        if unsafe !emit(UnsafeBufferPointer(start: word, count: length).span, .word, range) { return false }
        var isLetters = true
        for index in 0..<length where unsafe word[index] &- 0x61 >= 26 {
            isLetters = false
            break
        }
        if isLetters {
            let stemLength = unsafe stemmer.stem(word, length: length, into: marked + 1)
            if stemLength > 0 {
                unsafe marked[0] = TokenKind.stemPrefix
                let term = unsafe UnsafeBufferPointer(start: marked, count: stemLength + 1)
                if unsafe !emit(term.span, .stem, range) { return false }
            }
        }
        if !isLetters || hasLatinStems, !emitLanguageStem(length: length, range: range, emit: emit) { return false }
        return emitSymbolWords(length: length, isLetters: isLetters, range: range, emit: emit)
    }

    /// Emits one pictograph, or the two letters of a flag.
    mutating func scanEmoji(_ scalar: UInt32, length: Int, emit: Emit) -> Bool {
        let start = position
        position += length
        var size = unsafe Self.append(FoldingTable.entry(scalar).folded(scalar), to: word, at: 0)
        if scalar & ~31 == 0x1F1E0, scalar >= 0x1F1E6, position < count {
            let (second, bytes) = self.scalar(at: position)
            if second >= 0x1F1E6, second <= 0x1F1FF {
                size = unsafe Self.append(second, to: word, at: size)
                position += bytes
            }
        }
        if !closeGap(before: .emoji, emit: emit) { return false }
        return unsafe emit(
            UnsafeBufferPointer(start: word, count: size).span, .word, start..<position)
    }

    /// Emits the letters of a character such as ㈱ or ½ as tokens; its other characters are dropped.
    mutating func scanMixed(_ entry: FoldingEntry, length: Int, emit: Emit) -> Bool {
        let range = position..<(position + length)
        position += length
        var size = 0
        for scalar in FoldingTable.expansion(entry) {
            let characterClass = FoldingTable.entry(scalar).characterClass
            if characterClass == .word {
                size = unsafe Self.append(scalar, to: word, at: size)
                continue
            }
            if !emitWord(length: size, range: range, emit: emit) { return false }
            size = 0
            guard characterClass.isRun else { continue }
            if !closeGap(before: characterClass, emit: emit) { return false }
            let bytes = unsafe Self.append(scalar, to: marked, at: 0)
            if unsafe !emit(UnsafeBufferPointer(start: marked, count: bytes).span, .single, range) {
                return false
            }
        }
        return emitWord(length: size, range: range, emit: emit)
    }
}
