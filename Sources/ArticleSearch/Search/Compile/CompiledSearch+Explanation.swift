internal import Articles
internal import QueryLanguage
internal import SearchRanking

extension CompiledSearch {
    /// Describes the search for `--explain`.
    ///
    /// - Parameter source: renders filters as the engine evaluates them.
    func explanation(_ source: any SearchSource) -> SearchExplanation {
        let conditions = (plan.condition.map { [.filter($0)] } ?? []) + plan.mixed
        return SearchExplanation(
            query: request.query.description,
            match: plan.index.map { $0.matchText().text } ?? "",
            filter: conditions.map { Self.text(of: $0, source) }.joined(separator: " AND "),
            terms: ranking.terms.map { (String(decoding: $0.text, as: UTF8.self), $0.articles, $0.weight) })
    }

    private static func text(of condition: ArticleCondition, _ source: any SearchSource) -> String {
        func text(_ condition: ArticleCondition) -> String { Self.text(of: condition, source) }
        return switch condition {
        case .filter(let filter): source.describe(filter)
        case .text(let expression): "MATCH \(expression.matchText().text)"
        case .numbers(let numbers): "\(numbers.count) articles"
        case .all(let parts): "(" + parts.map(text).joined(separator: " AND ") + ")"
        case .any(let parts): "(" + parts.map(text).joined(separator: " OR ") + ")"
        case .not(let part): "NOT " + text(part)
        }
    }
}
