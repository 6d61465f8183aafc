/// Runs of scripts without spaces: each character with the next one as a bigram, and the last one as a single.
extension TokenScanner {
    /// A folded character of a run. `packed` holds its UTF-8 bytes, first byte lowest.
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
    /// - Parameter isOne: ends before the second character.
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

    /// Emits a hashtag or name in a script without spaces: the symbol and the whole run.
    private mutating func emitRunSymbol(_ sigil: Sigil, from start: Int, emit: Emit) -> Bool {
        unsafe marked[0] = TokenKind.symbolPrefix
        unsafe marked[1] = UInt8(truncatingIfNeeded: sigil.scalar)
        var size = 2
        var last: UInt32 = 0
        var lastSize = 0
        var index = start
        var runClass: CharacterClass?
        // Leaves space for the longest expansion of one character, so that no character is truncated.
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
