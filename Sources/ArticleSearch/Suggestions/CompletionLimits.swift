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
    /// The number of newest articles in which these titles are searched.
    package static let recentArticles: Int64 = 5_000
    /// The number of words that are tried after the word before them.
    package static let wordsInContext = 24
    /// The number of newest titles with the word before, of which further words are tried, and of these words.
    package static let titlesInContext = 64
    package static let wordsOfTitles = 12
    /// The number of characters that are tried after a text of several, and the number that are offered.
    package static let charactersTried = 16
    package static let charactersOffered = 4
    /// The maximum number of articles whose positions are compared to count phrases: some 7 ms.
    package static let comparedArticles = 100_000
    /// The maximum number of characters that a completion adds.
    package static let characters = 8
}
