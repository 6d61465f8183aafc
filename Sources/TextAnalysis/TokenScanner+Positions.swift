/// A scan that only counts tokens: words and characters are passed over without making their terms.
extension TokenScanner {
    /// Calls `found` with each character of a script without spaces that is marked in `starts`, and with the position of
    /// the token that it begins. Another character with the same low 8 bits may be among them.
    mutating func scanPositions(_ found: (_ character: UInt32, _ position: UInt32) -> Void) {
        var tokens: UInt32 = 0
        while position < count {
            let byte = unsafe text[position]
            if unsafe asciiWord[Int(byte)] != 0 {
                let end = endOfASCIIWord(from: position)
                guard unsafe end == count || text[end] < 0x80 else {
                    scanToken(isWord: true, &tokens, found)
                    continue
                }
                countSeparator(before: .word, &tokens)
                tokens &+= 1
                position = end
                // As in `run`.
                if end &+ 1 < count, unsafe text[end] == 0x20 && asciiWord[Int(text[end &+ 1])] != 0 { position &+= 1 }
                continue
            }
            let characterClass = byte < 0x80 ? .other : entry(scalar(at: position).scalar).characterClass
            if characterClass.isRun {
                scanRunPositions(of: characterClass, &tokens, found)
            } else {
                scanToken(isWord: false, &tokens, found)
            }
        }
    }

    /// The end of a sequence of ASCII letters and digits, eight bytes at a time.
    @inline(__always)
    private func endOfASCIIWord(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones &* 0x80
        var end = start
        while end &+ 8 <= count {
            let value = UInt64(littleEndian: unsafe UnsafeRawPointer(text + end).loadUnaligned(as: UInt64.self))
            // As in `scanPlainWord`: a byte of 7 bits plus (128 - c) has its top bit set if the byte is at least c.
            let low = value & ~tops
            let lowered = low | ones &* 0x20
            let letters = (lowered &+ ones &* (0x80 - 0x61)) & ~(lowered &+ ones &* (0x80 - 0x7B))
            let digits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A))
            let others = ~((letters | digits) & ~value) & tops
            if others != 0 { return end &+ others.trailingZeroBitCount >> 3 }
            end &+= 8
        }
        while end < count, unsafe asciiWord[Int(text[end])] != 0 { end &+= 1 }
        return end
    }

    /// As `scanRun`: each folded character begins a token.
    private mutating func scanRunPositions(
        of runClass: CharacterClass, _ tokens: inout UInt32, _ found: (UInt32, UInt32) -> Void
    ) {
        countSeparator(before: runClass, &tokens)
        let first = tokens
        var current: UInt32 = 0
        var units: UInt32 = 0
        while position < count {
            let (scalar, length) = scalar(at: position)
            let entry = self.entry(scalar)
            if entry.composes, units > 0, let whole = table.compose(current, entry.folded(scalar)) {
                current = whole
            } else if entry.characterClass != runClass {
                if entry.characterClass != .ignorable { break }
            } else if entry.expands {
                for folded in table.expansion(entry) {
                    if units > 0 { report(current, at: first &+ units &- 1, found) }
                    current = folded
                    units &+= 1
                }
            } else {
                if units > 0 { report(current, at: first &+ units &- 1, found) }
                current = entry.folded(scalar)
                units &+= 1
            }
            position &+= length
        }
        units = max(units, 1)
        report(current, at: first &+ units &- 1, found)
        tokens = first &+ units
    }

    @inline(__always)
    private func report(_ character: UInt32, at position: UInt32, _ found: (UInt32, UInt32) -> Void) {
        if let starts = unsafe starts, unsafe starts[Int(character & 0xFF)] != 0 { found(character, position) }
    }

    @inline(__always)
    private mutating func countSeparator(before characterClass: CharacterClass, _ tokens: inout UInt32) {
        var separators: UInt32 = 0
        _ = closeGap(before: characterClass) { _, _, _ in
            separators = 1
            return true
        }
        tokens &+= separators
    }

    /// Scans a word beyond ASCII, a sign, or a character that folds to several, and counts its tokens.
    private mutating func scanToken(isWord: Bool, _ tokens: inout UInt32, _ found: (UInt32, UInt32) -> Void) {
        let starts = unsafe starts
        var counted = tokens
        func count(_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool {
            if kind.isColocated { return true }
            if kind == .single, let starts = unsafe starts {
                let character = Self.scalar(of: term)
                if unsafe starts[Int(character & 0xFF)] != 0 { found(character, counted) }
            }
            counted &+= 1
            return true
        }
        _ = unsafe isWord ? scanWord(emit: count) : scanCharacter(text[position], emit: count)
        tokens = counted
    }

    /// The character of a term that is one character of a script without spaces.
    private static func scalar(of term: Span<UInt8>) -> UInt32 {
        let lead = UInt32(term[0])
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
        for index in 1..<min(length, term.count) { scalar = scalar << 6 | UInt32(term[index] & 0x3F) }
        return scalar
    }
}
