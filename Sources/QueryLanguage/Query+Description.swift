extension Query: CustomStringConvertible {
    /// The query in normal form: half-width and with explicit operators. If `QueryParser.parse` created the query,
    /// parsing the description gives a query with the same meaning.
    public var description: String { root.description }
}

extension QueryNode: CustomStringConvertible {
    /// The node in the query language.
    public var description: String {
        switch self {
        case .word(let term): term.text
        case .phrase(let term): "\"\(term.text)\""
        case .prefix(let term): term.text + "*"
        case .near(let nodes, let distance): nodes.map(\.description).joined(separator: " NEAR/\(distance) ")
        case .regex(let pattern, let caseInsensitive, _):
            "re:/\(Self.escaped(pattern))/\(caseInsensitive ? "i" : "")"
        case .field(let field, let node): "\(field.rawValue):\(node.asFieldValue)"
        case .filter(let filter, _): filter.description
        case .and(let nodes): nodes.map(\.insideAnd).joined(separator: " ")
        case .or(let nodes): nodes.map(\.insideOr).joined(separator: " OR ")
        case .not(let node): node.excluded
        }
    }

    /// Whether the node needs parentheses after a field name or a minus sign.
    private var isGroup: Bool {
        switch self {
        case .and, .or, .near, .not: true
        default: false
        }
    }

    private var asFieldValue: String {
        let value = description
        let scanner = QueryScanner(Array(value.utf8.prefix(8)))
        // If the value begins with a colon or two slashes, the field name and the value could together be parsed as one
        // word.
        let looksLikeWord = scanner.match(":", at: 0) != nil || scanner.match("//", at: 0) != nil
        return isGroup || looksLikeWord ? "(\(value))" : value
    }

    private var insideAnd: String {
        if case .or = self { return "(\(self))" }
        return description
    }

    private var insideOr: String {
        if case .and = self { return "(\(self))" }
        return description
    }

    private var excluded: String {
        if isGroup { return "-(\(self))" }
        // If the word begins with a hyphen, a `-` before it would be parsed as part of the word.
        if QueryScanner(Array(description.utf8)).scalar(at: 0) == "-" { return "NOT \(self)" }
        return "-\(self)"
    }

    private static func escaped(_ pattern: String) -> String {
        var result = ""
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if scalar == "/" && !isEscaped { result.unicodeScalars.append("\\") }
            isEscaped = scalar == "\\" && !isEscaped
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}

extension QueryFilter: CustomStringConvertible {
    /// The filter in the query language.
    public var description: String {
        switch self {
        case .feed(let value): "feed:\(Self.quoted(value))"
        case .folder(let value): "folder:\(Self.quoted(value))"
        case .tag(let value): "tag:\(Self.quoted(value))"
        case .savedSearch(let value): "search:\(Self.quoted(value))"
        case .parent(let article): "parent:\(article)"
        case .language(let tag): "lang:\(tag)"
        case .state(let state): "is:\(state.rawValue)"
        case .has(let kind): "has:\(kind.rawValue)"
        case .date(.after(let point), .published): "after:\(point)"
        case .date(.before(let point), .published): "before:\(point)"
        case .date(let expression, .published): "date:\(expression)"
        case .date(let expression, .received): "received:\(expression)"
        case .date(let expression, .opened): "opened:\(expression)"
        }
    }

    /// The value in quotes. A value of ASCII letters, digits, `-`, `.`, `/` and `_` is not quoted, unless it begins
    /// with `/`.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte & ~0x20) || byte == 0x2D || byte == 0x2E
                || byte == 0x2F || byte == 0x5F
        }
        return isPlain && value.utf8.first != 0x2F ? value : "\"\(value)\""
    }
}

extension DateExpression: CustomStringConvertible {
    /// The value in the syntax of `date:`.
    public var description: String {
        switch self {
        case .between(let first, let last):
            if case .ago? = first, last == nil { return first?.description ?? "" }
            if first == last, let first { if case .ago = first {} else { return first.description } }
            return "\(first?.description ?? "")..\(last?.description ?? "")"
        case .after(let point): return ">\(point)"
        case .before(let point): return "<\(point)"
        }
    }
}

extension DatePoint: CustomStringConvertible {
    /// The point in the syntax of `date:`.
    public var description: String {
        switch self {
        case .year(let year): Self.padded(year, 4)
        case .month(let year, let month): "\(Self.padded(year, 4))-\(Self.padded(month, 2))"
        case .day(let year, let month, let day):
            "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        case .ago(let count, let unit): "\(count)\(unit.rawValue)"
        case .named(let name): name.rawValue
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
