/// Numbers with signs: grouped digits, and numbers with dots.
extension TokenScanner {
    /// The longest grouped number, in digits.
    private static let maxDigits = 15

    /// Emits the other forms of the number at `range`, which is all ASCII digits.
    ///
    /// - `1,000` and `10 000` also have their digits without signs.
    /// - In `2.3.12` the first number is marked as a start (`2.`) and the second as inside (`.3.`), so that a query for
    ///   `3.12` can tell a number from a part of a longer one.
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
            // Not a grouped number if any part has fewer or more digits.
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

    /// The length of a sign that may group digits: a comma, a space, a no-break space or a thin space; also a point in
    /// languages that group digits with it. 0 for other characters.
    private func groupingSign(at index: Int) -> Int {
        guard index + 1 < count else { return 0 }
        switch unsafe text[index] {
        case 0x20, 0x2C: return 1
        case 0x2E: return language.groupsByPoint ? 1 : 0
        case 0xC2: return unsafe text[index + 1] == 0xA0 ? 2 : 0
        case 0xE2:
            guard index + 2 < count, unsafe text[index + 1] == 0x80 else { return 0 }
            // U+2007, U+2009, U+202F
            let last = unsafe text[index + 2]
            return last == 0x87 || last == 0x89 || last == 0xAF ? 3 : 0
        default: return 0
        }
    }

    /// Whether there are digits and a sign directly before a number. If so, the number does not begin here.
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
    /// Whether a point groups the digits of numbers in texts of the language (Unicode CLDR 42, `numbers/symbols/group`).
    var groupsByPoint: Bool {
        switch self {
        case .german, .spanish, .italian, .portuguese, .dutch, .danish, .romanian, .turkish, .greek, .catalan, .basque,
            .indonesian:
            true
        default: false
        }
    }
}
