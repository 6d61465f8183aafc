internal import TextAnalysis

/// A search as one article is held against it: what the query means, with nothing left to look up in the database.
///
/// The texts are those that `QueryCompiler` makes for the index; the tree above them is the query's own.
indirect enum AlertTree {
    case phrase(AlertPhrase)
    case all([AlertTree])
    case any([AlertTree])
    case not(AlertTree)
    case filter(ArticleFilter)
    case pattern(RegularExpression, negated: Bool)

    /// All of some trees, without levels that say nothing.
    static func allOf(_ parts: [AlertTree]) -> AlertTree {
        .all(parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } })
    }

    /// What no article fulfils.
    static var never: AlertTree { .any([]) }
}

/// Terms that stand one after the other, as numbers in the `TermBook`s.
struct AlertPhrase: Hashable {
    /// Whole terms, from the first on.
    var terms: [Int32]
    /// Behind them the beginning of a term.
    var prefix: Int32?
    /// Of the index (`IndexColumn`); nil for all of them.
    var column: Int64?

    var length: Int { terms.count + (prefix == nil ? 0 : 1) }
}

/// A condition on an article that is not a matter of words.
enum ArticleFilter: Hashable {
    /// `feed:` or `folder:`, by its number in `FeedFilters`.
    case feed(Int32)
    /// A tag's folded name.
    case tag(String)
    case language(String)
    case read(Bool)
    case starred(Bool)
    /// A bit of `article.flags`.
    case flag(Int64)
    case date(DateCondition)
    /// Texts near each other, in an article that has all of them.
    case proximity(Proximity)
    /// `url:` with the words of a text, as `AddressWords` has them.
    case url([[UInt8]], isPrefix: Bool)
}
