package import Articles
internal import PostingIndex
package import QueryLanguage
package import TextAnalysis

/// Compiles a query into a plan. This is the only place that decides which articles match.
///
/// As much as possible becomes one index expression. Other parts (filters, or OR between text and filter) become a
/// condition on the articles. A condition that includes text is evaluated here (`ArticleSets`), once.
package struct QueryCompiler {
    package let scope: any QueryScope
    package let request: SearchRequest
    package let words: WordMatching
    /// Languages whose stems are searched.
    package let languages: [StemLanguage]
    package var scoredTexts: [ScoredText] = []
    package var patterns: [PatternCondition] = []
    package var savedSearchDepth = 0
    package var asksForHidden = false
    /// If set, only these articles are considered; their text may not be committed yet.
    package var range: ClosedRange<Int64>?
    /// Whether an unknown name is an error. In rules it is not: it matches nothing.
    package var checksNames = true
    /// Whether to leave out forms of characters that occur in no stored article. Must be false if the query will be
    /// matched with future articles.
    package var leavesOutUnknownForms = false
    package var savedSearches: [String: ArticleCondition] = [:]
    /// Saved searches that were merged into the query, as if their text had been entered there.
    package var merged: Set<String> = []
    /// If the query is a web address, the articles that have this address.
    var addressed: [UInt32] = []
    /// Whether the compiled query is required as a whole: the query itself, or a saved search merged into it.
    var isRequired = true

    /// The words of a query that an article must have.
    package enum WordMatching {
        /// All words. The characters of a run without spaces must be adjacent.
        case all
        /// Like `all`, but synonyms also match.
        case alternatives
        /// All words are required. The words of a run of characters without spaces need not be adjacent.
        case anywhere
        /// One word is enough. Runs without spaces match as pairs of characters.
        case any
    }

    /// The expression for the text in a part of a query. An article must match all of it.
    ///
    /// - Returns: nil if the part has no text or only punctuation.
    package mutating func expression(for node: QueryNode) throws -> IndexExpression? {
        if case .text(let expression) = try part(node, column: nil, positive: true) { expression } else { nil }
    }

    /// An intermediate result of compiling.
    private indirect enum Part {
        case text(IndexExpression)
        case condition(ArticleCondition)
        case nothing
    }

    /// - Parameter languages: the languages whose stems are searched; nil for those of the last commit.
    package init(
        scope: any QueryScope, request: SearchRequest, words: WordMatching, languages: [StemLanguage]? = nil
    ) throws {
        self.scope = scope
        self.request = request
        self.words = words
        self.languages = try languages ?? scope.languages()
    }

    /// Whether synonyms match as well.
    var takesAlternatives: Bool { words != .all }

    package mutating func plan() throws -> SearchPlan {
        let branches: [QueryNode]
        if case .and(let children) = request.query.root { branches = children } else { branches = [request.query.root] }
        // Under `any`, the words of the top level are alternatives; exclusions, filters and fields are still required.
        var texts: [IndexExpression] = []
        var bound: [Part] = []
        var excluded: [IndexExpression] = []
        var saved: [IndexExpression] = []
        let joined = Self.joinedForms(branches)
        let leavesOutStopWords = leavesOutStopWords(branches)
        for (number, branch) in branches.enumerated() {
            switch branch {
            case .filter(.savedSearch(let name), _) where mayMerge(name):
                let plan = try merge(name)
                if let index = plan.index { saved.append(index) }
                bound += (plan.mixed + (plan.condition.map { [.filter($0)] } ?? [])).map { .condition($0) }
                if plan.isEmpty { bound.append(.condition(.never)) }
            case .not(let inner):
                switch try part(inner, column: nil, positive: false) {
                case .text(let expression): excluded.append(expression)
                case .condition(let condition): bound.append(.condition(condition.negated))
                case .nothing: break
                }
            case .word(let term) where branches.count == 1 && AddressQuery(term.text) != nil:
                bound.append(.condition(try address(term.text)))
            default:
                let part = try part(branch, joined: joined[number], column: nil, positive: true)
                if leavesOutStopWords, Self.isStopWord(branch) { continue }
                if case .text(let expression) = part { texts.append(expression) } else { bound.append(part) }
            }
        }
        var plan = SearchPlan()
        plan.addressed = addressed
        plan.scoredTexts = scoredTexts
        plan.patterns = patterns
        let typed = words == .any ? IndexExpression.disjunction(texts) : IndexExpression.conjunction(texts)
        let text = IndexExpression.conjunction((typed.map { [$0] } ?? []) + saved)
        let parts = bound.compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
        var conditions = parts.compactMap(\.filter)
        plan.mixed = parts.filter { $0.filter == nil }
        if conditions.count > ArticleCondition.maxRows {
            plan.mixed += conditions.map { .filter($0) }
            conditions = []
        }
        if let text {
            let whole = IndexExpression.disjunction(excluded).map { IndexExpression.excluding(text, $0) } ?? text
            setIndex(of: &plan, to: whole)
        } else {
            plan.mixed += excluded.map { .not(.text($0)) }
        }
        if let within = request.within { conditions.append(.feeds(try scope.feeds(within: within))) }
        if let among = request.among { conditions.append(.changed(among)) }
        let isSomething = !conditions.isEmpty || !plan.isEmpty
        plan.askedCondition = ArticleFilter.combined(conditions, all: true)
        if isSomething, !asksForHidden, savedSearchDepth == 0, try scope.hasHidden() {
            plan.leavesOutHidden = true
            conditions.append(.not(.flag(.hidden)))
        }
        plan.condition = ArticleFilter.combined(conditions, all: true)
        // A nested saved search is evaluated with the whole query.
        if savedSearchDepth == 0 { try evaluate(&plan) }
        return plan
    }

    /// Sets the index expression. Parts that phrases cannot express are evaluated outside the index, and the index then
    /// returns a superset.
    private func setIndex(of plan: inout SearchPlan, to whole: IndexExpression) {
        guard whole.hasProximity || whole.depth > IndexExpression.maxDepth else {
            plan.index = whole
            return
        }
        guard words != .any, let index = whole.withoutProximity, index.depth <= IndexExpression.maxDepth else {
            plan.mixed.append(.text(whole))
            return
        }
        plan.index = index
        var wanted = whole
        if case .excluding(let text, let unwanted) = whole {
            wanted = text
            if unwanted.hasProximity { plan.mixed.append(.not(.text(unwanted))) }
        }
        let parts = if case .all(let parts) = wanted { parts } else { [wanted] }
        plan.mixed += parts.filter(\.hasProximity).map { .text($0) }
    }

    private func evaluate(_ plan: inout SearchPlan) throws {
        if plan.mixed.isEmpty { return }
        var parts = plan.mixed
        if parts.allSatisfy(\.isExclusion) {
            // Exclusions need a set to subtract from; use the smallest set available.
            parts.append(plan.index.map { .text($0) } ?? .filter(plan.condition ?? .always))
        }
        plan.numbers = try scope.articles(.all(parts), in: range)
    }

    // MARK: - Nodes

    private mutating func part(
        _ node: QueryNode, joined: [[[UInt8]]] = [], column: IndexPhrase.Column?, positive: Bool
    ) throws -> Part {
        switch node {
        case .word(let term):
            return Self.textPart(try word(term.text, joined: joined, column: column, positive: positive))
        case .phrase(let term): return Self.textPart(try phrase(term.text, column: column, positive: positive))
        case .prefix(let term): return Self.textPart(try prefix(term.text, column: column, positive: positive))
        case .near(let nodes, let distance):
            return Self.textPart(try near(nodes, distance: distance, column: column, positive: positive))
        case .regex(let pattern, let caseInsensitive, _):
            patterns.append(PatternCondition(pattern: pattern, caseInsensitive: caseInsensitive, negated: !positive))
            return .nothing
        case .field(let field, let inner):
            switch field {
            case .title: return try part(inner, column: .title, positive: positive)
            case .body: return try part(inner, column: .body, positive: positive)
            case .author: return try part(inner, column: .author, positive: positive)
            case .url: return .condition(.filter(ArticleFilter(address: inner, words: AddressWords.terms(of:))))
            }
        case .filter(let filter, _):
            if filter == .state(.hidden) { asksForHidden = true }
            return .condition(try condition(filter, positive: positive))
        case .and(let nodes): return try combine(nodes, column: column, positive: positive, all: true)
        case .or(let nodes): return try combine(nodes, column: column, positive: positive, all: false)
        case .not(let inner):
            switch try part(inner, column: column, positive: !positive) {
            case .text(let expression): return .condition(.not(.text(expression)))
            case .condition(let condition): return .condition(condition.negated)
            case .nothing: return .nothing
            }
        }
    }

    /// Static, since calling a method would copy this value while its argument adds to `scoredTexts`.
    private static func textPart(_ expression: IndexExpression?) -> Part { expression.map(Part.text) ?? .nothing }

    private mutating func combine(
        _ nodes: [QueryNode], column: IndexPhrase.Column?, positive: Bool, all: Bool
    ) throws -> Part {
        var texts: [IndexExpression] = []
        var excluded: [IndexExpression] = []
        var conditions: [ArticleCondition] = []
        let joined = all ? Self.joinedForms(nodes) : nodes.map { _ in [] }
        for (number, node) in nodes.enumerated() {
            if all, case .not(let inner) = node {
                switch try part(inner, column: column, positive: !positive) {
                case .text(let expression): excluded.append(expression)
                case .condition(let condition): conditions.append(condition.negated)
                case .nothing: break
                }
                continue
            }
            switch try part(node, joined: joined[number], column: column, positive: positive) {
            case .text(let expression): texts.append(expression)
            case .condition(let condition): conditions.append(condition)
            case .nothing: break
            }
        }
        if let text = all ? IndexExpression.conjunction(texts) : IndexExpression.disjunction(texts) {
            let whole = IndexExpression.disjunction(excluded).map { IndexExpression.excluding(text, $0) } ?? text
            if conditions.isEmpty { return .text(whole) }
            conditions.append(.text(whole))
        } else {
            conditions += excluded.map { .not(.text($0)) }
        }
        return ArticleCondition.combined(conditions, all: all).map(Part.condition) ?? .nothing
    }
}
