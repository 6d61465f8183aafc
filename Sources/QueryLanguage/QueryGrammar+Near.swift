extension QueryGrammar {
    private static let defaultDistance = 10
    private static let maximumDistance = 1000

    /// Parses one operand, or several operands with `NEAR/n` between them.
    ///
    /// Operands with the same distance form one node. If the distances differ, adjacent operands with the same distance
    /// form a node each, and all nodes are required.
    mutating func near(in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        let start = position
        let first = try one(in: scope)
        var end = position
        var rows: [(nodes: [QueryNode], distance: Int)] = []
        var left = first
        var leftRange = start..<end
        while true {
            skipSpaces()
            guard let near = nearKeyword() else { break }
            let distance = try distance(ofNear: near)
            let leftNode = try nearOperand(left, at: leftRange)
            position = near.upperBound
            skipSpaces()
            if isAtEndOfGroup || orOperator() != nil || keyword("AND") != nil { throw dangling(near) }
            if let negation = minus() ?? keyword("NOT") { throw .invalidNearOperand(at: negation) }
            if let next = nearKeyword() { throw dangling(next) }
            let rightStart = position
            left = try one(in: scope)
            end = position
            leftRange = rightStart..<end
            let right = try nearOperand(left, at: leftRange)
            try checkNear(rows.last.map { $0.distance == distance ? $0.nodes.count : 1 } ?? 1, at: leftRange)
            if let last = rows.indices.last, rows[last].distance == distance {
                rows[last].nodes.append(right)
            } else {
                rows.append(([leftNode, right], distance))
            }
        }
        position = end
        if rows.isEmpty { return first }
        return .joined(all: rows.map { .near($0.nodes, distance: $0.distance) })
    }

    /// The offset after `NEAR(`; nil if `position` is not at `NEAR(`.
    func nearCall() -> Int? { scanner.match("NEAR(", at: position) }

    /// Parses `NEAR(a b "c d", 5)`, the notation of FTS5.
    mutating func nearCall(open: Int, in scope: Scope) throws(QuerySyntaxError) -> QueryNode? {
        let start = position
        let parenthesis = (open - (scanner.bytes[open - 1] == 0x28 ? 1 : 3))..<open
        if case .filter(_, let typed) = scope { throw .fieldInsideField(typed, at: start..<open) }
        position = open
        var nodes: [QueryNode] = []
        var distance = Self.defaultDistance
        while true {
            skipSpaces()
            guard let mark = scanner.mark(at: position) else { throw .unclosedParenthesis(at: parenthesis) }
            if mark.scalar == ")" { break }
            if mark.scalar == "," {
                position += mark.length
                distance = try distanceInCall(parenthesis)
                break
            }
            if mark.scalar == "(" || mark.scalar == "|" { throw .invalidNearOperand(at: here) }
            if let misplaced = minus() ?? keyword("NOT") ?? keyword("AND") ?? keyword("OR") ?? nearKeyword() {
                throw .invalidNearOperand(at: misplaced)
            }
            let operand = position
            if let field = try fieldName() { throw .invalidNearOperand(at: field.range) }
            let node = try leaf(in: scope, endsAtComma: true)
            try checkNear(nodes.count, at: operand..<position)
            nodes.append(try nearOperand(node, at: operand..<position))
        }
        position = here.upperBound
        if nodes.count < 2 { throw .invalidNearOperand(at: start..<position) }
        return .near(nodes, distance: distance)
    }

    /// Parses the number after the comma. Stops at the closing parenthesis.
    private mutating func distanceInCall(_ parenthesis: Range<Int>) throws(QuerySyntaxError) -> Int {
        skipSpaces()
        let start = position
        position = scanner.endOfWord(at: position)
        let range = start..<position
        let distance = try distance(range, at: range)
        skipSpaces()
        guard let mark = scanner.mark(at: position) else { throw .unclosedParenthesis(at: parenthesis) }
        if mark.scalar != ")" { throw .invalidDistance(scanner.text(here), at: here) }
        return distance
    }

    /// Parses the number after the slash of `NEAR/…`. The range of an error covers all of `NEAR/…`.
    func distance(ofNear range: Range<Int>) throws(QuerySyntaxError) -> Int {
        let slash = scanner.match("NEAR/", at: range.lowerBound) ?? range.upperBound
        return try distance(slash..<range.upperBound, at: range)
    }

    private func distance(_ digits: Range<Int>, at range: Range<Int>) throws(QuerySyntaxError) -> Int {
        var value = 0
        var place = digits.lowerBound
        while place < digits.upperBound, let mark = scanner.mark(at: place) {
            guard (48...57).contains(mark.scalar.value), value <= Self.maximumDistance else { break }
            value = value * 10 + Int(mark.scalar.value) - 48
            place += mark.length
        }
        if digits.isEmpty || place < digits.upperBound || value > Self.maximumDistance {
            throw .invalidDistance(scanner.text(digits), at: range)
        }
        return value
    }

    /// Throws if there are too many operands of `NEAR`.
    ///
    /// - Parameter count: the number of operands before the operand at `range`.
    private func checkNear(_ count: Int, at range: Range<Int>) throws(QuerySyntaxError) {
        if count >= options.maximumNearTerms { throw .tooManyNearTerms(limit: options.maximumNearTerms, at: range) }
    }

    private func nearOperand(_ node: QueryNode?, at range: Range<Int>) throws(QuerySyntaxError) -> QueryNode {
        switch node {
        case .word, .phrase: if let node { return node }
        default: break
        }
        throw .invalidNearOperand(at: range)
    }
}
