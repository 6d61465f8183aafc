/// What an article must fulfil beside the index expression of a plan. Text is in it where the query has it as an
/// alternative to a filter or an exclusion, which no single index expression can say.
indirect enum ArticleCondition {
    /// On a row of the table `article` as `a`.
    case row(SQLFragment)
    /// On the article's text.
    case text(IndexExpression)
    /// One of some articles, ascending.
    case numbers([UInt32])
    case all([ArticleCondition])
    case any([ArticleCondition])
    case not(ArticleCondition)

    static var never: ArticleCondition { .row(.never) }

    /// Nil for anything that asks for more than a row.
    var row: SQLFragment? { if case .row(let fragment) = self { fragment } else { nil } }

    var isExclusion: Bool { if case .not = self { true } else { false } }

    var negated: ArticleCondition {
        switch self {
        case .row(let fragment): .row(fragment.negated)
        case .not(let inner): inner
        case .text, .numbers, .all, .any: .not(self)
        }
    }

    /// SQLite takes seconds to plan thousands of conditions on a row: more of them are evaluated one by one, as sets.
    static let maxRows = 16

    /// All of the parts, or any of them; nil for none. What rows alone can say becomes one condition on them.
    static func combined(_ parts: [ArticleCondition], all: Bool) -> ArticleCondition? {
        if parts.count(where: { $0.row != nil }) > maxRows { return all ? .all(parts) : .any(parts) }
        let rows = SQLFragment.combined(parts.compactMap(\.row), with: all ? "AND" : "OR")
        let others = parts.filter { $0.row == nil }
        let combined = (rows.map { [.row($0)] } ?? []) + others
        guard combined.count > 1 else { return combined.first }
        return all ? .all(combined) : .any(combined)
    }

    /// For `--explain`.
    var explanation: String {
        switch self {
        case .row(let fragment): fragment.sql
        case .text(let expression): "MATCH \(expression.matchText().text)"
        case .numbers(let numbers): "\(numbers.count) articles"
        case .all(let parts): "(" + parts.map(\.explanation).joined(separator: " AND ") + ")"
        case .any(let parts): "(" + parts.map(\.explanation).joined(separator: " OR ") + ")"
        case .not(let part): "NOT " + part.explanation
        }
    }
}
