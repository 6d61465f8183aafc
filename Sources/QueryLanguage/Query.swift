/// A parsed query: what to look for, and the string it was typed as.
///
/// Equality compares the typed string and every range in the tree; `hasSameMeaning(as:)` compares the tree alone.
public struct Query: Sendable, Equatable {
    /// The tree. For a query with nothing to look for (only `literal` builds one) it is `.and([])`.
    public var root: QueryNode

    /// The string as typed. Every range of the tree counts UTF-8 bytes of it.
    public var text: String

    /// Joins a tree with the string it was read from.
    public init(root: QueryNode, text: String) {
        self.root = root
        self.text = text
    }

    /// Whether the query names nothing at all, neither words nor filters.
    public var isEmpty: Bool { root == .and([]) }

    /// Whether both queries ask for the same, wherever and however their parts were typed.
    public func hasSameMeaning(as other: Query) -> Bool {
        root.withoutRanges == other.root.withoutRanges
    }
}

/// A word, phrase or prefix, and where it was typed.
public struct QueryTerm: Sendable, Hashable {
    /// The text as typed, without quotes and without the star of a prefix. Not normalised, not cut into tokens.
    public var text: String

    /// UTF-8 bytes of the query, quotes and star included.
    public var utf8Range: Range<Int>

    /// Joins a text with its place.
    public init(_ text: String, utf8Range: Range<Int> = 0..<0) {
        self.text = text
        self.utf8Range = utf8Range
    }
}
