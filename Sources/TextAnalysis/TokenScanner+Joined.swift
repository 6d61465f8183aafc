/// Words joined by signs that people leave out: `O'Reilly` as `oreilly`, `node.js` as `nodejs`, `U.S.A.` as `usa`.
extension TokenScanner {
    private static let maxJoinedBytes = 24
    private static let maxPieces = 4

    /// A word of a joined one.
    private struct Piece {
        var range: Range<Int>
        var letters = 0
        var digits = 0
        var beginsWithCapital = false
        var endsWithSmallLetter = false
        var capitals = 0

        var isLetters: Bool { digits == 0 }
    }

    /// Sends out the joined form of the words that begin with the one that ends at `range`'s end.
    ///
    /// - Parameter next: the byte behind the word.
    @inline(__always)
    mutating func emitJoined(_ range: Range<Int>, next: UInt8, emit: Emit) -> Bool {
        guard next == 0x27 || next == 0x2E || next == 0xE2, range.upperBound &+ 1 < count, range.count <= 20 else {
            return true
        }
        // At the end of a sentence white space follows.
        if unsafe next == 0x2E && text[range.upperBound &+ 1] <= 0x2F { return true }
        return emitJoinedSlowly(range, emit: emit)
    }

    @inline(never)
    private mutating func emitJoinedSlowly(_ range: Range<Int>, emit: Emit) -> Bool {
        let sign = joiner(at: range.upperBound)
        guard sign.bytes > 0, !isJoinedBefore(range.lowerBound) else { return true }
        var pieces = [piece(from: range.lowerBound)]
        while let last = pieces.last {
            let next = joiner(at: last.range.upperBound)
            if next.bytes == 0 { break }
            let following = piece(from: last.range.upperBound + next.bytes)
            if following.range.isEmpty { break }
            // Joined by signs of two sorts, or too many: no name.
            guard next.isDot == sign.isDot, pieces.count < Self.maxPieces else { return true }
            pieces.append(following)
        }
        guard let last = pieces.last, pieces.count > 1 else { return true }
        guard sign.isDot ? isDottedName(pieces) : isApostropheName(pieces) else { return true }
        let end = last.range.upperBound
        var length = 0
        for piece in pieces {
            length = foldPiece(piece.range, at: length)
            if length > Self.maxJoinedBytes { return true }
        }
        let place = range.lowerBound..<end
        if unsafe !emit(UnsafeBufferPointer(start: marked, count: length).span, .joined, place) { return false }
        return emitStem(ofJoined: length, place, emit: emit)
    }

    /// A query for the joined form asks for its stem, as for that of any word.
    private mutating func emitStem(ofJoined length: Int, _ range: Range<Int>, emit: Emit) -> Bool {
        guard length > 3, unsafe UnsafeBufferPointer(start: marked, count: length).allSatisfy({ 0x61...0x7A ~= $0 })
        else { return true }
        let stem = unsafe marked + 2 * Self.maxJoinedBytes
        let stemLength = unsafe stemmer.stem(marked, length: length, into: stem + 1)
        if stemLength == 0 { return true }
        unsafe stem[0] = TokenKind.stemPrefix
        return unsafe emit(UnsafeBufferPointer(start: stem, count: stemLength + 1).span, .joined, range)
    }

    // MARK: - What is joined

    /// `node.js`, `U.S.A`; no hosts of URLs, no file paths, no calls in code, no sentences without a space between.
    private mutating func isDottedName(_ pieces: [Piece]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, first.letters > 0, pieces.contains(where: \.isLetters)
        else {
            return false
        }
        let before = first.range.lowerBound > 0 ? unsafe text[first.range.lowerBound - 1] : 0x20
        let after = last.range.upperBound < count ? unsafe text[last.range.upperBound] : 0x20
        if Self.partsOfAddresses.contains(before) || Self.partsOfAddresses.contains(after) { return false }
        if pieces.count > 2 { return pieces.allSatisfy { $0.letters == 1 && $0.isLetters } }
        let isSentence = first.endsWithSmallLetter && last.beginsWithCapital && last.capitals < last.letters
        return last.letters + last.digits <= 4 && !isSentence
    }

    /// `/ @ _ = & ( \ % ~ - # ?`
    private static let partsOfAddresses = Set("/@_=&(\\%~-#?".utf8)

    /// `O'Reilly`, `don't`; not `Apple's`, whose stem finds it, nor the articles of French and its neighbours.
    private func isApostropheName(_ pieces: [Piece]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, pieces.contains(where: \.isLetters), first.letters > 0
        else {
            return false
        }
        switch language {
        case .french, .italian, .catalan: return false
        default: break
        }
        let isPossessive = unsafe last.range.count == 1 && text[last.range.lowerBound] | 0x20 == 0x73
        return !isPossessive
    }

    // MARK: - Pieces

    /// The sign at a place that joins words; no bytes where there is none.
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

    /// Whether a word is joined to the one before it.
    private mutating func isJoinedBefore(_ start: Int) -> Bool {
        for bytes in [1, 3] where start > bytes && joiner(at: start - bytes).bytes == bytes {
            return classBefore(start - bytes) == .word
        }
        return false
    }

    /// The word that begins at a place; empty where there is none.
    private mutating func piece(from start: Int) -> Piece {
        var index = start
        var piece = Piece(range: start..<start)
        while index < count, index - start <= Self.maxJoinedBytes * 2 {
            let byte = unsafe text[index]
            if byte < 0x80 {
                if unsafe asciiWord[Int(byte)] == 0 { break }
                let isDigit = byte < 0x3A
                let isCapital = !isDigit && byte < 0x60
                piece.digits += isDigit ? 1 : 0
                piece.letters += isDigit ? 0 : 1
                piece.capitals += isCapital ? 1 : 0
                if index == start { piece.beginsWithCapital = isCapital }
                piece.endsWithSmallLetter = !isDigit && !isCapital
                index += 1
                continue
            }
            let (scalar, bytes) = scalar(at: index)
            let entry = self.entry(scalar)
            guard entry.characterClass == .word || entry.characterClass == .ignorable && index > start else { break }
            if entry.characterClass == .word { piece.letters += 1 }
            piece.endsWithSmallLetter = true
            index += bytes
        }
        piece.range = start..<index
        return piece
    }

    /// Folds a piece into the buffer of marked terms and gives the new length.
    private func foldPiece(_ range: Range<Int>, at start: Int) -> Int {
        var length = start
        var index = range.lowerBound
        while index < range.upperBound, length <= Self.maxJoinedBytes {
            let (scalar, bytes) = scalar(at: index)
            index += bytes
            let entry = self.entry(scalar)
            if entry.characterClass == .ignorable { continue }
            if entry.expands {
                for folded in table.expansion(entry) { length = unsafe Self.append(folded, to: marked, at: length) }
            } else {
                length = unsafe Self.append(entry.folded(scalar), to: marked, at: length)
            }
        }
        return length
    }
}
