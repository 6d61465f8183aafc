/// One node of a query's tree.
///
/// The parser returns a normal form: `and` and `or` have at least two children, which are never of the same kind as
/// their parent; `not` never contains another `not`; and parts without a letter, digit or symbol are left out.
public indirect enum QueryNode: Sendable, Equatable {
    /// A word without spaces, such as `关键词`, `foo`, `gen-itgc`, `C++` or `重跑gen-itgc后`.
    case word(QueryTerm)

    /// A quoted text. Its terms must be adjacent and are not stemmed.
    case phrase(QueryTerm)

    /// A prefix such as `foo*`, which matches all words that begin with the text.
    case prefix(QueryTerm)

    /// Two or more words or phrases in any order, with at most `distance` words between adjacent ones.
    case near([QueryNode], distance: Int)

    /// A regular expression that must match the articles found by the rest of the query. It occurs only as the root, as
    /// a child of a root `and`, or inside a `not` in one of these places. The parser does not compile the pattern.
    case regex(pattern: String, caseInsensitive: Bool, utf8Range: Range<Int>)

    /// Searches for the child in one field. The child contains no fields and no filters.
    case field(QueryField, QueryNode)

    /// A condition on the article other than the words it contains.
    case filter(QueryFilter, utf8Range: Range<Int>)

    /// Matches articles that all of the children match.
    case and([QueryNode])

    /// Matches articles that at least one of the children matches.
    case or([QueryNode])

    /// Matches articles that the child does not match.
    case not(QueryNode)
}

extension QueryNode {
    /// A copy of the tree in which each range is `0..<0`, for comparing trees by meaning.
    public var withoutRanges: QueryNode {
        switch self {
        case .word(let term): .word(QueryTerm(term.text))
        case .phrase(let term): .phrase(QueryTerm(term.text))
        case .prefix(let term): .prefix(QueryTerm(term.text))
        case .near(let nodes, let distance): .near(nodes.map(\.withoutRanges), distance: distance)
        case .regex(let pattern, let caseInsensitive, _):
            .regex(pattern: pattern, caseInsensitive: caseInsensitive, utf8Range: 0..<0)
        case .field(let field, let node): .field(field, node.withoutRanges)
        case .filter(let filter, _): .filter(filter, utf8Range: 0..<0)
        case .and(let nodes): .and(nodes.map(\.withoutRanges))
        case .or(let nodes): .or(nodes.map(\.withoutRanges))
        case .not(let node): .not(node.withoutRanges)
        }
    }

    /// Whether any part of the query selects articles: a filter, a regular expression, or words that are not excluded.
    ///
    /// For example, this is true for `is:unread -foo` and `-is:read`, and false for `-(foo)`.
    public var hasPositivePart: Bool { hasPositivePart(excluded: false) }

    private func hasPositivePart(excluded: Bool) -> Bool {
        switch self {
        case .word, .phrase, .prefix, .near: !excluded
        case .field(_, let node): node.hasPositivePart(excluded: excluded)
        case .filter: true
        case .regex: !excluded
        case .and(let nodes), .or(let nodes): nodes.contains { $0.hasPositivePart(excluded: excluded) }
        case .not(let node): node.hasPositivePart(excluded: !excluded)
        }
    }

    /// The range of the first regular expression that is not a condition on the whole query.
    ///
    /// A regular expression is tested only against the articles that the rest of the query finds, so it must be at the
    /// top level.
    var misplacedRegexRange: Range<Int>? {
        switch self {
        case .regex, .not(.regex): nil
        case .and(let nodes):
            Self.first(in: nodes) { node in
                switch node {
                case .regex, .not(.regex): nil
                default: node.firstRegexRange
                }
            }
        default: firstRegexRange
        }
    }

    private var firstRegexRange: Range<Int>? {
        switch self {
        case .word, .phrase, .prefix, .near, .filter: nil
        case .regex(_, _, let range): range
        case .field(_, let node), .not(let node): node.firstRegexRange
        case .and(let nodes), .or(let nodes): Self.first(in: nodes, \.firstRegexRange)
        }
    }

    /// Uses a loop, because a lazy `compactMap` would evaluate the first element twice, which doubles the work at each
    /// level.
    private static func first(in nodes: [QueryNode], _ range: (QueryNode) -> Range<Int>?) -> Range<Int>? {
        for node in nodes { if let range = range(node) { return range } }
        return nil
    }
}
