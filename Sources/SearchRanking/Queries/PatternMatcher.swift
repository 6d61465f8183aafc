internal import Articles
package import Pipelines
package import TextAnalysis

/// Evaluates the regular expressions of a query on candidates.
package struct PatternMatcher {
    private var conditions: [(expression: RegularExpression, negated: Bool)] = []
    /// The time limit for one article.
    package var timePerArticle = PatternMatcher.longestTime

    /// The default limit. A match that takes longer is treated as endless.
    static let longestTime = Duration.seconds(2)
    /// The limit for rules and saved searches, which delay the storing of articles.
    package static let timeOnArrival = Duration.milliseconds(50)

    /// - Throws: `StorageError.badPattern`.
    package init(_ patterns: [PatternCondition]) throws {
        for pattern in patterns {
            guard let expression = RegularExpression(pattern.pattern, caseInsensitive: pattern.caseInsensitive) else {
                throw StorageError.badPattern(pattern.pattern)
            }
            conditions.append((expression, pattern.negated))
        }
    }

    /// - Throws: `SearchError`; `StorageError.costlyPattern` if the article takes too long.
    package func matches(_ n: Int64, title: String, body: String, until deadline: Deadline) throws -> Bool {
        let article = deadline.or(.after(timePerArticle))
        for (expression, negated) in conditions {
            switch expression.find(in: title, body, until: article) {
            case .found: if negated { return false }
            case .notFound: if !negated { return false }
            case .stopped:
                if deadline.isReached { throw deadline.isCancelled ? SearchError.cancelled : .deadlineExceeded }
                throw StorageError.costlyPattern(expression.pattern, article: n)
            }
        }
        return true
    }
}

extension RegularExpression {
    /// Searches the title, then the text.
    package func find(in title: String, _ body: String, until deadline: Deadline) -> Outcome {
        let outcome = find(in: title) { !deadline.isReached }
        return outcome == .notFound ? find(in: body) { !deadline.isReached } : outcome
    }
}
