/// Limits on the work of one completion.
package enum CompletionLimits {
    package static let answers = 100
    package static let prefixBytes = 1_000
    /// The maximum number of vocabulary terms that are read.
    package static let terms = 300
    /// The maximum number of postings that are counted.
    package static let postings = 4_000
    /// The maximum number of titles that are searched for continuations. Only titles whose words are not in
    /// `title_word` yet are searched.
    package static let titles = 12
    /// The number of newest articles among which these titles are found.
    package static let recentArticles: Int64 = 5_000
    /// When a word is completed, the number of candidates that are tried as continuations of the previous word.
    package static let wordsInContext = 24
    /// The maximum number of newest titles with the previous word that are searched for more candidates, and the
    /// maximum number of candidates taken from them.
    package static let titlesInContext = 64
    package static let wordsOfTitles = 12
    /// When a text of several characters is continued by one character, the number of characters that are tried, and
    /// the number that are offered.
    package static let charactersTried = 16
    package static let charactersOffered = 4
    /// The maximum number of articles whose positions are compared to count phrases, which takes some 7 ms.
    package static let comparedArticles = 100_000
    /// The maximum number of characters that a completion adds.
    package static let characters = 8
}
