extension QueryGrammar {
    /// One operand: a group, a phrase, a field or a word. nil if it has nothing to search for, such as `…`.
    mutating func one(in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        if scanner.scalar(at: position) == "(" { return try group(in: scope) }
        if let open = nearCall() { return try nearCall(open: open, in: scope) }
        if let field = try fieldName() {
            if case .anywhere = scope { return try self.field(field) }
            throw .fieldInsideField(field.typed, at: field.range)
        }
        return try leaf(in: scope)
    }

    /// A word, a prefix or a phrase; inside `NEAR( )` a comma also ends a word.
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

    /// The text between quotes; `position` moves from the opening quote to after the closing one.
    mutating func quotedText() throws(QuerySyntaxError) -> String {
        let open = here
        var end = open.upperBound
        // If only gershayim are left, the first of them ends the text.
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
