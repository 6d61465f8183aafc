internal import QueryLanguage
internal import SQLite

/// Carries out the rules on articles that have just come in, inside the transaction that brings them.
///
/// A rule means what a search for it means: its query is compiled as every query is, and asked of the index, which has the
/// new articles by then, within their numbers. Rules run in their order, and each sees what those before it did.
struct RuleRunner {
    let store: ArticleStore

    /// - Parameter range: the numbers of the new articles.
    func run(on range: ClosedRange<Int64>, now: Int64) throws {
        let rules = try store.rules()
        if rules.isEmpty { return }
        var writer = try StateWriter(store: store)
        for rule in rules {
            // A rule that makes no sense any more, say because a saved search is gone, holds up no article.
            guard let numbers = try matches(rule.query, in: range, now: now), !numbers.isEmpty else { continue }
            for n in numbers { _ = try writer.apply(rule.change, to: n, isRule: true) }
            try store.connection.run(
                "UPDATE arrival_rule SET matched = matched + ? WHERE id = ?",
                [.integer(Int64(numbers.count)), .integer(rule.id)])
        }
    }

    /// The articles within the range that a query finds, ascending; nil where the query cannot be carried out.
    func matches(_ text: String, in range: ClosedRange<Int64>, now: Int64) throws -> [Int64]? {
        guard let query = try? QueryParser.parse(text) else { return nil }
        var request = SearchRequest(query: query, now: now, utcOffset: store.utcOffset)
        request.match = .all
        do {
            var compiler = QueryCompiler(store: store, request: request, matchesAny: false)
            let plan = try compiler.plan()
            return plan.isEmpty ? [] : try matches(plan, in: range)
        } catch let error as SQLiteError {
            throw error
        } catch {
            return nil
        }
    }

    private func matches(_ plan: SearchPlan, in range: ClosedRange<Int64>) throws -> [Int64] {
        var sql = "SELECT a.n FROM article a WHERE a.n BETWEEN ? AND ?"
        var values: [SQLValue] = []
        if let index = plan.index {
            // FTS5 itself takes the range, so that the length of a posting list does not matter.
            sql = """
                SELECT a.n FROM article_index CROSS JOIN article a ON a.n = article_index.rowid
                WHERE article_index MATCH ? AND article_index.rowid BETWEEN ? AND ?
                """
            values.append(.text(index.matchText().text))
        }
        values += [.integer(range.lowerBound), .integer(range.upperBound)]
        if let condition = plan.condition {
            sql += " AND " + condition.sql
            values += condition.values
        }
        let statement = try store.connection.prepare(sql + " ORDER BY a.n")
        try statement.bind(values)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        if plan.patterns.isEmpty { return numbers }
        let matcher = try PatternMatcher(plan.patterns)
        return try numbers.filter { try store.matches(matcher, $0) }
    }
}
