internal import Articles
internal import QueryLanguage
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking

/// Carries out the rules on articles that have just come in, inside the transaction that brings them.
///
/// A rule means what a search for it means: its query is compiled as every query is, and asked of the index, which has the
/// new articles by then, within their numbers. Rules run in their order, and each sees what those before it did.
struct RuleRunner {
    let store: SQLiteStore

    /// - Parameter range: the numbers of the new articles.
    func run(on range: ClosedRange<Int64>, now: Int64) throws {
        let rules = try store.rules()
        if rules.isEmpty { return }
        var writer = try StateWriter(store: store)
        for rule in rules {
            // A rule that makes no sense any more, say because a saved search is gone, holds up no article.
            if store.alerting.failing.isSuspended(.rule, rule.id) { continue }
            guard let found = try matches(rule.query, in: range, now: now) else { continue }
            if let article = found.failedOn {
                try store.alerting.failing.add(
                    FailingSearch(kind: .rule, id: rule.id, query: rule.query, article: article), on: store.connection)
            }
            let numbers = found.numbers
            if numbers.isEmpty { continue }
            for n in numbers { _ = try writer.apply(rule.change, to: n, isRule: true) }
            try store.connection.run(
                "UPDATE arrival_rule SET matched = matched + ? WHERE id = ?",
                [.integer(Int64(numbers.count)), .integer(rule.id)])
        }
    }

    /// What a query finds.
    struct Matches {
        /// Ascending.
        var numbers: [Int64] = []
        /// The article on which a regular expression took too long; those after it were not looked at.
        var failedOn: Int64?
    }

    /// The articles within the range that a query finds; nil where the query cannot be carried out.
    func matches(_ text: String, in range: ClosedRange<Int64>, now: Int64) throws -> Matches? {
        guard let query = try? QueryParser.parse(text) else { return nil }
        var request = SearchRequest(query: query, now: now, utcOffset: store.utcOffset)
        request.match = .all
        do {
            var compiler = try QueryCompiler(
                scope: store.searcher, request: request, words: .all,
                languages: store.statistics.currentLanguages(newArticles: 0))
            compiler.range = range
            compiler.checksNames = false
            let plan = try compiler.plan()
            return plan.isEmpty ? Matches() : try matches(plan, in: range)
        } catch let error as SQLiteError {
            throw error
        } catch StorageError.costlyPattern(_, let article) {
            // Of a saved search that the rule names.
            return Matches(failedOn: article)
        } catch {
            return nil
        }
    }

    private func matches(_ plan: SearchPlan, in range: ClosedRange<Int64>) throws -> Matches {
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
        if let condition = plan.wholeCondition.map({ SQLFragment($0) }) {
            sql += " AND " + condition.sql
            values += condition.values
        }
        let statement = try store.connection.prepare(sql + " ORDER BY a.n")
        try statement.bind(values)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        if plan.patterns.isEmpty { return Matches(numbers: numbers) }
        var matcher = try PatternMatcher(plan.patterns)
        matcher.timePerArticle = PatternMatcher.timeOnArrival
        var found = Matches()
        for number in numbers {
            do {
                if try store.searcher.matches(matcher, number) { found.numbers.append(number) }
            } catch StorageError.costlyPattern(_, let article) {
                found.failedOn = article
                break
            }
        }
        return found
    }
}
