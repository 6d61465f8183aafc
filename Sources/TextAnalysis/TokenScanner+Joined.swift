/// Words joined by punctuation that is often omitted. For example, `O'Reilly` is also indexed as `oreilly`, `node.js`
/// as `nodejs`, `U.S.A.` as `usa`, and `e-mail` as `email`.
extension TokenScanner {
    private static let maxJoinedBytes = 24
    /// The maximum length of a hyphenated compound. Longer compounds are rarely written without the hyphen.
    private static let maxCompoundBytes = 18
    private static let maxPieces = 4
    private static let maxCompoundPieces = 3

    /// One part of a joined word.
    private struct Piece {
        var end = 0
        /// The number of bytes in the joined form before this part.
        var offset = 0
        var letters = 0
        var digits = 0
        var capitals = 0
        var beginsWithCapital = false
        var endsWithSmallLetter = false

        var isOneLetter: Bool { letters == 1 && digits == 0 }
        /// Whether the first letter is a capital, but not all letters are: true for `The`, false for `JS`.
        var isCapitalized: Bool { beginsWithCapital && capitals < letters }
    }

    /// Emits the joined form of several words, the first of which is at `range`. If the word at `range` is a number,
    /// emits its other forms.
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
            // In `e-mail's`, the joined form ends before the apostrophe.
            if sign.kind == .hyphen, next.kind == .apostrophe { break }
            let following = piece(from: last.end + next.bytes, length: &length)
            if following.letters + following.digits == 0 { break }
            // A text with several kinds of punctuation, or too many parts, is not a name.
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

    /// Emits the stem of the joined form, because in a query the same word has a stem like any other word.
    private mutating func emitStem(ofJoined length: Int, _ range: Range<Int>, emit: Emit) -> Bool {
        guard length > 3, unsafe UnsafeBufferPointer(start: marked, count: length).allSatisfy({ 0x61...0x7A ~= $0 })
        else { return true }
        let stem = unsafe marked + 2 * Self.maxJoinedBytes
        let stemLength = unsafe stemmer.stem(marked, length: length, into: stem + 1)
        if stemLength == 0 { return true }
        unsafe stem[0] = TokenKind.stemPrefix
        return unsafe emit(UnsafeBufferPointer(start: stem, count: stemLength + 1).span, .joined, range)
    }

    /// Quickly excludes text that cannot begin a joined form: ends of sentences, `Apple's`, hosts in addresses, and
    /// words inside a joined word.
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
            // The apostrophe follows an article, as in `l'eau`, unless both words begin with a capital, as in
            // `D'Angelo`.
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

    /// Whether the last part is a short verb: `she'll` must not become `shell`, and `we're` must not become `were`.
    /// `n't` is not excluded, so `don't` becomes `dont`.
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

    /// Whether a byte is one of `/ @ _ = \ -`. A word such as `real-time` next to one of these is part of a longer name
    /// and not a compound.
    private static func isPartOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F, 0x40, 0x5F, 0x3D, 0x5C, 0x2D: true
        default: false
        }
    }

    /// The punctuation mark between the word at `start` and the previous word.
    private mutating func jointBefore(_ start: Int) -> Joint.Kind {
        for length in 1...3 where start > length {
            let before = joint(at: start - length)
            if before.bytes == length { return classBefore(start - length) == .word ? before.kind : .none }
        }
        return .none
    }

    /// Reads the word at an index, and stores its folded form in `marked` at offset `length`.
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

/// Handles numbers that contain punctuation: grouped digits such as `1,000`, and numbers with several dots such as
/// `2.3.12`.
extension TokenScanner {
    /// The maximum number of digits of a grouped number.
    private static let maxDigits = 15

    /// Emits the other forms of the number at `range`, which consists of ASCII digits.
    ///
    /// - The digits of `1,000` and `10 000` are also emitted without separators.
    /// - In `2.3.12`, the first number is marked as a start (`2.`) and the second as inside (`.3.`), so that a query
    ///   for `3.12` can distinguish a whole number from part of a longer one.
    @inline(never)
    mutating func emitNumber(_ range: Range<Int>, emit: Emit) -> Bool {
        let next = unsafe text[range.upperBound]
        if next == 0x2E, isDigit(range.upperBound + 1), !emitDotted(range, emit: emit) { return false }
        guard range.count <= 3, unsafe text[range.lowerBound] != 0x30, !isInsideNumber(range.lowerBound) else {
            return true
        }
        var length = 0
        var last = range
        let sign = groupingSign(at: range.upperBound)
        guard sign > 0 else { return true }
        while true {
            guard length + last.count <= Self.maxDigits else { return true }
            for index in last {
                unsafe marked[length] = text[index]
                length += 1
            }
            let start = last.upperBound + sign
            guard groupingSign(at: last.upperBound) == sign,
                unsafe text[last.upperBound] == text[range.upperBound], isDigit(start)
            else { break }
            // Every group after the first must have exactly three digits.
            guard isDigit(start + 1), isDigit(start + 2), !isWordCharacter(start + 3) else { return true }
            last = start..<start + 3
        }
        guard last.lowerBound > range.lowerBound else { return true }
        return unsafe emit(
            UnsafeBufferPointer(start: marked, count: length).span, .joined, range.lowerBound..<last.upperBound)
    }

    private func emitDotted(_ range: Range<Int>, emit: Emit) -> Bool {
        guard range.count <= Self.maxDigits else { return true }
        let start = range.lowerBound
        let isInside = unsafe start > 1 && text[start - 1] == 0x2E && text[start - 2] &- 0x30 < 10
        unsafe marked[0] = TokenKind.symbolPrefix
        var size = 1
        if isInside {
            unsafe marked[size] = 0x2E
            size += 1
        }
        for index in range {
            unsafe marked[size] = text[index]
            size += 1
        }
        unsafe marked[size] = 0x2E
        return unsafe emit(UnsafeBufferPointer(start: marked, count: size + 1).span, .symbolWord, range)
    }

    /// The length in bytes of a character that may group digits; 0 if the character at the index may not. Such
    /// characters are the comma, space, no-break space and thin space, and the point in languages that use it to group
    /// digits.
    private func groupingSign(at index: Int) -> Int {
        guard index + 1 < count else { return 0 }
        switch unsafe text[index] {
        case 0x20, 0x2C: return 1
        case 0x2E: return language.groupsByPoint ? 1 : 0
        case 0xC2: return unsafe text[index + 1] == 0xA0 ? 2 : 0
        case 0xE2:
            guard index + 2 < count, unsafe text[index + 1] == 0x80 else { return 0 }
            // The code points U+2007, U+2009 and U+202F.
            let last = unsafe text[index + 2]
            return last == 0x87 || last == 0x89 || last == 0xAF ? 3 : 0
        default: return 0
        }
    }

    /// Whether digits and a punctuation mark directly precede the number, so that the number does not begin here.
    private func isInsideNumber(_ start: Int) -> Bool {
        for length in 1...3 where start > length {
            guard unsafe text[start - length - 1] &- 0x30 < 10 else { continue }
            if unsafe length == 1 && text[start - 1] == 0x2E { return true }
            if groupingSign(at: start - length) == length { return true }
        }
        return false
    }

    private func isDigit(_ index: Int) -> Bool { unsafe index < count && text[index] &- 0x30 < 10 }

    private func isWordCharacter(_ index: Int) -> Bool {
        index < count && FoldingTable.entry(scalar(at: index).scalar).characterClass == .word
    }
}

extension StemLanguage {
    /// Whether texts in the language group digits with a point (Unicode CLDR 42, `numbers/symbols/group`).
    var groupsByPoint: Bool {
        switch self {
        case .german, .spanish, .italian, .portuguese, .dutch, .danish, .romanian, .turkish, .greek, .catalan, .basque,
            .indonesian:
            true
        default: false
        }
    }
}

/// Punctuation between the parts of a word: apostrophes, hyphens and dots.
extension TokenScanner {
    /// A punctuation mark between two words, such as an apostrophe or a hyphen.
    struct Joint: Equatable {
        enum Kind {
            case none, apostrophe, hyphen, dot
        }
        var kind = Kind.none
        /// The length of the punctuation mark in UTF-8.
        var bytes = 0
    }

    /// The punctuation mark at an index.
    ///
    /// All shapes of the apostrophe count as the same mark: quotation marks, the acute accent, geresh, and the letters
    /// that Unicode defines as apostrophes.
    func joint(at index: Int) -> Joint {
        guard index < count else { return Joint() }
        let next = unsafe index + 1 < count ? text[index + 1] : 0
        let third = unsafe index + 2 < count ? text[index + 2] : 0
        switch unsafe text[index] {
        case 0x27: return Joint(kind: .apostrophe, bytes: 1)
        case 0x2E: return Joint(kind: .dot, bytes: 1)
        case 0x2D: return Joint(kind: .hyphen, bytes: 1)
        case 0xE2 where next == 0x80:
            switch third {
            // 0x99 is the last byte of U+2019; 0x98 and 0x9B are those of U+2018 and U+201B.
            case 0x99: return Joint(kind: .apostrophe, bytes: 3)
            case 0x98, 0x9B: return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 3)
            // The last bytes of U+2010 to U+2013.
            case 0x90...0x93: return Joint(kind: .hyphen, bytes: 3)
            default: return Joint()
            }
        case 0xC2 where next == 0xB4, 0xD7 where next == 0xB3:  // U+00B4, U+05F3
            return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 2)
        case 0xEF where next == 0xBC && third == 0x87:  // U+FF07
            return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 3)
        case 0xE1 where next == 0xBF && third == 0xBD:  // U+1FFD, equivalent to U+00B4
            return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 3)
        case 0xCA, 0xCB, 0xCD, 0xEA:
            let (scalar, bytes) = scalar(at: index)
            return isApostrophe(scalar) ? Joint(kind: .apostrophe, bytes: bytes) : Joint()
        default: return Joint()
        }
    }

    /// Whether a Unicode letter is an apostrophe: U+02B9 to U+02BF, U+02EE (Ukrainian, Hawaiian, romanised Arabic and
    /// Russian), U+0374 (the Greek form of U+02B9), U+A78B and U+A78C (saltillo). Most people type an apostrophe
    /// instead, or omit the letter.
    @inline(__always)
    func isApostrophe(_ scalar: UInt32) -> Bool {
        (scalar &- 0x2B9 < 7 || scalar == 0x2EE || scalar == 0x374 || scalar &- 0xA78B < 2) && !isEarlier
    }

    /// Whether a code point is a figure dash, en dash or em dash.
    @inline(__always)
    static func isDash(_ scalar: UInt32) -> Bool { scalar &- 0x2012 < 3 }

    /// Whether a dash is directly between letters or digits, as in `2019–2020`. Such a dash is treated like a hyphen.
    @inline(never)
    mutating func isDashInWord(_ scalar: UInt32, from start: Int, to end: Int) -> Bool {
        guard Self.isDash(scalar), !isEarlier, end < count, classBefore(start) == .word else { return false }
        let next = self.scalar(at: end).scalar
        return FoldingTable.entry(next).characterClass == .word && !isApostrophe(next)
    }
}
