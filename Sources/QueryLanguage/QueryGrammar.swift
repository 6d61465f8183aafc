/// Parses a query by recursive descent. This file contains the operators; words, fields and NEAR are in extensions.
struct QueryGrammar {
    /// The field or filter that the words at `position` belong to.
    enum Scope {
        case anywhere
        case field(QueryField)
        case filter(FieldName, typed: String)
    }

    let scanner: QueryScanner
    let options: QueryParser.Options
    var position = 0
    var depth = 0
    private var termCount = 0
    var notices: [QueryNotice] = []
    /// The quotes and parentheses of the string; nil until they are needed.
    var signs: QuerySigns?

    init(scanner: QueryScanner, options: QueryParser.Options) {
        self.scanner = scanner
        self.options = options
    }

    /// Parses the whole string; nil if it contains nothing to search for.
    mutating func wholeQuery() throws(QuerySyntaxError) -> QueryNode? {
        let node = try all(in: .anywhere).node
        if let mark = scanner.mark(at: position) {
            throw .unexpectedParenthesis(at: position..<(position + mark.length))
        }
        return node
    }

    /// Counts a word, phrase, expression or filter, and throws if there are too many.
    mutating func countTerm(at range: Range<Int>) throws(QuerySyntaxError) {
        termCount += 1
        if termCount > options.maximumTerms { throw .tooManyTerms(limit: options.maximumTerms, at: range) }
    }

    /// Parses a group in parentheses. `position` is at the opening parenthesis.
    mutating func group(in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        let open = here
        depth += 1
        defer { depth -= 1 }
        if depth > options.maximumDepth { throw .tooDeep(limit: options.maximumDepth, at: open) }
        position = open.upperBound
        let (node, isEmpty) = try all(in: scope)
        guard scanner.scalar(at: position) == ")" else { throw .unclosedParenthesis(at: open) }
        let close = here
        if isEmpty { throw .emptyGroup(at: open.lowerBound..<close.upperBound) }
        position = close.upperBound
        return node
    }

    // MARK: - Operators

    /// Parses up to a closing parenthesis or the end of the string.
    private mutating func all(in scope: Scope) throws(QuerySyntaxError) -> (node: QueryNode?, isEmpty: Bool) {
        var nodes: [QueryNode] = []
        var isEmpty = true
        var pendingAnd: Range<Int>?
        while true {
            skipSpaces()
            if isAtEndOfGroup { break }
            if let and = keyword("AND") {
                if isEmpty || pendingAnd != nil { throw dangling(and) }
                pendingAnd = and
                position = and.upperBound
                continue
            }
            if let node = try some(in: scope) { nodes.append(node) }
            isEmpty = false
            pendingAnd = nil
        }
        if let pendingAnd { throw dangling(pendingAnd) }
        return (.joined(all: nodes), isEmpty)
    }

    /// Parses operands with OR between them.
    private mutating func some(in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        var nodes: [QueryNode] = []
        if let node = try maybe(in: scope) { nodes.append(node) }
        while true {
            skipSpaces()
            guard let or = orOperator() else { break }
            position = or.upperBound
            skipSpaces()
            if isAtEndOfGroup || keyword("AND") != nil { throw dangling(or) }
            if let node = try maybe(in: scope) { nodes.append(node) }
        }
        return .joined(any: nodes)
    }

    /// Parses one operand with its negations. They are handled in a loop, so that many consecutive negations cause no
    /// recursion.
    private mutating func maybe(in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        var isNegated = false
        var last: Range<Int>?
        while true {
            skipSpaces()
            guard let negation = keyword("NOT") ?? minus() else { break }
            last = negation
            isNegated.toggle()
            position = negation.upperBound
        }
        if isAtEndOfGroup, let last { throw dangling(last) }
        if let misplaced = orOperator() ?? keyword("AND") { throw dangling(misplaced) }
        if let misplaced = nearKeyword() {
            _ = try distance(ofNear: misplaced)
            throw dangling(misplaced)
        }
        let node = try near(in: scope)
        return isNegated ? node?.negated : node
    }

    // MARK: - Look-ahead

    /// The range of the scalar at `position`; empty at the end of the string.
    var here: Range<Int> { position..<(position + (scanner.mark(at: position)?.length ?? 0)) }

    var isAtEndOfGroup: Bool {
        guard let scalar = scanner.scalar(at: position) else { return true }
        return scalar == ")"
    }

    mutating func skipSpaces() {
        while let mark = scanner.mark(at: position), mark.isSpace { position += mark.length }
    }

    /// The range of an operator in capitals at `position`, which must be followed by a space, parenthesis, quote, bar
    /// or the end.
    func keyword(_ name: String) -> Range<Int>? {
        guard let end = scanner.match(name, at: position), scanner.endsWord(at: end) else { return nil }
        return position..<end
    }

    /// The range of `OR`, `|` or `||` at `position`; nil if none of them is there.
    func orOperator() -> Range<Int>? {
        if let bar = scanner.match("|", at: position) {
            return position..<(scanner.match("|", at: bar) ?? bar)
        }
        return keyword("OR")
    }

    /// The range of a minus sign directly before an excluded operand. Two or more consecutive hyphens are text, as in
    /// `--verbose`.
    func minus() -> Range<Int>? {
        guard let end = scanner.match("-", at: position), let next = scanner.mark(at: end), next.scalar != "-",
            !next.endsWord || next.isQuote || next.scalar == "("
        else { return nil }
        return position..<end
    }

    /// The range of the word `NEAR/…` at `position`, with any text after the slash.
    func nearKeyword() -> Range<Int>? {
        guard let slash = scanner.match("NEAR/", at: position) else { return nil }
        return position..<scanner.endOfWord(at: slash)
    }

    func dangling(_ range: Range<Int>) -> QuerySyntaxError {
        .danglingOperator(scanner.text(range), at: range)
    }
}

extension QueryNode {
    /// The conjunction of the nodes, in normal form; nil for an empty list.
    static func joined(all nodes: [QueryNode]) -> QueryNode? {
        var flat: [QueryNode] = []
        for node in nodes {
            if case .and(let inner) = node { flat.append(contentsOf: inner) } else { flat.append(node) }
        }
        return flat.count > 1 ? .and(flat) : flat.first
    }

    /// The disjunction of the nodes, in normal form; nil for an empty list.
    static func joined(any nodes: [QueryNode]) -> QueryNode? {
        var flat: [QueryNode] = []
        for node in nodes {
            if case .or(let inner) = node { flat.append(contentsOf: inner) } else { flat.append(node) }
        }
        return flat.count > 1 ? .or(flat) : flat.first
    }

    /// The negation of the node. The negation of a `not` is its child.
    var negated: QueryNode {
        if case .not(let inner) = self { return inner }
        return .not(self)
    }
}
