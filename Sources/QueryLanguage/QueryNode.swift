/// One node of a query's tree.
///
/// The parser keeps the tree in a normal form: `and` and `or` have two children or more and never contain a node of
/// their own kind, a double `not` is gone, parts without a letter, digit or symbol are left out.
public indirect enum QueryNode: Sendable, Equatable {
    /// A bare run without spaces, such as `关键词`, `foo`, `gen-itgc`, `C++` or `重跑gen-itgc后`.
    case word(QueryTerm)

    /// A quoted text: contiguous, no stems.
    case phrase(QueryTerm)

    /// `foo*`: whatever begins with the text.
    case prefix(QueryTerm)

    /// Words or phrases (two or more) with at most `distance` words between adjacent ones, in any order.
    case near([QueryNode], distance: Int)

    /// A regular expression over what else matches; only the root, a child of its `and`, or a `not` around it there.
    /// The pattern is not compiled here.
    case regex(pattern: String, caseInsensitive: Bool, utf8Range: Range<Int>)

    /// Its child looked for in one field only. No fields and no filters inside.
    case field(QueryField, QueryNode)

    /// A condition on the article rather than on its words.
    case filter(QueryFilter, utf8Range: Range<Int>)

    /// All of the children.
    case and([QueryNode])

    /// One of the children at least.
    case or([QueryNode])

    /// Everything that the child does not match.
    case not(QueryNode)
}

extension QueryNode {
    /// The same tree with every range set to `0..<0`, so that two of them compare by meaning.
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

    /// Whether anything here says what to list: a filter, a regular expression, or words that are not excluded.
    ///
    /// `-(foo)` does not, `is:unread -foo` and `-is:read` do.
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

    /// The first regular expression that is not one of the conditions which the whole query must meet.
    ///
    /// An expression is checked on the articles that the rest has found, so it stands at the top, excluded or not.
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

    /// Each node is asked once: a lazy `compactMap` asks the first one found twice, which doubles at every level.
    private static func first(in nodes: [QueryNode], _ range: (QueryNode) -> Range<Int>?) -> Range<Int>? {
        for node in nodes { if let range = range(node) { return range } }
        return nil
    }
}
