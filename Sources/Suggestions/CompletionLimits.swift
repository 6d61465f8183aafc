/// How much work one completion may be.
package enum CompletionLimits {
    package static let answers = 100
    package static let prefixBytes = 1_000
    /// Terms of the vocabulary that are read.
    package static let terms = 300
    /// Postings that are counted for them.
    package static let postings = 4_000
    /// Titles whose words are not listed yet in which a text is continued.
    package static let titles = 12
    /// Articles, from the newest, among which these titles are looked for, and longer texts counted.
    package static let recentArticles: Int64 = 5_000
    /// Texts with one character more that are counted, and up to how many articles.
    package static let counted = 4
    package static let countedArticles = 100
    /// Characters that are added at most.
    package static let characters = 8
}
