package import Articles
package import SearchRanking
package import TextAnalysis

/// A saved search in the form for matching articles, with all names resolved.
///
/// The phrases are those that `QueryCompiler` makes for the index; the tree has the structure of the query.
package indirect enum AlertTree {
    case phrase(AlertPhrase)
    case all([AlertTree])
    case any([AlertTree])
    case not(AlertTree)
    case filter(AlertFilter)
    case pattern(RegularExpression, negated: Bool)

    /// The conjunction of some trees, without nested conjunctions.
    static func allOf(_ parts: [AlertTree]) -> AlertTree {
        .all(parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } })
    }

    /// A tree that matches no article.
    package static var never: AlertTree { .any([]) }
}

/// Adjacent terms, by their numbers in the `TermDictionary`s.
package struct AlertPhrase: Hashable {
    /// Whole terms, in order.
    package var terms: [Int32]
    /// The prefix that follows the whole terms, if any.
    package var prefix: Int32?
    /// The column (`IndexColumn`) that must contain the phrase; nil for any column.
    package var column: Int64?

    package var length: Int { terms.count + (prefix == nil ? 0 : 1) }
}

/// A condition on an article other than a phrase.
package enum AlertFilter: Hashable {
    /// A `feed:` or `folder:` condition, by its number in `FeedFilters`, which evaluates each condition once per feed.
    case feeds(Int32)
    /// Texts that must be near each other. Evaluated only for articles that contain all of the texts.
    case proximity(Proximity)
    case stored(ArticleFilter)
}
