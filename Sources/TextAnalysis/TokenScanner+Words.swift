/// Words of scripts with spaces, together with their stems and symbol words, and pictographs.
extension TokenScanner {
    /// Scans a word from its first letter or digit to its last.
    mutating func scanWord(emit: Emit) -> Bool {
        let start = position
        let limit = AnalysisContext.maxTermBytes
        var index = start
        var length = 0
        var last: UInt32 = 0
        var lastStart = 0
        // Whether characters beyond the length limit have been dropped.
        var hasDropped = false
        var superscript = Superscript()
        while true {
            let beginning = index
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
            if index > beginning { superscript.addOrdinary() }
            if unsafe index >= count || text[index] < 0x80 { break }
            let (scalar, bytes) = scalar(at: index)
            let entry = FoldingTable.entry(scalar)
            let characterClass = entry.characterClass
            superscript.add(scalar, characterClass, after: length, at: index)
            // A composing mark can still change the last character, unless characters have been dropped.
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
            if characterClass != .word || isApostrophe(scalar) { break }
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
        guard emitWord(length: length, range: start..<index, emit: emit) else { return false }
        guard superscript.baseLength > 0, superscript.baseLength < length else { return true }
        return emitBase(of: superscript, from: start, emit: emit)
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
                if stemLength > 3 || !isShortFunctionWord(length: stemLength) {
                    unsafe marked[0] = TokenKind.stemPrefix
                    let term = unsafe UnsafeBufferPointer(start: marked, count: stemLength + 1)
                    if unsafe !emit(term.span, .stem, range) { return false }
                }
            } else if isPluralOfCapitals(range, length: length) || isShortPlural(length) {
                if !emitSingular(length: length, range: range, emit: emit) { return false }
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

    /// Emits the letters of a character such as ㈱ or ½ as tokens. Its other characters are dropped.
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

/// Handles the most common case: words of up to 24 ASCII letters and digits, processed eight bytes at a time in
/// registers.
extension TokenScanner {
    /// Eight folded bytes. From the first byte that is not a letter or digit, all bytes are zero.
    private struct Chunk {
        var bytes: UInt64
        var length: Int
        var isLetters: Bool
    }

    /// Scans the word at `position` if it has up to 24 ASCII letters and digits.
    ///
    /// - Returns: nil, with nothing changed, if the word is longer, is near the end of the text, or continues with
    ///   non-ASCII characters.
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
        if isLetters {
            let stemLength =
                length < EnglishStemmer.minStemmed
                ? 0 : unsafe stemmer.stem(key, at: place, length: length, into: marked + 1)
            if stemLength > 0 {
                if stemLength > 3 || !isShortFunctionWord(length: stemLength) {
                    unsafe marked[0] = TokenKind.stemPrefix
                    let term = unsafe UnsafeBufferPointer(start: marked, count: stemLength + 1)
                    if unsafe !emit(term.span, .stem, start..<end) { return false }
                }
            } else if isPluralOfCapitals(start..<end, length: length) || isShortPlural(length) {
                if !emitSingular(length: length, range: start..<end, emit: emit) { return false }
            }
            if hasLatinStems, length > 1, !emitLanguageStem(length: length, range: start..<end, emit: emit) {
                return false
            }
        }
        return emitSymbolWords(length: length, isLetters: isLetters, range: start..<end, emit: emit)
    }

    /// Processes eight bytes at once: the sum of a 7-bit byte and (128 - c) has its top bit set if the byte is at least
    /// c.
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

/// Emits stems in languages other than English.
extension TokenScanner {
    /// Whether the English stem after the prefix in `marked` is a short function word of the text's language: French
    /// `sons` (sounds) must not match `son` (his).
    @inline(__always)
    func isShortFunctionWord(length: Int) -> Bool { hasLatinStems && !isEarlier && isFunctionWord(length) }

    @inline(never)
    private func isFunctionWord(_ length: Int) -> Bool {
        guard let languageStemmer = unsafe languageStemmer else { return false }
        let stem = unsafe Array(UnsafeBufferPointer(start: marked + 1, count: length))
        return unsafe languageStemmer.takeUnretainedValue().isShortFunctionWord(stem)
    }

    /// If the buffered word is in the script of the text's language, emits its stem in that language.
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

/// Unifies the two ways to write nasals in Devanagari: हिन्दी and हिंदी are the same word.
extension TokenScanner {
    /// Replaces candrabindu, and each nasal before a consonant of its own class, with anusvara in the buffered word.
    ///
    /// - Returns: the new length of the word.
    @inline(never)
    func joinDevanagariNasals(length: Int) -> Int {
        var source = 0
        var target = 0
        while source < length {
            if isNasal(at: source, length: length) {
                // Skips the virama after a nasal letter.
                source += unsafe word[source + 2] == 0x81 ? 3 : 6
                unsafe word[target] = 0xE0
                unsafe word[target + 1] = 0xA4
                unsafe word[target + 2] = 0x82
                target += 3
                continue
            }
            unsafe word[target] = word[source]
            source += 1
            target += 1
        }
        return target
    }

    /// Whether the character is candrabindu, or one of ङ ञ ण न म followed by a virama and one of the four consonants
    /// that precede the nasal in the alphabet.
    private func isNasal(at index: Int, length: Int) -> Bool {
        guard index > 0, index + 2 < length, unsafe word[index] == 0xE0 && word[index + 1] == 0xA4 else { return false }
        let nasal = unsafe word[index + 2]
        if nasal == 0x81 { return true }
        guard index + 8 < length, nasal == 0x99 || nasal == 0x9E || nasal == 0xA3 || nasal == 0xA8 || nasal == 0xAE,
            unsafe word[index + 3] == 0xE0 && word[index + 4] == 0xA5 && word[index + 5] == 0x8D,
            unsafe word[index + 6] == 0xE0 && word[index + 7] == 0xA4
        else { return false }
        let consonant = unsafe word[index + 8]
        // The letter between न and प is used only in other languages.
        let first = nasal == 0xAE ? 0xAA : nasal - 4
        return consonant >= first && consonant < nasal
    }
}

/// Handles plurals that the English algorithm does not recognise, such as `GPUs` and `men`.
extension TokenScanner {
    /// Whether the word at `range` consists of capitals followed by the `s` of a plural.
    @inline(__always)
    func isPluralOfCapitals(_ range: Range<Int>, length: Int) -> Bool {
        guard length > 2, length == range.count else { return false }
        return unsafe text[range.upperBound - 1] == 0x73 && text[range.upperBound - 2] &- 0x41 < 26
    }

    /// Whether the buffered word is `men` in an English text. In Swedish and related languages, `men` is a frequent
    /// word with another meaning.
    @inline(__always)
    func isShortPlural(_ length: Int) -> Bool {
        guard length == 3, language == .english else { return false }
        return unsafe word[0] == 0x6D && word[1] == 0x65 && word[2] == 0x6E
    }

    /// Emits the singular of a plural such as `GPUs` or `men` as its stem.
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
