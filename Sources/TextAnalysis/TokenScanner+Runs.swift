/// Scans runs of scripts without spaces. Each character forms a bigram with the next one, and the last character is a
/// single.
extension TokenScanner {
    /// A folded character of a run. `packed` contains its UTF-8 bytes, with the first byte lowest.
    private struct Unit {
        var scalar: UInt32 = 0
        var packed: UInt64 = 0
        var size = 0
        var start = 0
        var end = 0

        init() {}

        @inline(__always)
        init(_ scalar: UInt32, start: Int, end: Int) {
            self.scalar = scalar
            self.start = start
            self.end = end
            func low(_ shift: UInt32) -> UInt64 { UInt64(0x80 | (scalar >> shift) & 0x3F) }
            if scalar < 0x800 {
                packed = scalar < 0x80 ? UInt64(scalar) : UInt64(0xC0 | scalar >> 6) | low(0) << 8
                size = scalar < 0x80 ? 1 : 2
            } else if scalar < 0x10000 {
                packed = UInt64(0xE0 | scalar >> 12) | low(6) << 8 | low(0) << 16
                size = 3
            } else {
                packed = UInt64(0xF0 | scalar >> 18) | low(12) << 8 | low(6) << 16 | low(0) << 24
                size = 4
            }
        }
    }

    /// Scans a run from its first character to its last.
    ///
    /// - Parameter isOne: whether to stop before the second character.
    mutating func scanRun(of runClass: CharacterClass, isOne: Bool = false, emit: Emit) -> Bool {
        if !closeGap(before: runClass, emit: emit) { return false }
        let start = position
        var before = Unit()
        var current = Unit()
        var units = 0
        var symbol = isOne ? nil : sigil(before: start, allowsDot: false)
        scan: while position < count {
            let (scalar, length) = scalar(at: position)
            let entry = FoldingTable.entry(scalar)
            let end = position + length
            if entry.composes, units > 0, let whole = FoldingTable.compose(current.scalar, entry.folded(scalar)) {
                current = Unit(whole, start: current.start, end: end)
            } else if entry.characterClass == .ignorable {
                current.end = end
            } else if entry.characterClass != runClass {
                break
            } else if isOne, units > 1 {
                break
            } else if entry.expands {
                for folded in FoldingTable.expansion(entry) {
                    if isOne, units > 1 { break scan }
                    if units > 1, !emitBigram(before, current, symbol: &symbol, emit: emit) { return false }
                    before = current
                    current = Unit(folded, start: position, end: end)
                    units += 1
                }
            } else {
                if units > 1, !emitBigram(before, current, symbol: &symbol, emit: emit) { return false }
                before = current
                current = Unit(entry.folded(scalar), start: position, end: end)
                units += 1
            }
            position = end
        }
        if units > 1, !emitBigram(before, current, symbol: &symbol, emit: emit) { return false }
        if isOne, units > 1 {
            position = current.start
            return true
        }
        unsafe Self.store(current.packed, in: marked)
        let term = unsafe UnsafeBufferPointer(start: marked, count: current.size)
        if unsafe !emit(term.span, .single, current.start..<current.end) { return false }
        guard let symbol else { return true }
        return emitRunSymbol(symbol, from: start, emit: emit)
    }

    @inline(__always)
    private mutating func emitBigram(_ first: Unit, _ second: Unit, symbol: inout Sigil?, emit: Emit) -> Bool {
        unsafe Self.store(first.packed | second.packed << UInt64(8 * first.size), in: marked)
        let term = unsafe UnsafeBufferPointer(start: marked, count: first.size + second.size)
        if unsafe !emit(term.span, .bigram, first.start..<second.end) { return false }
        guard let sigil = symbol else { return true }
        symbol = nil
        return emitRunSymbol(sigil, from: first.start, emit: emit)
    }

    @inline(__always)
    private static func store(_ bytes: UInt64, in buffer: UnsafeMutablePointer<UInt8>) {
        unsafe UnsafeMutableRawPointer(buffer).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }

    /// Emits a hashtag or a name in a script without spaces as one term: the symbol and the whole run.
    private mutating func emitRunSymbol(_ sigil: Sigil, from start: Int, emit: Emit) -> Bool {
        unsafe marked[0] = TokenKind.symbolPrefix
        unsafe marked[1] = UInt8(truncatingIfNeeded: sigil.scalar)
        var size = 2
        var last: UInt32 = 0
        var lastSize = 0
        var index = start
        var runClass: CharacterClass?
        // Leaves space for the longest expansion of a character, so that no character is truncated.
        while index < count, size < AnalysisContext.maxTermBytes - 96 {
            let (scalar, length) = scalar(at: index)
            let entry = FoldingTable.entry(scalar)
            if entry.composes, size > 2, let whole = FoldingTable.compose(last, entry.folded(scalar)) {
                last = whole
                size = unsafe Self.append(whole, to: marked, at: size - lastSize)
            } else if entry.characterClass != .ignorable {
                let runClassNow = runClass ?? entry.characterClass
                if entry.characterClass != runClassNow { break }
                runClass = runClassNow
                func add(_ folded: UInt32) {
                    let before = size
                    size = unsafe Self.append(folded, to: marked, at: size)
                    last = folded
                    lastSize = size - before
                }
                if entry.expands {
                    for folded in FoldingTable.expansion(entry) { add(folded) }
                } else {
                    add(entry.folded(scalar))
                }
            }
            index += length
        }
        return unsafe emit(
            UnsafeBufferPointer(start: marked, count: size).span, .symbolWord, sigil.start..<index)
    }
}

/// Scans for a few wanted terms. Other words and Han characters are skipped 16 bytes at a time.
extension TokenScanner {
    private typealias Bytes = SIMD16<UInt8>

    /// Like `run`, but only for the words and bigrams that begin with one of `wanted`. This also finds stems, because
    /// they begin like their words.
    mutating func run(startingAs wanted: TermStarts, emit: Emit) {
        // The end of the last token.
        var scanned = 0
        while true {
            let goesOn = skip(wanted, from: scanned)
            guard position < count else { return }
            if unsafe text[position] >= 0x80 {
                if !scanWantedRun(emit: emit) { return }
            } else if goesOn {
                if !scanWord(emit: emit) { return }
            } else if let goesOn = scanPlainWord(emit: emit) {
                if !goesOn { return }
            } else if !scanWord(emit: emit) {
                return
            }
            scanned = position
        }
    }

    /// Moves to the next wanted word or Han character, or to another non-ASCII character.
    ///
    /// - Returns: whether `position` is now at an ASCII word that the non-ASCII character found may belong to.
    @inline(__always)
    private mutating func skip(_ wanted: TermStarts, from scanned: Int) -> Bool {
        while position < count {
            // The first byte of a text has no preceding byte.
            guard position > 0, position &+ 18 <= count else {
                if unsafe text[position] >= 0x80 { return goBackToWord(from: scanned) }
                if isWantedWord(from: scanned) { return false }
                position &+= 1
                continue
            }
            let bytes = bytes(at: position)
            let second = self.bytes(at: position &+ 1)
            let isHan =
                (bytes &- Bytes(repeating: 0xE5)) .< Bytes(repeating: 5)
                .| ((bytes .== Bytes(repeating: 0xE4)) .& (second .>= Bytes(repeating: 0xB8)))
            var stops = (bytes .>= Bytes(repeating: 0xC0)) .& .!isHan
            if !wanted.han.isEmpty {
                let third = self.bytes(at: position &+ 2)
                for han in wanted.han {
                    stops .|= (bytes .== han.first) .& (second .== han.second) .& (third .== han.third)
                }
            }
            // The bytes in lower case. Only letters change, because the bit 0x20 is already set in digits.
            let lowered = bytes | ((bytes & Bytes(repeating: 0x40)) &>> 1)
            var begins = Self.none
            for letter in wanted.letters { begins .|= lowered .== letter }
            if Self.firstLane(begins) < 16 {
                let before = self.bytes(at: position &- 1)
                let isLetter = ((before | Bytes(repeating: 0x20)) &- Bytes(repeating: 0x61)) .< Bytes(repeating: 26)
                let isDigit = (before &- Bytes(repeating: 0x30)) .< Bytes(repeating: 10)
                stops .|= begins .& .!(isLetter .| isDigit)
            }
            let lane = Self.firstLane(stops)
            position &+= lane
            if lane < 16 { return goBackToWord(from: scanned) }
        }
        return false
    }

    private static var none: SIMDMask<SIMD16<Int8>> { SIMDMask(repeating: false) }

    /// Whether a wanted word begins at `position`.
    @inline(__always)
    private func isWantedWord(from scanned: Int) -> Bool {
        let isStart = unsafe position == scanned || FoldingTable.asciiWord[Int(text[position - 1])] == 0
        let letter = unsafe FoldingTable.asciiWord[Int(text[position])]
        guard isStart, letter != 0, let starts = unsafe starts else { return false }
        return unsafe starts[Int(letter)] != 0
    }

    @inline(__always)
    private func bytes(at index: Int) -> Bytes {
        unsafe UnsafeRawPointer(text + index).loadUnaligned(as: Bytes.self)
    }

    /// The index of the first marked lane; 16 if no lane is marked.
    @inline(__always)
    private static func firstLane(_ marks: SIMDMask<SIMD16<Int8>>) -> Int {
        let words = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
        return words[0] != 0 ? words[0].trailingZeroBitCount >> 3 : 8 + words[1].trailingZeroBitCount >> 3
    }

    /// Moves from a non-ASCII character back to the beginning of the ASCII word before it, because the character may
    /// continue that word or change its last letter.
    private mutating func goBackToWord(from scanned: Int) -> Bool {
        guard unsafe text[position] >= 0x80, position > scanned,
            unsafe FoldingTable.asciiWord[Int(text[position - 1])] != 0
        else {
            return false
        }
        let entry = FoldingTable.entry(scalar(at: position).scalar)
        guard entry.characterClass == .word || entry.characterClass == .ignorable || entry.composes else {
            return false
        }
        while position > scanned, unsafe FoldingTable.asciiWord[Int(text[position - 1])] != 0 { position -= 1 }
        return true
    }

    /// Skips unwanted characters, and scans the next wanted character or other non-ASCII text.
    ///
    /// - Returns: false to stop.
    private mutating func scanWantedRun(emit: Emit) -> Bool {
        var before: Int?
        while position < count, unsafe text[position] >= 0x80 {
            let (scalar, length) = scalar(at: position)
            let entry = FoldingTable.entry(scalar)
            if entry.composes, let before {
                // The mark combines with the previous character, so go back to that character.
                position = before
                let entry = FoldingTable.entry(self.scalar(at: before).scalar)
                return scanRun(of: entry.characterClass, isOne: true, emit: emit)
            }
            if entry.composes || entry.expands || !entry.characterClass.isRun {
                return unsafe scanCharacter(text[position], emit: emit)
            }
            if let starts = unsafe starts, unsafe starts[Int(entry.folded(scalar) & 0xFF)] != 0 {
                return scanRun(of: entry.characterClass, isOne: true, emit: emit)
            }
            before = position
            position += length
        }
        return true
    }
}
