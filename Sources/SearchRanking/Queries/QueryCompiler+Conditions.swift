internal import Articles
package import QueryLanguage
internal import TextAnalysis

/// Compiles filters, saved searches and other conditions that are not in the index.
extension QueryCompiler {
    package mutating func condition(_ filter: QueryFilter, positive: Bool) throws -> ArticleCondition {
        guard let filter = ArticleFilter(filter) else {
            if case .savedSearch(let name) = filter { return try savedSearch(name, positive: positive) }
            return .never
        }
        do {
            return .filter(try resolved(filter))
        } catch StorageError.unknownName where !checksNames {
            return .never
        }
    }

    /// The filter with feed ids instead of names, and seconds instead of dates.
    private func resolved(_ filter: ArticleFilter) throws -> ArticleFilter {
        switch filter {
        case .feed(let name): return .feeds(try scope.feeds(named: name))
        case .folder(let name): return .feeds(try scope.feeds(inFolder: name))
        case .tag(let name): try scope.verifyTag(name)
        case .language(let code): if checksNames { try scope.verifyLanguage(code) }
        case .date(let expression, let kind):
            let range = expression.resolve(now: request.now, utcOffset: request.utcOffset)
            return .dates(from: range.lower, until: range.upper, of: kind)
        default: break
        }
        return filter
    }

    /// The maximum number of filters of a saved search that is inlined into a larger condition.
    private static let maxSavedFilters = 16

    /// The maximum number of saved searches that are merged into one query. Any others, and those that refer to each
    /// other in a cycle, become conditions.
    private static let maxMerged = 8

    func mayMerge(_ name: String) -> Bool {
        isRequired && merged.count < Self.maxMerged && !merged.contains(name)
    }

    /// Merges a saved search that every match must satisfy. It becomes part of the plan, so that its words affect the
    /// ranking and are highlighted. It is matched with `all`, whatever the outer query uses.
    package mutating func merge(_ name: String) throws -> SearchPlan {
        merged.insert(name)
        var compiler = try savedCompiler(name)
        let plan = try compiler.plan()
        merged = compiler.merged
        savedSearches = compiler.savedSearches
        scoredTexts += plan.scoredTexts
        patterns += plan.patterns
        return plan
    }

    private func savedCompiler(_ name: String) throws -> QueryCompiler {
        try scope.checkDeadline()
        guard savedSearchDepth < 8, let text = try scope.savedSearchQuery(name) else {
            throw StorageError.noSuchSavedSearch(name)
        }
        var inner = request
        inner.query = try QueryParser.parse(text)
        inner.within = nil
        inner.match = .all
        var compiler = try QueryCompiler(scope: scope, request: inner, words: .all, languages: languages)
        compiler.savedSearchDepth = savedSearchDepth + 1
        compiler.range = range
        compiler.checksNames = checksNames
        compiler.leavesOutUnknownForms = leavesOutUnknownForms
        compiler.savedSearches = savedSearches
        compiler.merged = merged
        return compiler
    }

    /// Compiles a saved search that is negated or is one branch of an OR: the result is the condition on its articles.
    /// Unless it is negated, its words are used for ranking.
    private mutating func savedSearch(_ name: String, positive: Bool) throws -> ArticleCondition {
        // Without this cache, nested searches would be evaluated once for each path to them.
        if let known = savedSearches[name] { return known }
        var compiler = try savedCompiler(name)
        compiler.isRequired = false
        let plan = try compiler.plan()
        savedSearches = compiler.savedSearches
        if positive { scoredTexts += plan.scoredTexts }
        let parts = plan.mixed + [plan.index.map { .text($0) }, plan.condition.map { .filter($0) }].compactMap(\.self)
        var found = ArticleCondition.combined(parts, all: true) ?? .never
        // A condition with more than a few filters is evaluated once, however often it is used.
        if found.filter.map({ $0.count > Self.maxSavedFilters }) ?? true || !plan.patterns.isEmpty {
            var numbers = try scope.articles(parts.isEmpty ? .filter(.always) : found, in: range)
            if !plan.patterns.isEmpty {
                numbers = try scope.matching(plan.patterns, among: numbers, isArrival: range != nil)
            }
            found = .numbers(numbers)
        }
        savedSearches[name] = found
        return found
    }
}
