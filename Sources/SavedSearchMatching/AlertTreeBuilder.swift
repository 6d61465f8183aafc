internal import Articles
package import QueryLanguage
internal import SearchRanking
package import TextAnalysis

/// Builds the `AlertTree` of a query. The tree has the structure of the query, with the phrases that `QueryCompiler`
/// makes for the index.
///
/// Every word is required, as with `SearchRequest.Match.all`, so a relaxed match does not cause a notification.
package struct AlertTreeBuilder {
    package let store: any MatchingStore
    package let dictionary: MatcherDictionary
    /// Languages whose stems are searched.
    package let languages: [StemLanguage]
    private var savedSearchDepth = 0
    /// The number of nested saved searches that may still be resolved. A limit is necessary because the number of
    /// references can double at each level.
    private var savedSearchesLeft = 256
    package private(set) var asksForHidden = false
    /// Whether the query refers to other saved searches. If those change, the tree must be rebuilt.
    private(set) var refersToOthers = false

    package init(store: any MatchingStore, dictionary: MatcherDictionary, languages: [StemLanguage]) {
        self.store = store
        self.dictionary = dictionary
        self.languages = languages
    }

    /// The tree of a query. Articles hidden by a rule do not match, unless `asksForHidden` is true afterwards.
    ///
    /// - Throws: `StorageError.noSuchSavedSearch`, `StorageError.badPattern`, `QuerySyntaxError`, as a search does.
    package mutating func tree(_ query: Query) throws -> AlertTree {
        asksForHidden = false
        return try whole(query.root)
    }

    // MARK: - Nodes

    /// The tree of a whole query. A query that is a web address also matches the articles with that address.
    private mutating func whole(_ root: QueryNode) throws -> AlertTree {
        guard case .word(let term) = root, let address = AddressQuery(term.text) else {
            return try tree(root) ?? .never
        }
        return .any([tree(address.filter), try tree(.word(QueryTerm(address.text))) ?? .never])
    }

    /// The tree of a node. If the node has no terms (only punctuation), it is nil, and the parent leaves it out.
    private mutating func tree(_ node: QueryNode) throws -> AlertTree? {
        switch node {
        case .word, .phrase, .prefix, .near: return try text(node)
        case .field(.title, let inner): return try fielded(.title, inner)
        case .field(.body, let inner): return try fielded(.body, inner)
        case .field(.author, let inner): return try fielded(.author, inner)
        case .field(.url, let inner): return tree(ArticleFilter(address: inner, words: AddressWords.terms(of:)))
        case .filter(let filter, _): return try condition(filter)
        case .regex(let pattern, let caseInsensitive, _):
            return .pattern(try expression(pattern, caseInsensitive), negated: false)
        case .not(.regex(let pattern, let caseInsensitive, _)):
            return .pattern(try expression(pattern, caseInsensitive), negated: true)
        case .not(let inner): return try tree(inner).map { .not($0) }
        case .and(let nodes): return try all(nodes, in: nil)
        case .or(let nodes): return try combined(nodes, isAll: false) { try $0.tree($1) }
        }
    }

    private mutating func combined(
        _ nodes: [QueryNode], isAll: Bool, _ part: (inout Self, QueryNode) throws -> AlertTree?
    ) rethrows -> AlertTree? {
        var parts: [AlertTree] = []
        for node in nodes { if let tree = try part(&self, node) { parts.append(tree) } }
        guard parts.count > 1 else { return parts.first }
        return isAll ? .allOf(parts) : .any(parts)
    }

    private func expression(_ pattern: String, _ caseInsensitive: Bool) throws -> RegularExpression {
        guard let expression = RegularExpression(pattern, caseInsensitive: caseInsensitive) else {
            throw StorageError.badPattern(pattern)
        }
        return expression
    }

    // MARK: - Texts

    /// Compiles adjacent words together, because some words have joined forms.
    private mutating func all(_ nodes: [QueryNode], in field: QueryField?) throws -> AlertTree? {
        let joined = QueryCompiler.joinedForms(nodes)
        var parts: [AlertTree] = []
        for (number, node) in nodes.enumerated() {
            guard let tree = try field.map({ try fielded($0, node) }) ?? tree(node) else { continue }
            let column = field.flatMap { IndexPhrase.Column(rawValue: $0.rawValue) }
            let others = joined[number].compactMap { phrase(IndexPhrase(terms: $0, column: column)) }
            parts.append(others.isEmpty ? tree : .any([tree] + others.map { .phrase($0) }))
        }
        return parts.count > 1 ? .allOf(parts) : parts.first
    }

    /// Restricts each text in the node to the field.
    private mutating func fielded(_ field: QueryField, _ node: QueryNode) throws -> AlertTree? {
        switch node {
        case .word, .phrase, .prefix, .near: return try text(.field(field, node))
        case .and(let nodes): return try all(nodes, in: field)
        case .or(let nodes): return try combined(nodes, isAll: false) { try $0.fielded(field, $1) }
        case .not(let inner): return try fielded(field, inner).map { .not($0) }
        case .field, .filter, .regex: return try tree(node)
        }
    }

    /// The tree of one text.
    private func text(_ node: QueryNode) throws -> AlertTree? {
        var request = SearchRequest(query: Query(root: node, text: ""), now: 0)
        request.match = .all
        var compiler = try QueryCompiler(scope: store.queryScope, request: request, words: .all, languages: languages)
        return try compiler.expression(for: node).map(tree)
    }

    private func tree(_ expression: IndexExpression) -> AlertTree {
        switch expression {
        case .phrase(let phrase): return self.phrase(phrase).map { .phrase($0) } ?? .never
        // Terms are checked first, so the text is analysed only for articles that contain all of them.
        case .proximity(let proximity): return .allOf([tree(proximity.anywhere), .filter(.proximity(proximity))])
        case .all(let parts): return .allOf(parts.map(tree))
        case .any(let parts): return .any(parts.map(tree))
        case .excluding(let wanted, let unwanted): return .allOf([tree(wanted), .not(tree(unwanted))])
        }
    }

    private func phrase(_ phrase: IndexPhrase) -> AlertPhrase? {
        guard let last = phrase.terms.last else { return nil }
        let whole = phrase.isPrefix ? phrase.terms.dropLast() : phrase.terms[...]
        return AlertPhrase(
            terms: whole.map { dictionary.terms.number(of: $0) },
            prefix: phrase.isPrefix ? dictionary.prefixes.number(of: last) : nil,
            column: phrase.column.map { Int64($0.number) })
    }

    // MARK: - Conditions

    private mutating func condition(_ filter: QueryFilter) throws -> AlertTree {
        if case .savedSearch(let name) = filter { return try savedSearch(name) }
        if filter == .state(.hidden), savedSearchDepth == 0 { asksForHidden = true }
        return ArticleFilter(filter).map(tree) ?? .never
    }

    /// Assigns numbers to feed conditions, so that each is evaluated once per feed, and turns disjunctions into
    /// branches.
    private func tree(_ filter: ArticleFilter) -> AlertTree {
        switch filter {
        case .feed(let name): .filter(.feeds(dictionary.feeds.number(feed: name)))
        case .folder(let name): .filter(.feeds(dictionary.feeds.number(folder: name)))
        case .tag(let name): .filter(.stored(.tag(named: Analyzer.shared.foldedText(name))))
        case .all(let parts): .allOf(parts.map(tree))
        case .any(let parts): .any(parts.map(tree))
        case .not(let inner): .not(tree(inner))
        default: .filter(.stored(filter))
        }
    }

    private mutating func savedSearch(_ name: String) throws -> AlertTree {
        refersToOthers = true
        guard savedSearchDepth < 8, savedSearchesLeft > 0, let text = try store.queryScope.savedSearchQuery(name) else {
            throw StorageError.noSuchSavedSearch(name)
        }
        savedSearchDepth += 1
        savedSearchesLeft -= 1
        defer { savedSearchDepth -= 1 }
        return try whole(QueryParser.parse(text).root)
    }
}

/// The numbers of the terms, prefixes and feed filters that all searches use.
package final class MatcherDictionary {
    package var terms = TermDictionary()
    package var prefixes = TermDictionary()
    package let feeds: FeedFilters

    package init(store: any MatchingStore) { feeds = FeedFilters(store: store) }
}
