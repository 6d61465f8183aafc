/// A parsed query: its tree, and the string as entered.
///
/// Equality compares the entered string and every range in the tree; `hasSameMeaning(as:)` compares the tree alone.
public struct Query: Sendable, Equatable {
    /// The tree. It is `.and([])` if nothing can be searched for; only `literal` returns such a query.
    public var root: QueryNode

    /// The string as entered. All ranges in the tree are UTF-8 offsets into it.
    public var text: String

    /// Parts that look like operators but cannot be any, and are therefore searched for as text; in the order in which
    /// they occur.
    public var notices: [QueryNotice]

    /// Creates a query from a tree and the string that it was parsed from.
    public init(root: QueryNode, text: String, notices: [QueryNotice] = []) {
        self.root = root
        self.text = text
        self.notices = notices
    }

    /// Whether the query has neither words nor filters.
    public var isEmpty: Bool { root == .and([]) }

    /// Whether both queries have the same tree, ignoring ranges.
    public func hasSameMeaning(as other: Query) -> Bool {
        root.withoutRanges == other.root.withoutRanges
    }
}

/// A word, phrase or prefix, and its range.
public struct QueryTerm: Sendable, Hashable {
    /// The text as entered, without quotes and without the star of a prefix. Not normalised, not split into tokens.
    public var text: String

    /// The range in UTF-8 bytes of the query, including quotes and star.
    public var utf8Range: Range<Int>

    /// A term of a text and its range.
    public init(_ text: String, utf8Range: Range<Int> = 0..<0) {
        self.text = text
        self.utf8Range = utf8Range
    }
}
