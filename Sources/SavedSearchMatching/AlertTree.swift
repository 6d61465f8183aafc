package import Articles
package import SearchRanking
package import TextAnalysis

/// A search as one article is held against it: what the query means, with nothing left to look up in the database.
///
/// The texts are those that `QueryCompiler` makes for the index; the tree above them is the query's own.
package indirect enum AlertTree {
    case phrase(AlertPhrase)
    case all([AlertTree])
    case any([AlertTree])
    case not(AlertTree)
    case filter(AlertFilter)
    case pattern(RegularExpression, negated: Bool)

    /// All of some trees, without levels that say nothing.
    package static func allOf(_ parts: [AlertTree]) -> AlertTree {
        .all(parts.flatMap { part in if case .all(let inner) = part { inner } else { [part] } })
    }

    /// What no article fulfils.
    package static var never: AlertTree { .any([]) }
}

/// Terms that stand one after the other, as numbers in the `TermDictionary`s.
package struct AlertPhrase: Hashable {
    /// Whole terms, from the first on.
    package var terms: [Int32]
    /// Behind them the beginning of a term.
    package var prefix: Int32?
    /// Of the index (`IndexColumn`); nil for all of them.
    package var column: Int64?

    package var length: Int { terms.count + (prefix == nil ? 0 : 1) }
}

/// A condition on an article that is not a matter of single words.
package enum AlertFilter: Hashable {
    /// `feed:` or `folder:`, by its number in `FeedFilters`: each feed is asked once for all of these.
    case feeds(Int32)
    /// Texts near each other, in an article that has all of them.
    case proximity(Proximity)
    case stored(ArticleFilter)
}
