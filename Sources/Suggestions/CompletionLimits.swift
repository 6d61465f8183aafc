/// Limits of the work of one completion.
package enum CompletionLimits {
    package static let answers = 100
    package static let prefixBytes = 1_000
    /// Terms of the vocabulary that are read at most.
    package static let terms = 300
    /// Postings that are counted at most.
    package static let postings = 4_000
    /// Titles whose words are not in `title_word` yet: how many are searched for continuations at most.
    package static let titles = 12
    /// The newest articles, among which these titles are searched and longer texts are counted.
    package static let recentArticles: Int64 = 5_000
    /// Continuations that are counted, and the largest count of each.
    package static let counted = 4
    package static let countedArticles = 100
    /// Characters that a completion adds at most.
    package static let characters = 8
}
