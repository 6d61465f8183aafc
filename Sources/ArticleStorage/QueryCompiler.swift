internal import QueryLanguage
internal import SQLite
internal import TextAnalysis

/// Turns a query into a plan: the one place where "what matches" is decided.
///
/// As much as can be goes into one index expression. What the index cannot say (filters, OR between text and filter)
/// becomes a condition on the articles; one with text in it is evaluated here (`ArticleSets`), once.
struct QueryCompiler {
    let store: ArticleStore
    let request: SearchRequest
    /// Words count as `any`: pairs of characters, at least one.
    let matchesAny: Bool
    private(set) var wanted: [WantedText] = []
    private(set) var patterns: [PatternCondition] = []
    private var savedSearchDepth = 0
    private var asksForHidden = false
    /// Only these articles are of interest, and their text may not be committed yet.
    var range: ClosedRange<Int64>?
    private var savedSearches: [String: ArticleCondition] = [:]

    /// A part of the plan while it is put together.
    private indirect enum Part {
        case text(IndexExpression)
        case condition(ArticleCondition)
        case nothing
    }

    init(store: ArticleStore, request: SearchRequest, matchesAny: Bool) {
        self.store = store
        self.request = request
        self.matchesAny = matchesAny
    }

    mutating func plan() throws -> SearchPlan {
        let branches: [QueryNode]
        if case .and(let children) = request.query.root { branches = children } else { branches = [request.query.root] }
        // Under `any` the words of the top level are alternatives; exclusions, filters and fields still bind.
        var texts: [IndexExpression] = []
        var bound: [Part] = []
        var excluded: [IndexExpression] = []
        for branch in branches {
            switch branch {
            case .not(let inner):
                switch try part(inner, column: nil, positive: false) {
                case .text(let expression): excluded.append(expression)
                case .condition(let condition): bound.append(.condition(condition.negated))
                case .nothing: break
                }
            default:
                let part = try part(branch, column: nil, positive: true)
                if case .text(let expression) = part { texts.append(expression) } else { bound.append(part) }
            }
        }
        var plan = SearchPlan()
        plan.wanted = wanted
        plan.patterns = patterns
        let text = matchesAny ? IndexExpression.disjunction(texts) : IndexExpression.conjunction(texts)
        let parts = bound.compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
        var conditions = parts.compactMap(\.row)
        plan.mixed = parts.filter { $0.row == nil }
        if conditions.count > ArticleCondition.maxRows {
            plan.mixed += conditions.map { .row($0) }
            conditions = []
        }
        if let text {
            let whole = IndexExpression.disjunction(excluded).map { IndexExpression.excluding(text, $0) } ?? text
            if whole.depth > IndexExpression.maxDepth { plan.mixed.append(.text(whole)) } else { plan.index = whole }
        } else {
            plan.mixed += excluded.map { .not(.text($0)) }
        }
        if let within = request.within { conditions.append(try store.condition(within: within)) }
        if let among = request.among { conditions.append(.among(among)) }
        let isSomething = !conditions.isEmpty || !plan.isEmpty
        plan.askedCondition = SQLFragment.combined(conditions, with: "AND")
        if isSomething, !asksForHidden, savedSearchDepth == 0, try store.hasHidden() {
            plan.leavesOutHidden = true
            conditions.append(.shown)
        }
        plan.condition = SQLFragment.combined(conditions, with: "AND")
        // A saved search is part of a whole that is evaluated at once.
        if savedSearchDepth == 0 { try evaluate(&plan) }
        return plan
    }

    private func evaluate(_ plan: inout SearchPlan) throws {
        if plan.mixed.isEmpty { return }
        var parts = plan.mixed
        if parts.allSatisfy(\.isExclusion) {
            // Something to take away from, the less the better.
            parts.append(plan.index.map { .text($0) } ?? .row(plan.condition ?? .always))
        }
        plan.numbers = try ArticleSets(store: store, range: range).numbers(.all(parts))
    }

    // MARK: - Nodes

    private mutating func part(_ node: QueryNode, column: IndexPhrase.Column?, positive: Bool) throws -> Part {
        switch node {
        case .word(let term): return Self.textPart(word(term.text, column: column, positive: positive))
        case .phrase(let term): return Self.textPart(phrase(term.text, column: column, positive: positive))
        case .prefix(let term): return Self.textPart(prefix(term.text, column: column, positive: positive))
        case .near(let nodes, let distance):
            return Self.textPart(near(nodes, distance: distance, column: column, positive: positive))
        case .regex(let pattern, let caseInsensitive, _):
            patterns.append(PatternCondition(pattern: pattern, caseInsensitive: caseInsensitive, negated: !positive))
            return .nothing
        case .field(let field, let inner):
            switch field {
            case .title: return try part(inner, column: .title, positive: positive)
            case .body: return try part(inner, column: .body, positive: positive)
            case .author, .url: return .condition(.row(try attribute(field, inner)))
            }
        case .filter(let filter, _):
            if filter == .state(.hidden) { asksForHidden = true }
            return .condition(try condition(filter))
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

    /// Static, since a method would be given a copy of this value while its argument adds to `wanted`.
    private static func textPart(_ expression: IndexExpression?) -> Part { expression.map(Part.text) ?? .nothing }

    private mutating func combine(
        _ nodes: [QueryNode], column: IndexPhrase.Column?, positive: Bool, all: Bool
    ) throws -> Part {
        var texts: [IndexExpression] = []
        var excluded: [IndexExpression] = []
        var conditions: [ArticleCondition] = []
        for node in nodes {
            if all, case .not(let inner) = node {
                switch try part(inner, column: column, positive: !positive) {
                case .text(let expression): excluded.append(expression)
                case .condition(let condition): conditions.append(condition.negated)
                case .nothing: break
                }
                continue
            }
            switch try part(node, column: column, positive: positive) {
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

    // MARK: - Texts

    private mutating func want(_ units: QueryUnits, _ column: IndexPhrase.Column?, exact: Bool, positive: Bool) {
        if positive { wanted.append(WantedText(units: units, column: column, exact: exact)) }
    }

    /// A bare run: dictionary words of its characters and its words, all of them; under `any`, pairs of characters.
    private mutating func word(_ text: String, column: IndexPhrase.Column?, positive: Bool) -> IndexExpression? {
        let units = QueryUnits(text)
        want(units, column, exact: false, positive: positive)
        var parts: [IndexExpression] = []
        for run in units.runs {
            if run.isCharacters {
                let pieces = matchesAny && positive ? Self.pairs(run) : Self.dictionaryWords(run)
                parts += pieces.map { .phrase(Self.indexPhrase($0, column: column)) }
            } else if matchesAny && positive {
                parts += run.units.indices.compactMap { Self.forms(run.slice($0..<$0 + 1), column: column) }
            } else if let forms = Self.forms(run, column: column) {
                parts.append(forms)
            }
        }
        return matchesAny && positive ? IndexExpression.disjunction(parts) : IndexExpression.conjunction(parts)
    }

    private static func pairs(_ run: QueryUnits) -> [QueryUnits] {
        let count = run.units.count
        return count < 2 ? [run] : (0..<count - 1).map { run.slice($0..<$0 + 2) }
    }

    static func dictionaryWords(_ run: QueryUnits) -> [QueryUnits] {
        guard run.units.count > 2 else { return [run] }
        let text = run.characters
        var starts: [Int: Int] = [:]
        var offset = 0
        for (index, unit) in run.units.enumerated() {
            starts[offset] = index
            offset += unit.term.count
        }
        starts[offset] = run.units.count
        let words = WordSegmenter.shared.words(in: text).compactMap { range -> Range<Int>? in
            guard let lower = starts[range.lowerBound], let upper = starts[range.upperBound], lower < upper else {
                return nil
            }
            return lower..<upper
        }
        return words.isEmpty ? [run] : words.map(run.slice)
    }

    private static func indexPhrase(_ units: QueryUnits, column: IndexPhrase.Column?) -> IndexPhrase {
        let (terms, isPrefix) = units.phrase()
        return IndexPhrase(terms: terms, isPrefix: isPrefix, column: column)
    }

    /// One word, or several that stand together (`gen-itgc`), in every inflected form.
    private static func forms(_ run: QueryUnits, column: IndexPhrase.Column?) -> IndexExpression? {
        if run.units.count == 1, case .word(_, let symbol?) = run.units[0].kind {
            return .phrase(IndexPhrase(terms: [symbol], column: column))
        }
        var sequences: [[[UInt8]]] = [[]]
        for unit in run.units {
            let forms = WordForms(unit).terms
            // Eight sequences at most; past that the words as typed.
            let choices = sequences.count * forms.count <= 8 ? forms : [unit.term]
            if choices.count == 1 {
                for index in sequences.indices { sequences[index].append(choices[0]) }
            } else {
                sequences = sequences.flatMap { sequence in choices.map { sequence + [$0] } }
            }
        }
        if run.units.count == 1, let split = WordForms(run.units[0]).lettersAndDigits { sequences.append(split) }
        return IndexExpression.disjunction(sequences.map { .phrase(IndexPhrase(terms: $0, column: column)) })
    }

    /// A quoted text: contiguous, no stems.
    private mutating func phrase(_ text: String, column: IndexPhrase.Column?, positive: Bool) -> IndexExpression? {
        let units = QueryUnits(text)
        want(units, column, exact: true, positive: positive)
        guard !units.units.isEmpty else { return nil }
        if units.units.count == 1, case .word(_, let symbol?) = units.units[0].kind {
            return .phrase(IndexPhrase(terms: [symbol], column: column))
        }
        let variants = units.hasSpacedCharacters ? [false, true] : [false]
        return IndexExpression.disjunction(
            variants.map { parted in
                let (terms, isPrefix) = units.phrase(parted: parted)
                return .phrase(IndexPhrase(terms: terms, isPrefix: isPrefix, column: column))
            })
    }

    private mutating func prefix(_ text: String, column: IndexPhrase.Column?, positive: Bool) -> IndexExpression? {
        let units = QueryUnits(text)
        want(units, column, exact: true, positive: positive)
        guard let last = units.units.last else { return nil }
        var (terms, isPrefix) = units.phrase()
        if !last.isCharacter { isPrefix = true }
        if terms.isEmpty { terms = [last.term] }
        return .phrase(IndexPhrase(terms: terms, isPrefix: isPrefix, column: column))
    }

    private mutating func near(
        _ nodes: [QueryNode], distance: Int, column: IndexPhrase.Column?, positive: Bool
    ) -> IndexExpression? {
        var sequences: [[IndexPhrase]] = [[]]
        for node in nodes {
            let choices: [IndexPhrase]
            switch node {
            case .word(let term):
                let units = QueryUnits(term.text)
                want(units, column, exact: false, positive: positive)
                if units.units.count == 1, !units.isCharacters {
                    choices = WordForms(units.units[0]).terms.map { IndexPhrase(terms: [$0], column: column) }
                } else {
                    choices = [Self.indexPhrase(units, column: column)]
                }
            case .phrase(let term), .prefix(let term):
                let units = QueryUnits(term.text)
                want(units, column, exact: true, positive: positive)
                choices = [Self.indexPhrase(units, column: column)]
            default: continue
            }
            guard !choices[0].terms.isEmpty else { continue }
            let kept = sequences.count * choices.count <= 16 ? choices : [choices[0]]
            sequences = sequences.flatMap { sequence in kept.map { sequence + [$0] } }
        }
        return IndexExpression.disjunction(
            sequences.filter { !$0.isEmpty }.map { $0.count > 1 ? .near($0, distance: distance) : .phrase($0[0]) })
    }
}

// MARK: - Conditions

extension QueryCompiler {
    private mutating func condition(_ filter: QueryFilter) throws -> ArticleCondition {
        if case .savedSearch(let name) = filter { return try savedSearch(name) }
        return .row(try rowCondition(filter))
    }

    private func rowCondition(_ filter: QueryFilter) throws -> SQLFragment {
        switch filter {
        case .feed(let name): return try store.feedCondition(name)
        case .folder(let name): return try store.folderCondition(name)
        case .tag(let name):
            return SQLFragment(
                sql: "a.n IN (SELECT n FROM article_tag WHERE tag IN (SELECT id FROM tag WHERE folded = ?))",
                values: [.text(Analyzer.shared.foldedText(name))])
        case .language(let code):
            let code = code.lowercased()
            return SQLFragment(
                sql: "(lower(a.language) = ? OR lower(a.language) LIKE ?)", values: [.text(code), .text(code + "-%")])
        case .state(let state):
            switch state {
            case .read: return SQLFragment(sql: "a.read")
            case .unread: return SQLFragment(sql: "NOT a.read")
            case .starred: return SQLFragment(sql: "a.starred")
            case .unstarred: return SQLFragment(sql: "NOT a.starred")
            case .tagged: return SQLFragment(sql: "(a.flags & \(ArticleRows.Flags.tagged)) <> 0")
            case .hidden: return SQLFragment(sql: "(a.flags & \(ArticleRows.Flags.hidden)) <> 0")
            }
        case .has(let attachment):
            switch attachment {
            case .enclosure: return SQLFragment(sql: "(a.flags & \(ArticleRows.Flags.enclosure)) <> 0")
            case .image: return SQLFragment(sql: "(a.flags & \(ArticleRows.Flags.image)) <> 0")
            }
        case .date(let expression, let kind):
            let range = expression.resolve(now: request.now, utcOffset: request.utcOffset)
            let column = kind == .received ? "a.received" : "a.sort_date"
            var parts: [SQLFragment] = []
            if let lower = range.lower { parts.append(SQLFragment(sql: "\(column) >= ?", values: [.integer(lower)])) }
            if let upper = range.upper { parts.append(SQLFragment(sql: "\(column) < ?", values: [.integer(upper)])) }
            return SQLFragment.combined(parts, with: "AND") ?? SQLFragment(sql: "1")
        case .savedSearch: return .never
        }
    }

    /// Bound values of a saved search that is written into a larger condition as it is.
    private static let maxSavedValues = 16

    /// A saved search inside a query: its articles, whatever ranks them.
    private mutating func savedSearch(_ name: String) throws -> ArticleCondition {
        // Searches that name each other would be read as often as there are ways from one to the other.
        if let known = savedSearches[name] { return known }
        try store.connection.checkDeadline()
        guard savedSearchDepth < 8, let text = try store.savedSearchQuery(name) else {
            throw StorageError.noSuchSavedSearch(name)
        }
        var inner = request
        inner.query = try QueryParser.parse(text)
        inner.within = nil
        var compiler = QueryCompiler(store: store, request: inner, matchesAny: false)
        compiler.savedSearchDepth = savedSearchDepth + 1
        compiler.range = range
        compiler.savedSearches = savedSearches
        let plan = try compiler.plan()
        savedSearches = compiler.savedSearches
        let parts = plan.mixed + [plan.index.map { .text($0) }, plan.condition.map { .row($0) }].compactMap(\.self)
        var found = ArticleCondition.combined(parts, all: true) ?? .never
        // What is more than a few filters is evaluated once, however often searches name it.
        if found.row.map({ $0.values.count > Self.maxSavedValues }) ?? true || !plan.patterns.isEmpty {
            var numbers = try ArticleSets(store: store, range: range).numbers(parts.isEmpty ? .row(.always) : found)
            if !plan.patterns.isEmpty {
                numbers = try store.matching(plan.patterns, among: numbers, isArrival: range != nil)
            }
            found = .numbers(numbers)
        }
        savedSearches[name] = found
        return found
    }

    /// `author:` and `url:`: every word of it is a substring, after folding.
    private func attribute(_ field: QueryField, _ node: QueryNode) throws -> SQLFragment {
        func contains(_ text: String) -> SQLFragment {
            if field == .url {
                return SQLFragment(sql: "instr(lower(a.url), ?) > 0", values: [.text(text.lowercased())])
            }
            return SQLFragment(
                sql: "a.author IN (SELECT id FROM author WHERE instr(folded, ?) > 0)",
                values: [.text(Analyzer.shared.foldedText(text))])
        }
        switch node {
        case .word(let term), .phrase(let term), .prefix(let term): return contains(term.text)
        case .and(let nodes):
            return try SQLFragment.combined(nodes.map { try attribute(field, $0) }, with: "AND") ?? .never
        case .or(let nodes):
            return try SQLFragment.combined(nodes.map { try attribute(field, $0) }, with: "OR") ?? .never
        case .not(let inner): return try attribute(field, inner).negated
        case .near(let nodes, _):
            return try SQLFragment.combined(nodes.map { try attribute(field, $0) }, with: "AND") ?? .never
        case .field(_, let inner): return try attribute(field, inner)
        case .filter, .regex: return .never
        }
    }
}
