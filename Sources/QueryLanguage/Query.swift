/// A parsed query, consisting of its tree and the string as entered.
///
/// Equality compares the entered string and every range in the tree; `hasSameMeaning(as:)` compares only the trees
/// without ranges.
public struct Query: Sendable, Equatable {
    /// The tree. It is `.and([])` if the string contains nothing to search for, which only `literal` allows.
    public var root: QueryNode

    /// The string as entered. All ranges in the tree are UTF-8 byte offsets in this string.
    public var text: String

    /// Parts of the string that look like operators but cannot be operators, and are therefore searched for as text, in
    /// order of occurrence.
    public var notices: [QueryNotice]

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

/// A word, phrase or prefix, with its range in the query.
public struct QueryTerm: Sendable, Hashable {
    /// The text as entered, without quotes and without the star of a prefix. It is neither normalised nor split into
    /// tokens.
    public var text: String

    /// The range in the query in UTF-8 bytes, including quotes and star.
    public var utf8Range: Range<Int>

    public init(_ text: String, utf8Range: Range<Int> = 0..<0) {
        self.text = text
        self.utf8Range = utf8Range
    }
}
