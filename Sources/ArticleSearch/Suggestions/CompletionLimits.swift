/// Limits on the work of one completion.
package enum CompletionLimits {
    package static let answers = 100
    package static let prefixBytes = 1_000
    /// The maximum number of vocabulary terms that are read.
    package static let terms = 300
    /// The maximum number of postings that are counted.
    package static let postings = 4_000
    /// The maximum number of titles that are searched for continuations because their words are not in `title_word`
    /// yet.
    package static let titles = 12
    /// The number of newest articles in which these titles are searched and longer texts are counted.
    package static let recentArticles: Int64 = 5_000
    /// The number of continuations that are counted, and the maximum count of each.
    package static let counted = 4
    package static let countedArticles = 100
    /// The maximum number of characters that a completion adds.
    package static let characters = 8
}
