/// Words joined by signs that are often omitted: `O'Reilly` as `oreilly`, `node.js` as `nodejs`, `U.S.A.` as `usa`.
extension TokenScanner {
    private static let maxJoinedBytes = 24
    private static let maxPieces = 4

    /// One word of a joined word.
    private struct Piece {
        var end = 0
        var letters = 0
        var digits = 0
        var capitals = 0
        var beginsWithCapital = false
        var endsWithSmallLetter = false

        var isOneLetter: Bool { letters == 1 && digits == 0 }
        /// True for `The`, false for `JS`.
        var isCapitalized: Bool { beginsWithCapital && capitals < letters }
    }

    /// Emits the joined form of words, the first of which is at `range`.
    ///
    /// - Parameter next: the byte after the word.
    @inline(__always)
    mutating func emitJoined(_ range: Range<Int>, next: UInt8, emit: Emit) -> Bool {
        guard next == 0x27 || next == 0x2E || next == 0xE2 else { return true }
        return emitJoinedSlowly(range, emit: emit)
    }

    @inline(never)
    private mutating func emitJoinedSlowly(_ range: Range<Int>, emit: Emit) -> Bool {
        let sign = joiner(at: range.upperBound)
        guard sign.bytes > 0, mayBegin(range, with: sign) else { return true }
        var length = 0
        let first = piece(from: range.lowerBound, length: &length)
        guard first.letters > 0 else { return true }
        var last = first
        var pieces = 1
        var hasLetters = first.digits == 0
        var areLetters = first.isOneLetter
        while true {
            let next = joiner(at: last.end)
            if next.bytes == 0 { break }
            let following = piece(from: last.end + next.bytes, length: &length)
            if following.letters + following.digits == 0 { break }
            // Joined by both kinds of signs, or too many words: not a name.
            guard next.isDot == sign.isDot, pieces < Self.maxPieces else { return true }
            pieces += 1
            hasLetters = hasLetters || following.digits == 0
            areLetters = areLetters && following.isOneLetter
            last = following
        }
        guard pieces > 1, hasLetters, length <= Self.maxJoinedBytes else { return true }
        if sign.isDot {
            // Excludes file paths, calls in code, and sentences without a space between them.
            if last.end < count, unsafe Self.isPartOfAddress(text[last.end]) { return true }
            let isSentence = first.endsWithSmallLetter && last.isCapitalized
            guard areLetters || pieces == 2 && last.letters + last.digits <= 4 && !isSentence else { return true }
        }
        let place = range.lowerBound..<last.end
        if unsafe !emit(UnsafeBufferPointer(start: marked, count: length).span, .joined, place) { return false }
        return emitStem(ofJoined: length, place, emit: emit)
    }

    /// Emits the stem of the joined form, since a query for the joined form has a stem like any word.
    private mutating func emitStem(ofJoined length: Int, _ range: Range<Int>, emit: Emit) -> Bool {
        guard length > 3, unsafe UnsafeBufferPointer(start: marked, count: length).allSatisfy({ 0x61...0x7A ~= $0 })
        else { return true }
        let stem = unsafe marked + 2 * Self.maxJoinedBytes
        let stemLength = unsafe stemmer.stem(marked, length: length, into: stem + 1)
        if stemLength == 0 { return true }
        unsafe stem[0] = TokenKind.stemPrefix
        return unsafe emit(UnsafeBufferPointer(start: stem, count: stemLength + 1).span, .joined, range)
    }

    /// Quickly excludes ends of sentences, `Apple's`, hosts in addresses, and words inside a joined word.
    private mutating func mayBegin(_ range: Range<Int>, with sign: (bytes: Int, isDot: Bool)) -> Bool {
        let next = range.upperBound + sign.bytes
        guard next < count, range.count <= 2 * Self.maxJoinedBytes else { return false }
        let byte = unsafe text[next]
        if byte < 0x80, unsafe FoldingTable.asciiWord[Int(byte)] == 0 { return false }
        if sign.isDot {
            if range.lowerBound > 0, unsafe Self.isPartOfAddress(text[range.lowerBound - 1]) { return false }
        } else {
            switch language {
            // The apostrophe follows an article (l'eau): not a name.
            case .french, .italian, .catalan: return false
            default: break
            }
            if byte | 0x20 == 0x73 {
                let behind = unsafe next + 1 < count ? text[next + 1] : 0x20
                if behind < 0x80, unsafe FoldingTable.asciiWord[Int(behind)] == 0 { return false }
            }
        }
        return !isJoinedBefore(range.lowerBound)
    }

    /// Whether a byte is one of `/ @ _ = & ( \ % ~ - # ?`.
    private static func isPartOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F, 0x40, 0x5F, 0x3D, 0x26, 0x28, 0x5C, 0x25, 0x7E, 0x2D, 0x23, 0x3F: true
        default: false
        }
    }

    // MARK: - Pieces

    /// The joining sign at an index; 0 bytes if there is none.
    private func joiner(at index: Int) -> (bytes: Int, isDot: Bool) {
        guard index < count else { return (0, false) }
        switch unsafe text[index] {
        case 0x27: return (1, false)
        case 0x2E: return (1, true)
        case 0xE2 where index + 2 < count:
            return unsafe text[index + 1] == 0x80 && text[index + 2] == 0x99 ? (3, false) : (0, false)
        default: return (0, false)
        }
    }

    /// Whether a word is joined to the previous one.
    private mutating func isJoinedBefore(_ start: Int) -> Bool {
        if start > 1, joiner(at: start - 1).bytes == 1 { return classBefore(start - 1) == .word }
        if start > 3, joiner(at: start - 3).bytes == 3 { return classBefore(start - 3) == .word }
        return false
    }

    /// Reads the word at an index and appends its folded form to `marked` after `length` bytes.
    private func piece(from start: Int, length: inout Int) -> Piece {
        var index = start
        var piece = Piece()
        while index < count, length <= Self.maxJoinedBytes {
            let byte = unsafe text[index]
            if byte < 0x80 {
                let folded = unsafe FoldingTable.asciiWord[Int(byte)]
                if folded == 0 { break }
                unsafe marked[length] = folded
                length += 1
                let isDigit = byte < 0x3A
                let isCapital = !isDigit && byte < 0x60
                if isDigit { piece.digits += 1 } else { piece.letters += 1 }
                if isCapital { piece.capitals += 1 }
                if index == start { piece.beginsWithCapital = isCapital }
                piece.endsWithSmallLetter = !isDigit && !isCapital
                index += 1
                continue
            }
            let (scalar, bytes) = scalar(at: index)
            let entry = FoldingTable.entry(scalar)
            if entry.characterClass == .word {
                piece.letters += 1
                piece.endsWithSmallLetter = true
                let single = entry.folded(scalar)
                if entry.expands {
                    for folded in FoldingTable.expansion(entry) {
                        length = unsafe Self.append(folded, to: marked, at: length)
                    }
                } else {
                    length = unsafe Self.append(single, to: marked, at: length)
                }
            } else if entry.characterClass != .ignorable || index == start {
                break
            }
            index += bytes
        }
        piece.end = index
        return piece
    }
}
