/// Words joined by signs that are often omitted: `O'Reilly` as `oreilly`, `node.js` as `nodejs`, `U.S.A.` as `usa`,
/// `e-mail` as `email`.
extension TokenScanner {
    private static let maxJoinedBytes = 24
    /// Longer compounds are rarely written in one piece.
    private static let maxCompoundBytes = 18
    private static let maxPieces = 4
    private static let maxCompoundPieces = 3

    /// One word of a joined word.
    private struct Piece {
        var end = 0
        /// The bytes of the joined form before this word.
        var offset = 0
        var letters = 0
        var digits = 0
        var capitals = 0
        var beginsWithCapital = false
        var endsWithSmallLetter = false

        var isOneLetter: Bool { letters == 1 && digits == 0 }
        /// Whether only some letters are capitals: true for `The`, false for `JS`.
        var isCapitalized: Bool { beginsWithCapital && capitals < letters }
    }

    /// Emits the joined form of words, the first of which is at `range`, or the other forms of a number.
    ///
    /// - Parameter next: the byte after the word.
    @inline(__always)
    mutating func emitJoined(_ range: Range<Int>, next: UInt8, isLetters: Bool, emit: Emit) -> Bool {
        if next == 0x27 || next == 0x2E || next == 0x2D || next >= 0xC2 {
            return emitJoinedSlowly(range, isLetters: isLetters, emit: emit)
        }
        if !isLetters, next == 0x20 || next == 0x2C, range.count <= 3, isASCIINumber(range) {
            return emitNumber(range, emit: emit)
        }
        return true
    }

    @inline(__always)
    private func isASCIINumber(_ range: Range<Int>) -> Bool {
        for index in range where unsafe text[index] &- 0x30 >= 10 { return false }
        return true
    }

    @inline(never)
    private mutating func emitJoinedSlowly(_ range: Range<Int>, isLetters: Bool, emit: Emit) -> Bool {
        if !isLetters, isASCIINumber(range) { return emitNumber(range, emit: emit) }
        let sign = joint(at: range.upperBound)
        guard sign.kind != .none, mayBegin(range, with: sign) else { return true }
        var length = 0
        let first = piece(from: range.lowerBound, length: &length)
        guard first.letters > 0 else { return true }
        var last = first
        var pieces = 1
        var hasLetters = first.digits == 0
        var areLetters = first.isOneLetter
        var digits = first.digits
        while true {
            let next = joint(at: last.end)
            if next.bytes == 0 { break }
            // `e-mail's`
            if sign.kind == .hyphen, next.kind == .apostrophe { break }
            let following = piece(from: last.end + next.bytes, length: &length)
            if following.letters + following.digits == 0 { break }
            // Joined by several kinds of signs, or too many words: not a name.
            guard next.kind == sign.kind, pieces < Self.maxPieces else { return true }
            pieces += 1
            hasLetters = hasLetters || following.digits == 0
            areLetters = areLetters && following.isOneLetter
            digits += following.digits
            last = following
        }
        guard pieces > 1, hasLetters, length <= Self.maxJoinedBytes else { return true }
        switch sign.kind {
        case .apostrophe: if isContraction(last, length: length) { return true }
        case .hyphen:
            guard pieces <= Self.maxCompoundPieces, length <= Self.maxCompoundBytes, digits == 0, !areLetters,
                unsafe last.end >= count || !Self.isPartOfPath(text[last.end])
            else { return true }
        case .dot:
            // Excludes file paths, calls in code, and sentences without a space between them.
            if last.end < count, unsafe Self.isPartOfAddress(text[last.end]) { return true }
            let isSentence = first.endsWithSmallLetter && last.isCapitalized
            guard areLetters || pieces == 2 && last.letters + last.digits <= 4 && !isSentence else { return true }
        case .none: return true
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
    private mutating func mayBegin(_ range: Range<Int>, with sign: Joint) -> Bool {
        let next = range.upperBound + sign.bytes
        guard next < count, range.count <= 2 * Self.maxJoinedBytes else { return false }
        let byte = unsafe text[next]
        if byte < 0x80, unsafe FoldingTable.asciiWord[Int(byte)] == 0 { return false }
        switch sign.kind {
        case .none: return false
        case .dot:
            if range.lowerBound > 0, unsafe Self.isPartOfAddress(text[range.lowerBound - 1]) { return false }
        case .hyphen:
            if range.lowerBound > 0, unsafe Self.isPartOfPath(text[range.lowerBound - 1]) { return false }
            let before = jointBefore(range.lowerBound)
            return !isEarlier && before != .dot && before != .hyphen
        case .apostrophe:
            switch language {
            // The apostrophe follows an article (l'eau), unless both words have capitals: D'Angelo.
            case .french, .italian, .catalan:
                let isName = unsafe text[range.lowerBound] &- 0x41 < 26 && byte &- 0x41 < 26
                if !isName || isEarlier { return false }
            default: break
            }
            if byte | 0x20 == 0x73 {
                let behind = unsafe next + 1 < count ? text[next + 1] : 0x20
                if behind < 0x80, unsafe FoldingTable.asciiWord[Int(behind)] == 0 { return false }
            }
        }
        let before = jointBefore(range.lowerBound)
        return before != .apostrophe && before != .dot
    }

    /// Whether the last word is a short verb: `she'll` must not become `shell`, nor `we're` become `were`. (`n't` is
    /// joined: `dont`.)
    private func isContraction(_ last: Piece, length: Int) -> Bool {
        if isEarlier { return false }
        let first = unsafe marked[last.offset]
        switch length - last.offset {
        case 1: return first == 0x64 || first == 0x6D  // 'd 'm
        case 2:
            let second = unsafe marked[last.offset + 1]
            return first == 0x6C && second == 0x6C || first == 0x72 && second == 0x65 || first == 0x76 && second == 0x65
        default: return false
        }
    }

    /// Whether a byte is one of `/ @ _ = & ( \ % ~ - # ?`.
    private static func isPartOfAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F, 0x40, 0x5F, 0x3D, 0x26, 0x28, 0x5C, 0x25, 0x7E, 0x2D, 0x23, 0x3F: true
        default: false
        }
    }

    /// Whether a byte is one of `/ @ _ = \ -`. Next to one of these, as part of a longer name, `real-time` is not a
    /// compound.
    private static func isPartOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F, 0x40, 0x5F, 0x3D, 0x5C, 0x2D: true
        default: false
        }
    }

    /// The sign that joins a word to the previous one.
    private mutating func jointBefore(_ start: Int) -> Joint.Kind {
        for length in 1...3 where start > length {
            let before = joint(at: start - length)
            if before.bytes == length { return classBefore(start - length) == .word ? before.kind : .none }
        }
        return .none
    }

    /// Reads the word at an index and appends its folded form to `marked` after `length` bytes.
    private func piece(from start: Int, length: inout Int) -> Piece {
        var index = start
        var piece = Piece()
        piece.offset = length
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
            if entry.characterClass == .word, !isApostrophe(scalar) {
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
