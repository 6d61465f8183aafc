package import Articles

/// A condition on articles in addition to the index expression. It includes text conditions if the query combines text
/// with a filter or an exclusion by OR.
package indirect enum ArticleCondition {
    /// A condition on a row of the table `article`, alias `a`.
    case filter(ArticleFilter)
    /// A condition on the article's text.
    case text(IndexExpression)
    /// The article's id is in this ascending list.
    case numbers([UInt32])
    case all([ArticleCondition])
    case any([ArticleCondition])
    case not(ArticleCondition)

    package static var never: ArticleCondition { .filter(.never) }

    /// The filter; nil if the condition is not just a filter.
    package var filter: ArticleFilter? { if case .filter(let filter) = self { filter } else { nil } }

    package var isExclusion: Bool { if case .not = self { true } else { false } }

    package var negated: ArticleCondition {
        switch self {
        case .filter(let filter): .filter(.not(filter))
        case .not(let inner): inner
        case .text, .numbers, .all, .any: .not(self)
        }
    }

    /// A condition on a row with more parts than this is evaluated separately, as sets: SQLite takes seconds to plan
    /// thousands of conditions.
    package static let maxRows = 16

    /// The conjunction or disjunction of the parts; nil if there are no parts. Filters are combined into one filter.
    package static func combined(_ parts: [ArticleCondition], all: Bool) -> ArticleCondition? {
        if parts.count(where: { $0.filter != nil }) > maxRows { return all ? .all(parts) : .any(parts) }
        let filters = ArticleFilter.combined(parts.compactMap(\.filter), all: all)
        let others = parts.filter { $0.filter == nil }
        let combined = (filters.map { [.filter($0)] } ?? []) + others
        guard combined.count > 1 else { return combined.first }
        return all ? .all(combined) : .any(combined)
    }
}
