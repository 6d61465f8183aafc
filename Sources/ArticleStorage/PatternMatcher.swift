internal import TextAnalysis

/// The regular expressions of a query, over what else matches.
struct PatternMatcher {
    private var conditions: [(expression: RegularExpression, negated: Bool)] = []

    /// - Throws: `StorageError.badPattern`.
    init(_ patterns: [PatternCondition]) throws {
        for pattern in patterns {
            guard let expression = RegularExpression(pattern.pattern, caseInsensitive: pattern.caseInsensitive) else {
                throw StorageError.badPattern(pattern.pattern)
            }
            conditions.append((expression, pattern.negated))
        }
    }

    func matches(title: String, body: String) -> Bool {
        conditions.allSatisfy { ($0.expression.isFound(in: title) || $0.expression.isFound(in: body)) != $0.negated }
    }
}
