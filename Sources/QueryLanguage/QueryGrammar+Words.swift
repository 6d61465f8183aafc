extension QueryGrammar {
    /// Parses one operand: a group, a phrase, a field or a word. Returns nil if it contains nothing to search for, as
    /// in `…`.
    mutating func one(in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        if scanner.scalar(at: position) == "(" { return try group(in: scope) }
        if let open = nearCall() { return try nearCall(open: open, in: scope) }
        if let field = try fieldName() {
            if case .anywhere = scope { return try self.field(field) }
            throw .fieldInsideField(field.typed, at: field.range)
        }
        return try leaf(in: scope)
    }

    /// Parses a word, a prefix or a phrase. Inside `NEAR( )` a comma also ends a word.
    mutating func leaf(in scope: Scope, endsAtComma: Bool = false) throws(QuerySyntaxError) -> QueryNode? {
        let start = position
        if scanner.mark(at: position)?.isQuote == true {
            let text = try quotedText()
            let range = start..<position
            if case .filter(let name, let typed) = scope {
                return try filter(name, typed: typed, value: text, at: range)
            }
            if scanner.scalar(at: position) == "*" { throw .misplacedStar(at: here) }
            guard QueryScanner.hasContent(text) else { return nil }
            try countTerm(at: range)
            return .phrase(QueryTerm(text, utf8Range: range))
        }
        var stars = 0
        var isStarInside = false
        var text = PastedText()
        if case .filter = scope { text.isAllowed = false }
        text.isInCall = endsAtComma
        while let mark = scanner.mark(at: position), !(endsAtComma && mark.scalar == ",") {
            if mark.endsWord {
                guard stars == 0, let end = pastedSign(mark, in: &text, from: start) else { break }
                position = end
                if text.hasEnded { break }
                continue
            }
            if mark.scalar == "*" {
                stars += mark.length
            } else {
                isStarInside = isStarInside || stars > 0
                stars = 0
            }
            position += mark.length
        }
        let range = start..<position
        let word = scanner.text(start..<text.end(of: start..<(position - stars)))
        if case .filter(let name, let typed) = scope {
            return try filter(name, typed: typed, value: scanner.text(range), at: range)
        }
        let hasContent = QueryScanner.hasContent(word)
        if isStarInside || stars > 0 && (text.isParted || !hasContent) { throw .misplacedStar(at: range) }
        guard hasContent else { return nil }
        try countTerm(at: range)
        let term = QueryTerm(word, utf8Range: range)
        if text.isParted { return .phrase(term) }
        return stars > 0 ? .prefix(term) : .word(term)
    }

    /// Reads the text between quotes. `position` moves from the opening quote to the offset after the closing one.
    mutating func quotedText() throws(QuerySyntaxError) -> String {
        let open = here
        var end = open.upperBound
        // If the only quotes left are gershayim, the first of them closes the text.
        let mayPass = hasQuote(from: end)
        while let mark = scanner.mark(at: end) {
            if mark.isQuote, !(mayPass && scanner.isGershayim(at: end, mark)) {
                position = end + mark.length
                return scanner.text(open.upperBound..<end)
            }
            end += mark.length
        }
        throw .unclosedQuote(at: open)
    }
}

/// Handles quotes and parentheses inside a word, as in pasted text such as `print(x)`, `27"`, `צה"ל` or `1)`.
extension QueryGrammar {
    /// The state of reading a word that contains quotes or parentheses.
    struct PastedText {
        /// Whether quotes and parentheses are allowed in the word; false for the value of a filter.
        var isAllowed = true
        /// Whether the word is inside `NEAR( )`. There, a closing parenthesis ends the operands.
        var isInCall = false
        /// Whether the word continues after an unpaired parenthesis. It is then treated as quoted text, because a word
        /// with such a parenthesis could not be written in a query again.
        fileprivate(set) var isParted = false
        /// Whether a quote or parenthesis ends the word.
        fileprivate(set) var hasEnded = false
        /// The offset at which the unpaired quotes and parentheses at the end of the word begin; nil if there are none.
        fileprivate var tail: Int?
        /// The offset after the last unpaired quote or parenthesis.
        fileprivate var tailEnd = 0

        /// The end of the word, not counting unpaired quotes and parentheses at its end.
        func end(of range: Range<Int>) -> Int {
            if let tail, tailEnd == range.upperBound { return tail }
            return range.upperBound
        }
    }

    /// Reads a quote or parenthesis inside a word, which would otherwise end the word.
    ///
    /// - Parameters:
    ///   - mark: the quote or parenthesis at `position`.
    ///   - start: the offset at which the word begins.
    /// - Returns: the offset at which the word continues; nil if the quote or parenthesis is an operator.
    mutating func pastedSign(_ mark: QueryScanner.Mark, in text: inout PastedText, from start: Int) -> Int? {
        guard text.isAllowed, position > start else { return nil }
        let end = position + mark.length
        switch mark.scalar {
        case "\"":
            if scanner.isGershayim(at: position, mark) { return end }
            guard isOddQuote(endingAt: end) else { return nil }
            note(.oddQuote(noticed(start..<end), at: position..<end))
            // The text after the quote is a new word.
            text.hasEnded = true
            addOdd(mark, to: &text)
            return end
        case "(":
            let close = allSigns().closing[position]
            // The parentheses in `Result<(),` group nothing.
            guard scanner.followsWord(at: position) || close == end else { return nil }
            if let close {
                guard !hasBreak(in: position..<close) else { return nil }
                return close + (scanner.mark(at: close)?.length ?? 1)
            }
        case ")":
            if depth > 0 || text.isInCall { return nil }
        default: return nil
        }
        note(.oddParenthesis(noticed(start..<end), at: position..<end))
        addOdd(mark, to: &text)
        // If the word continues after the parenthesis, its parts must stay adjacent.
        if let next = scanner.mark(at: end), !next.endsWord { text.isParted = true }
        return end
    }

    /// The maximum number of notices; more would not help the user.
    private static let maxNotices = 16

    var hasRoomForNotice: Bool { notices.count < Self.maxNotices }

    mutating func note(_ notice: QueryNotice) { if hasRoomForNotice { notices.append(notice) } }

    /// The word as shown in a notice. Only the last bytes of a long word are shown.
    private func noticed(_ word: Range<Int>) -> String {
        scanner.text(max(word.lowerBound, word.upperBound - 160)..<word.upperBound)
    }

    private mutating func addOdd(_ mark: QueryScanner.Mark, to text: inout PastedText) {
        if text.tail == nil || text.tailEnd != position { text.tail = position }
        text.tailEnd = position + mark.length
    }

    /// Whether the quote before an offset has no partner: it is the last quote in the query, or it is at the end of a
    /// word and the number of remaining quotes is odd.
    private mutating func isOddQuote(endingAt end: Int) -> Bool {
        let count = allSigns().quotes(from: position)
        return count == 1 || count % 2 == 1 && (scanner.mark(at: end)?.isSpace ?? true)
    }

    /// Whether there is a quote at or after an offset that is not between Hebrew letters.
    mutating func hasQuote(from position: Int) -> Bool { allSigns().quotes(from: position) > 0 }

    /// Whether a range contains a space, a bar or a quote. If it does, its parentheses are operators.
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
