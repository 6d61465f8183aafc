internal import Articles
internal import Messages
internal import QueryLanguage
internal import SQLiteEngine

/// Checks for changes by members of a shared library. They may change only saved searches that have no alert and that
/// no alert and no common rule uses.
extension SavedSearches {
    /// Checks that a change by a member sends nothing through a channel or to a destination of the owner, and uses none
    /// of the owner's logins. Does nothing for the owner.
    ///
    /// - Parameters:
    ///   - name: the saved search to create, change or remove.
    ///   - options: the new alert settings.
    /// - Throws: `UserFacingError`.
    func checkMember(_ name: String, _ options: AlertOptions = AlertOptions()) throws {
        guard library.member != nil else { return }
        if !options.isEmpty { throw userError(.memberSetsAlert) }
        let searches = try store.savedSearches()
        var queries = searches.filter { $0.rule != nil }.map(\.query)
        queries += try store.rules().filter { $0.member == nil }.map(\.query)
        var used = Set(searches.filter { $0.rule != nil }.map(\.name))
        while let query = queries.popLast() {
            guard let query = try? parse(query) else { continue }
            for name in query.root.savedSearches where used.insert(name).inserted {
                queries += searches.filter { $0.name == name }.map(\.query)
            }
        }
        if used.contains(name) { throw userError(.memberSearchInUse, [name]) }
    }
}

extension ArrivalRules {
    /// Checks that a member may make a rule. A common rule is evaluated for the owner, so its query must not depend on
    /// what the owner has read. A rule runs in the transaction that stores articles, so it cannot use a regular
    /// expression, which may take long. It cannot use `search:`, because the saved search may change later. Does nothing
    /// for the owner.
    ///
    /// - Throws: `UserFacingError`.
    func checkMember(_ rule: ArrivalRule) throws {
        guard library.member != nil else { return }
        if !rule.action.marks, rule.action.isOfOwner { throw userError(.memberRuleAction, [rule.action.typed]) }
        guard let query = try? parse(rule.query) else { return }
        if query.root.hasPattern || !query.root.savedSearches.isEmpty { throw userError(.memberRuleQuery) }
        if !rule.action.marks, query.root.usesState { throw userError(.memberRuleState) }
    }
}

extension ArrivalRule.Action {
    /// Whether the action uses a destination or a login of the owner, or changes the owner's state.
    var isOfOwner: Bool {
        switch self {
        case .tag: false
        case .read, .star, .hide, .fullText, .send: true
        }
    }
}

extension QueryNode {
    /// Whether the query has a filter that depends on what a person has read, starred or opened.
    fileprivate var usesState: Bool {
        switch self {
        case .filter(.state(let state), _): [.unread, .read, .starred, .unstarred, .opened].contains(state)
        case .filter(.date(_, .opened), _): true
        case .field(_, let child), .not(let child): child.usesState
        case .and(let children), .or(let children), .near(let children, _): children.contains(where: \.usesState)
        case .word, .phrase, .prefix, .regex, .filter: false
        }
    }

    /// Whether the query has a regular expression.
    fileprivate var hasPattern: Bool {
        switch self {
        case .regex: true
        case .field(_, let child), .not(let child): child.hasPattern
        case .and(let children), .or(let children), .near(let children, _): children.contains(where: \.hasPattern)
        case .word, .phrase, .prefix, .filter: false
        }
    }

    /// The names of the saved searches in the query.
    fileprivate var savedSearches: [String] {
        switch self {
        case .filter(.savedSearch(let name), _): [name]
        case .field(_, let child), .not(let child): child.savedSearches
        case .and(let children), .or(let children), .near(let children, _): children.flatMap(\.savedSearches)
        case .word, .phrase, .prefix, .regex, .filter: []
        }
    }
}
