internal import ArticleSearch
internal import Articles
internal import PostingIndex
internal import QueryLanguage
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching
internal import SearchRanking

/// Carries out the rules on articles that have just come in, inside the transaction that brings them.
///
/// A rule means what a search for it means: its query is compiled as every query is, and asked of the index, which has the
/// new articles by then, within their numbers. Rules run in their order, and each sees what those before it did.
struct RuleRunner {
    let store: SQLiteStore

    /// - Parameter range: the numbers of the new articles.
    func run(on range: ClosedRange<Int64>, now: Int64) throws {
        let rules = try store.rules().filter { $0.delay == nil }
        if rules.isEmpty { return }
        var writer = try StateWriter(store: store)
        for rule in rules { _ = try run(rule, on: range, &writer, now: now) }
    }

    /// Carries out rules on the articles that have become old enough for them since the last time.
    ///
    /// Numbers grow with arrival, so that each rule goes through the articles once.
    ///
    /// - Returns: how many matched.
    func runDelayed(_ rules: [ArrivalRule], now: Int64) throws -> Int {
        var writer = try StateWriter(store: store)
        var matched = 0
        let tooNew = try store.connection.prepare(
            """
            SELECT coalesce((SELECT n FROM article WHERE n >= ?1 AND received > ?2 ORDER BY n LIMIT 1),
                1 + (SELECT max(n) FROM article), 1)
            """)
        for rule in rules {
            let next =
                try store.connection.integer("SELECT next FROM arrival_rule WHERE id = ?", [.integer(rule.id)]) ?? 1
            try tooNew.bind([.integer(next), .integer(now &- (rule.delay ?? 0))])
            guard try tooNew.step() else { continue }
            let end = tooNew.integer(0)
            tooNew.reset()
            guard end > next else { continue }
            matched += try run(rule, on: next...end - 1, &writer, now: now)
            try store.connection.run(
                "UPDATE arrival_rule SET next = ? WHERE id = ?", [.integer(end), .integer(rule.id)])
        }
        return matched
    }

    private func run(
        _ rule: ArrivalRule, on range: ClosedRange<Int64>, _ writer: inout StateWriter, now: Int64
    ) throws -> Int {
        // A rule that makes no sense any more, say because a saved search is gone, holds up no article.
        if store.alerting.failing.isSuspended(.rule, rule.id) { return 0 }
        guard let found = try matches(rule.query, in: range, now: now) else { return 0 }
        if let article = found.failedOn {
            try store.alerting.failing.add(
                FailingSearch(kind: .rule, id: rule.id, query: rule.query, article: article), on: store.connection)
        }
        let numbers = found.numbers
        if numbers.isEmpty { return 0 }
        if let change = rule.change {
            for n in numbers { _ = try writer.apply(change, to: n, isRule: true) }
        } else {
            try PageQueue(connection: store.connection).add(numbers, now: now)
        }
        try store.connection.run(
            "UPDATE arrival_rule SET matched = matched + ? WHERE id = ?",
            [.integer(Int64(numbers.count)), .integer(rule.id)])
        return numbers.count
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
        } catch let error where error is SQLiteError || error is MalformedIndexError {
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
                if try store.searcher.matches(matcher, [number])[0] { found.numbers.append(number) }
            } catch StorageError.costlyPattern(_, let article) {
                found.failedOn = article
                break
            }
        }
        return found
    }
}
