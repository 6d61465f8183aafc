internal import QueryLanguage
internal import SQLite
internal import TextAnalysis

/// Filters, saved searches and what of an article is not in the index.
extension QueryCompiler {
    mutating func condition(_ filter: QueryFilter, positive: Bool) throws -> ArticleCondition {
        if case .savedSearch(let name) = filter { return try savedSearch(name, positive: positive) }
        do {
            return .row(try rowCondition(filter))
        } catch StorageError.unknownName where !checksNames {
            return .never
        }
    }

    private func rowCondition(_ filter: QueryFilter) throws -> SQLFragment {
        switch filter {
        case .feed(let name): return try store.feedCondition(name)
        case .folder(let name): return try store.folderCondition(name)
        case .tag(let name):
            try store.verifyTag(name)
            return SQLFragment(
                sql: "a.n IN (SELECT n FROM article_tag WHERE tag IN (SELECT id FROM tag WHERE folded = ?))",
                values: [.text(Analyzer.shared.foldedText(name))])
        case .language(let code):
            let code = code.lowercased()
            let condition = SQLFragment(
                sql: "(lower(a.language) = ? OR lower(a.language) LIKE ?)", values: [.text(code), .text(code + "-%")])
            if checksNames { try store.verifyLanguage(code, condition) }
            return condition
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

    /// Saved searches that are merged into one query: beyond, and where they name each other in circles, they are conditions.
    private static let maxMerged = 8

    func mayMerge(_ name: String) -> Bool {
        isRequired && merged.count < Self.maxMerged && !merged.contains(name)
    }

    /// A saved search that the whole query requires: what it asks for is part of the plan, so that its words rank and are
    /// highlighted. It matches by `all`, whatever the query around it does.
    mutating func merge(_ name: String) throws -> SearchPlan {
        merged.insert(name)
        var compiler = try savedCompiler(name)
        let plan = try compiler.plan()
        merged = compiler.merged
        savedSearches = compiler.savedSearches
        wanted += plan.wanted
        patterns += plan.patterns
        return plan
    }

    private func savedCompiler(_ name: String) throws -> QueryCompiler {
        try store.connection.checkDeadline()
        guard savedSearchDepth < 8, let text = try store.savedSearchQuery(name) else {
            throw StorageError.noSuchSavedSearch(name)
        }
        var inner = request
        inner.query = try QueryParser.parse(text)
        inner.within = nil
        inner.match = .all
        var compiler = try QueryCompiler(store: store, request: inner, words: .all, languages: languages)
        compiler.savedSearchDepth = savedSearchDepth + 1
        compiler.range = range
        compiler.checksNames = checksNames
        compiler.savedSearches = savedSearches
        compiler.merged = merged
        return compiler
    }

    /// A saved search among alternatives, or excluded: its articles, and its words for ranking where it is wanted.
    private mutating func savedSearch(_ name: String, positive: Bool) throws -> ArticleCondition {
        // Searches that name each other would be read as often as there are ways from one to the other.
        if let known = savedSearches[name] { return known }
        var compiler = try savedCompiler(name)
        compiler.isRequired = false
        let plan = try compiler.plan()
        savedSearches = compiler.savedSearches
        if positive { wanted += plan.wanted }
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

    /// `url:`: the words of each text side by side in the address.
    func address(_ node: QueryNode) throws -> SQLFragment {
        switch node {
        case .word(let term), .phrase(let term), .prefix(let term):
            var isPrefix = false
            if case .prefix = node { isPrefix = true }
            let words = AddressWords(term.text, isPrefix: isPrefix)
            // What has not the longest word as a part of it has not all of them.
            return SQLFragment(
                sql: "(instr(lower(a.url), ?) > 0 AND \(AddressWords.functionName)(a.url, ?))",
                values: [.text(words.longest), .text(words.packed)])
        case .and(let nodes), .near(let nodes, _):
            return try SQLFragment.combined(nodes.map(address), with: "AND") ?? .never
        case .or(let nodes): return try SQLFragment.combined(nodes.map(address), with: "OR") ?? .never
        case .not(let inner): return try address(inner).negated
        case .field(_, let inner): return try address(inner)
        case .filter, .regex: return .never
        }
    }
}
