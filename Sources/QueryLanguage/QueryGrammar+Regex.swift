extension QueryGrammar {
    private static let maximumRegexBytes = 1000

    /// `re:/…/`, `re:/…/i`, `re:"…"`, or `re:` followed by a text without spaces; `position` is after the colon.
    ///
    /// A backslash always escapes the scalar after it, so `\/` and `\"` do not end the expression. `\/` is kept as `/`.
    mutating func regex(_ start: FieldStart) throws(QuerySyntaxError) -> QueryNode {
        let valueStart = position
        var pattern: [UInt8]
        var caseInsensitive = false
        if scanner.bytes[position] == 0x2F {
            position += 1
            pattern = try delimitedPattern(from: valueStart) { $0.scalar == "/" && $0.length == 1 }
            caseInsensitive = try regexFlags()
        } else if scanner.mark(at: position)?.isQuote == true {
            position = here.upperBound
            pattern = try delimitedPattern(from: valueStart) { $0.isQuote }
        } else {
            pattern = try barePattern()
        }
        let range = start.range.lowerBound..<position
        if pattern.isEmpty { throw .emptyField(start.typed, at: range) }
        if pattern.count > Self.maximumRegexBytes { throw .invalidRegex(at: range) }
        try countTerm(at: range)
        return .regex(
            pattern: String(decoding: pattern, as: UTF8.self), caseInsensitive: caseInsensitive, utf8Range: range)
    }

    /// Reads up to a delimiter and past it. The backslash of an escaped delimiter is removed; other escapes are kept.
    private mutating func delimitedPattern(
        from open: Int, isDelimiter: (QueryScanner.Mark) -> Bool
    ) throws(QuerySyntaxError) -> [UInt8] {
        var pattern: [UInt8] = []
        while let mark = scanner.mark(at: position) {
            let end = position + mark.length
            if isDelimiter(mark) {
                position = end
                return pattern
            }
            if scanner.bytes[position] == 0x5C, let escaped = scanner.mark(at: end) {
                if !isDelimiter(escaped) && scanner.bytes[end] != 0x2F { pattern.append(0x5C) }
                pattern.append(contentsOf: scanner.bytes[end..<(end + escaped.length)])
                position = end + escaped.length
            } else {
                pattern.append(contentsOf: scanner.bytes[position..<end])
                position = end
            }
        }
        throw .unclosedRegex(at: open..<position)
    }

    /// Reads up to white space or a closing parenthesis that was not opened in the expression.
    private mutating func barePattern() throws(QuerySyntaxError) -> [UInt8] {
        let start = position
        var pattern: [UInt8] = []
        var open = 0
        while let mark = scanner.mark(at: position), !mark.isSpace {
            if mark.scalar == "(" { open += 1 }
            if mark.scalar == ")" {
                if open == 0 { break }
                open -= 1
            }
            var end = position + mark.length
            if scanner.bytes[position] == 0x5C {
                guard let escaped = scanner.mark(at: end) else { throw .invalidRegex(at: start..<end) }
                if scanner.bytes[end] == 0x2F { position = end }
                end += escaped.length
            }
            pattern.append(contentsOf: scanner.bytes[position..<end])
            position = end
        }
        return pattern
    }

    /// The letters after the closing slash: nothing or `i`.
    private mutating func regexFlags() throws(QuerySyntaxError) -> Bool {
        let start = position
        position = scanner.endOfWord(at: position)
        if start == position { return false }
        let flags = scanner.text(start..<position)
        if flags == "i" { return true }
        throw .unknownRegexFlag(flags, at: start..<position)
    }
}
