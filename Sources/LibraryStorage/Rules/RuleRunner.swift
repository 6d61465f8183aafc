package import ArticleSearch
package import Articles
internal import Database
internal import QueryLanguage
internal import SavedSearchMatching
internal import SearchRanking

/// Applies rules to new articles, inside the transaction that stores them.
///
/// A rule matches the same articles as a search: its query is compiled in the same way and run against the index, which
/// already contains the new articles. The run is limited to the ids of these articles. Rules run in order, and each
/// rule sees the changes of earlier rules.
package struct RuleRunner {
    private let store: any TableStore
    private let searcher: ArticleSearcher
    private var source: any SearchSource { searcher.source }
    private var rows: RuleRows { RuleRows(database: store.database) }

    /// - Parameter searcher: must see uncommitted articles, because the rules are applied to them.
    package init(_ store: any TableStore, _ searcher: ArticleSearcher) {
        self.store = store
        self.searcher = searcher
    }

    /// - Parameter range: the ids of the new articles.
    package func run(_ rules: [ArrivalRule], on range: ClosedRange<Int64>, now: Int64) throws {
        let rules = rules.filter { $0.delay == nil }
        if rules.isEmpty { return }
        try refresh()
        for rule in rules { _ = try run(rule, on: range, now: now) }
    }

    /// Applies delayed rules to the articles that have become old enough since the last call.
    ///
    /// - Returns: the number of matches.
    package func runDelayed(_ rules: [ArrivalRule], now: Int64) throws -> Int {
        var matched = 0
        try refresh()
        for rule in rules {
            guard let delay = rule.delay,
                let range = try rows.waitingArticles(ofRule: rule.id, arrivedBy: now &- delay, delay: delay)
            else { continue }
            matched += try run(rule, on: range, now: now)
            try rows.setAsked(ofRule: rule.id, upTo: range.upperBound)
        }
        return matched
    }

    /// The articles received since `since` that a rule with this query would match; nil if the query cannot be
    /// evaluated.
    package func matches(_ query: String, since: Int64, now: Int64) throws -> [Int64]? {
        try refresh()
        let arrived = try source.articles(where: .dates(from: since, until: nil, of: .received), in: nil)
        let range = arrived.first.flatMap { first in arrived.last.map { Int64(first)...Int64($0) } }
        guard let found = try matches(query, in: range ?? 1...1, now: now) else { return nil }
        return SortedRows.intersection(found.articles, arrived).map { Int64($0) }
    }

    /// Refreshes the statistics, which an engine with its own full-text search does not need.
    private func refresh() throws { if source.index.fullText == nil { try searcher.statistics.refresh() } }

    private func run(_ rule: ArrivalRule, on range: ClosedRange<Int64>, now: Int64) throws -> Int {
        // A rule that cannot be evaluated, for example because its saved search was removed, does not block articles.
        if store.failing.isSuspended(.rule, rule.id) { return 0 }
        let reader = rule.member.map(MemberViews.reader)
        let result = try store.database.reading(as: reader) { try matches(rule.query, in: range, now: now) }
        guard let found = result else { return 0 }
        if let article = found.failedOn {
            try store.failing.add(
                FailingSearch(kind: .rule, id: rule.id, query: rule.query, article: article), to: store)
        }
        if found.articles.isEmpty { return 0 }
        let articles = found.articles.map { Int64($0) }
        if let reader {
            // Copies in other feeds are not changed, as for the owner.
            let writer = MemberStateWriter(database: store.database, reader: reader)
            switch rule.action {
            case .read: try writer.setOwnRead(true, articles)
            case .star: _ = try writer.setStarred(true, articles)
            case .tag, .hide, .fullText, .send: return 0
            }
        } else if let change = rule.change {
            // The reader has not seen articles that a rule marks as read, so their copies in other feeds stay
            // unchanged.
            try StateWriter(database: store.database).apply(change, to: articles, isRule: true)
        } else if let name = rule.action.destination {
            // If the destination does not exist, nothing is sent, and the rule is listed as broken.
            let sendings = SendingRows(database: store.database)
            guard let destination = try sendings.destination(named: name) else { return 0 }
            _ = try sendings.queue(articles, to: destination, now: now)
        } else {
            try store.database.run(PageQueue.statement(for: articles, now: now))
        }
        try rows.countMatches(ofRule: rule.id, articles.count)
        return articles.count
    }

    // MARK: - Matches

    /// The result of a query.
    private struct Matches {
        /// The matching articles, ascending.
        var articles: [UInt32] = []
        /// The article on which a regular expression took too long, if any. Later articles were not examined.
        var failedOn: Int64?
    }

    /// The articles in a range that match a query; nil if the query cannot be evaluated.
    private func matches(_ text: String, in range: ClosedRange<Int64>, now: Int64) throws -> Matches? {
        do {
            var request = SearchRequest(query: try QueryParser.parse(text), now: now, utcOffset: store.utcOffset)
            request.match = .all
            var compiler = try QueryCompiler(
                scope: searcher, request: request, words: .all,
                languages: searcher.statistics.currentLanguages(newArticles: 0))
            compiler.range = range
            compiler.checksNames = false
            let plan = try compiler.plan()
            return plan.isEmpty ? Matches() : try matches(plan, in: range)
        } catch StorageError.costlyPattern(_, let article) {
            // A saved search to which the rule's query refers has a regular expression that is too costly.
            return Matches(failedOn: article)
        } catch  where error is QuerySyntaxError || error is StorageError {
            return nil
        }
    }

    private func matches(_ plan: SearchPlan, in range: ClosedRange<Int64>) throws -> Matches {
        let articles = try articles(matching: plan, in: range)
        if plan.patterns.isEmpty { return Matches(articles: articles) }
        var matcher = try PatternMatcher(plan.patterns)
        matcher.timePerArticle = PatternMatcher.timeOnArrival
        var found = Matches()
        for article in articles {
            do {
                if try matcher.evaluate(on: [Int64(article)], source)[0] { found.articles.append(article) }
            } catch StorageError.costlyPattern(_, let article) {
                found.failedOn = article
                break
            }
        }
        return found
    }

    /// The articles that match a plan, ignoring its regular expressions.
    private func articles(matching plan: SearchPlan, in range: ClosedRange<Int64>) throws -> [UInt32] {
        guard let index = plan.index else {
            guard let numbers = plan.numbers else {
                return try source.articles(where: plan.condition ?? .always, in: range)
            }
            return try plan.condition.map { try source.reader(of: $0).keep(numbers) } ?? numbers
        }
        // FTS5 limits the search to the range itself, so the cost does not depend on the length of posting lists.
        var found =
            try source.index.fullText?.articles(matching: index, in: range)
            ?? searcher.articles(.text(index), in: range)
        if let numbers = plan.numbers { found = SortedRows.intersection(found, numbers) }
        return try plan.condition.map { try source.reader(of: $0).keep(found) } ?? found
    }
}
