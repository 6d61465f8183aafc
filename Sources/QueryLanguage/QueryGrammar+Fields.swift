extension QueryGrammar {
    /// A field name and its colon.
    struct FieldStart {
        var name: FieldName
        /// The name as entered, without the colon.
        var typed: String
        /// The range of the name and the colon.
        var range: Range<Int>
    }

    /// Returns the field that begins at `position`, if there is one. `http://…`, `12:30`, `C:\x` and `std::sort` are
    /// words, not fields. Any other unknown name is also a word if a space or a digit follows (`TypeError: …`), unless
    /// it is a misspelt field name.
    mutating func fieldName() throws(QuerySyntaxError) -> FieldStart? {
        var end = position
        var name = ""
        while let mark = scanner.mark(at: end), (65...90).contains(mark.scalar.value & ~0x20) {
            name.unicodeScalars.append(Unicode.Scalar(UInt8(mark.scalar.value | 0x20)))
            end += mark.length
        }
        if name.isEmpty, let alias = aliasName() { return alias }
        guard name.utf8.count > 1, let colon = scanner.match(":", at: end), scanner.match(":", at: colon) == nil,
            scanner.match("//", at: colon) == nil
        else { return nil }
        let typed = scanner.text(position..<end)
        guard let known = FieldName(rawValue: name) else {
            if mayBeText(after: colon), !FieldName.isMistyped(name) {
                let suggestion = hasRoomForNotice ? FieldName.suggestion(for: name)?.rawValue : nil
                note(.unknownField(typed, suggestion: suggestion, at: position..<end))
                return nil
            }
            throw .unknownField(typed, suggestion: FieldName.suggestion(for: name)?.rawValue, at: position..<end)
        }
        return FieldStart(name: known, typed: typed, range: position..<colon)
    }

    /// Whether the text after a colon is not a field's value: it is a space, a closing parenthesis, a digit, or
    /// nothing.
    private func mayBeText(after colon: Int) -> Bool {
        guard let mark = scanner.mark(at: colon) else { return true }
        return mark.isSpace || mark.scalar == ")" || (48...57).contains(mark.scalar.value)
    }

    /// Returns the Chinese field name at `position`, if there is one. In scripts without spaces, any other word before
    /// a colon is treated as ordinary text.
    private func aliasName() -> FieldStart? {
        var end = position
        while let mark = scanner.mark(at: end), mark.scalar.value >= 0x3400, !mark.endsWord, end - position < 16 {
            end += mark.length
        }
        guard end > position, let colon = scanner.match(":", at: end), scanner.match(":", at: colon) == nil else {
            return nil
        }
        let typed = scanner.text(position..<end)
        return FieldName(typed: typed).map { FieldStart(name: $0, typed: typed, range: position..<colon) }
    }

    /// Parses a field or filter with its value. `position` is at the name.
    mutating func field(_ start: FieldStart) throws(QuerySyntaxError) -> QueryNode? {
        position = start.range.upperBound
        guard let mark = scanner.mark(at: position), !mark.endsWord || mark.isQuote || mark.scalar == "(" else {
            throw .emptyField(start.typed, at: start.range)
        }
        if start.name == .re { return try regex(start) }
        let scope: Scope
        if let searched = start.name.searched {
            scope = .field(searched)
        } else {
            scope = .filter(start.name, typed: start.typed)
        }
        let node: QueryNode?
        if mark.scalar == "(" {
            node = try group(in: scope)
        } else if let open = nearCall() {
            node = try nearCall(open: open, in: scope)
        } else {
            node = try leaf(in: scope)
        }
        guard let node else { throw .emptyField(start.typed, at: start.range.lowerBound..<position) }
        guard let searched = start.name.searched else { return node }
        if case .not(let inner) = node { return .not(.field(searched, inner)) }
        return .field(searched, node)
    }

    /// Creates the condition for a filter with this name and value.
    mutating func filter(
        _ name: FieldName, typed: String, value: String, at range: Range<Int>
    ) throws(QuerySyntaxError) -> QueryNode {
        try countTerm(at: range)
        let value = Self.trimmed(value)
        if value.isEmpty { throw .emptyField(typed, at: range) }
        let filter: QueryFilter
        switch name {
        case .feed: filter = .feed(value)
        case .folder: filter = .folder(value)
        case .tag: filter = .tag(value)
        case .search: filter = .savedSearch(value)
        case .parent: filter = .parent(try Self.article(value, at: range))
        case .lang: filter = .language(try Self.language(value, at: range))
        case .is:
            guard let state = QueryState(rawValue: Self.folded(value)) else {
                throw .unknownValue(value, field: typed, allowed: QueryState.allCases.map(\.rawValue), at: range)
            }
            filter = .state(state)
        case .has:
            guard let kind = QueryAttachment(rawValue: Self.folded(value)) else {
                throw .unknownValue(value, field: typed, allowed: QueryAttachment.allCases.map(\.rawValue), at: range)
            }
            filter = .has(kind)
        case .date, .received, .opened, .after, .before, .title, .body, .author, .url, .re:
            let kind: QueryDateKind = name == .received ? .received : name == .opened ? .opened : .published
            filter = .date(try Self.date(name, value, at: range), of: kind)
        }
        return .filter(filter, utf8Range: range)
    }

    // MARK: - Values

    private static func date(
        _ name: FieldName, _ value: String, at range: Range<Int>
    ) throws(QuerySyntaxError) -> DateExpression {
        do throws(DateExpression.ParsingFailure) {
            switch name {
            case .after: return try DateExpression(afterValue: value)
            case .before: return try DateExpression(beforeValue: value)
            default: return try DateExpression(dateValue: value)
            }
        } catch {
            switch error {
            case .unreadable: throw .invalidDate(value, at: range)
            case .reversed: throw .reversedDates(value, at: range)
            }
        }
    }

    /// Checks a language tag such as `zh` or `zh-Hant`, and converts it to lower case. `_` counts as `-`.
    private static func language(_ value: String, at range: Range<Int>) throws(QuerySyntaxError) -> String {
        let tag = String(folded(value).map { $0 == "_" ? "-" : $0 })
        let parts = tag.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        let isWell = parts.enumerated().allSatisfy { index, part in
            (index == 0 ? 2...8 : 1...8).contains(part.count)
                && part.allSatisfy { (97...122).contains($0) || index > 0 && (48...57).contains($0) }
        }
        if !isWell { throw .invalidLanguage(value, at: range) }
        return tag
    }

    /// Parses the number of an article, such as `12` or `#12`.
    private static func article(_ value: String, at range: Range<Int>) throws(QuerySyntaxError) -> Int64 {
        let digits = folded(value)
        guard let number = Int64(digits.hasPrefix("#") ? String(digits.dropFirst()) : digits), number > 0 else {
            throw .invalidArticle(value, at: range)
        }
        return number
    }

    /// Converts a value from a closed set to half width and lower case.
    private static func folded(_ value: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in value.unicodeScalars { result.append(QueryScanner.halfWidth(scalar)) }
        return String(result).lowercased()
    }

    private static func trimmed(_ value: String) -> String {
        var scalars = value.unicodeScalars[...]
        while let first = scalars.first, QueryScanner.isSpace(first) { scalars.removeFirst() }
        while let last = scalars.last, QueryScanner.isSpace(last) { scalars.removeLast() }
        return String(scalars)
    }
}

extension QueryGrammar {
    private static let maximumRegexBytes = 1000

    /// Parses a regular expression: `re:/…/`, `re:/…/i`, `re:"…"`, or `re:` followed by text without spaces. `position`
    /// is after the colon.
    ///
    /// A backslash always escapes the scalar after it, so `\/` and `\"` do not end the expression. `\/` becomes `/` in
    /// the pattern.
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

    /// Reads the pattern up to a delimiter, and skips the delimiter. The backslash before an escaped delimiter is
    /// removed; other escapes are kept.
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

    /// Reads the pattern up to white space, or up to a closing parenthesis that was not opened in the pattern.
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

    /// Reads the flags after the closing slash. Returns true for `i`, and false if there are no flags.
    private mutating func regexFlags() throws(QuerySyntaxError) -> Bool {
        let start = position
        position = scanner.endOfWord(at: position)
        if start == position { return false }
        let flags = scanner.text(start..<position)
        if flags == "i" { return true }
        throw .unknownRegexFlag(flags, at: start..<position)
    }
}
