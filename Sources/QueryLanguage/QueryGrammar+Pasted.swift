/// Quotes and parentheses inside a word, as in pasted text: `print(x)`, `27"`, `צה"ל`, `1)`.
extension QueryGrammar {
    /// What is known of a word that has such signs.
    struct PastedText {
        /// False for the value of a filter.
        var isAllowed = true
        /// Inside `NEAR( )` a closing parenthesis ends the operands.
        var isInCall = false
        /// Whether the word has an odd parenthesis inside: it is then a quoted text, which can be printed.
        fileprivate(set) var isParted = false
        /// Whether a sign ends the word.
        fileprivate(set) var hasEnded = false
        /// The beginning of odd signs at the end of the word.
        fileprivate var tail: Int?
        /// The end of the last odd sign.
        fileprivate var tailEnd = 0

        /// The end of the word without odd signs at its end.
        func end(of range: Range<Int>) -> Int {
            if let tail, tailEnd == range.upperBound { return tail }
            return range.upperBound
        }
    }

    /// Reads a sign that would end a word, if it is a part of the word.
    ///
    /// - Parameters:
    ///   - mark: the sign at `position`.
    ///   - start: where the word begins.
    /// - Returns: where the word continues; nil if the sign is an operator.
    mutating func pastedSign(_ mark: QueryScanner.Mark, in text: inout PastedText, from start: Int) -> Int? {
        guard text.isAllowed, position > start else { return nil }
        let end = position + mark.length
        switch mark.scalar {
        case "\"":
            if scanner.isGershayim(at: position, mark) { return end }
            guard isOddQuote(endingAt: end) else { return nil }
            note(.oddQuote(noticed(start..<end), at: position..<end))
            // What follows is a word of its own.
            text.hasEnded = true
            addOdd(mark, to: &text)
            return end
        case "(":
            guard scanner.followsWord(at: position) else { return nil }
            if let close = allSigns().closing[position] {
                guard !hasBreak(in: position..<close) else { return nil }
                return close + (scanner.mark(at: close)?.length ?? 1)
            }
        case ")":
            if depth > 0 || text.isInCall { return nil }
        default: return nil
        }
        note(.oddParenthesis(noticed(start..<end), at: position..<end))
        addOdd(mark, to: &text)
        // More of the word follows, and its parts stay adjacent.
        if let next = scanner.mark(at: end), !next.endsWord { text.isParted = true }
        return end
    }

    /// More notices help nobody.
    private static let maxNotices = 16

    var hasRoomForNotice: Bool { notices.count < Self.maxNotices }

    mutating func note(_ notice: QueryNotice) { if hasRoomForNotice { notices.append(notice) } }

    /// The word for a notice: its last bytes, if it is long.
    private func noticed(_ word: Range<Int>) -> String {
        scanner.text(max(word.lowerBound, word.upperBound - 160)..<word.upperBound)
    }

    private mutating func addOdd(_ mark: QueryScanner.Mark, to text: inout PastedText) {
        if text.tail == nil || text.tailEnd != position { text.tail = position }
        text.tailEnd = position + mark.length
    }

    /// Whether the quote before a place is the only one left, or one of an odd number and at the end of a word.
    private mutating func isOddQuote(endingAt end: Int) -> Bool {
        let count = allSigns().quotes(from: position)
        return count == 1 || count % 2 == 1 && (scanner.mark(at: end)?.isSpace ?? true)
    }

    /// Whether there is a quote that is not between Hebrew letters at a place or after it.
    mutating func hasQuote(from position: Int) -> Bool { allSigns().quotes(from: position) > 0 }

    /// Whether a space, a bar or a quote is in a range, which makes parentheses operators.
    private func hasBreak(in range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, let mark = scanner.mark(at: index) {
            if mark.isSpace || mark.isQuote || mark.scalar == "|" { return true }
            index += mark.length
        }
        return false
    }

    private mutating func allSigns() -> QuerySigns {
        if let signs { return signs }
        let found = QuerySigns(scanner)
        signs = found
        return found
    }
}
