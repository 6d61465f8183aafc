internal import PostingIndex
internal import SearchRanking
internal import TextAnalysis

/// Counts all articles that contain a phrase, for completions.
///
/// To count a phrase, positions are read in the articles of its rarest term: at most
/// `CompletionLimits.comparedArticles` articles for all phrases of one completion.
struct PhraseCounter {
    private let statistics: IndexStatistics
    private var remaining = CompletionLimits.comparedArticles

    init(_ statistics: IndexStatistics) { self.statistics = statistics }

    /// The number of articles that contain two adjacent words; nil if counting them would exceed the limit.
    ///
    /// - Complexity: one look-up if the index has the pair as a term.
    mutating func articles(with first: [UInt8], _ second: [UInt8]) throws -> Int? {
        if statistics.hasPairs, let pair = Analyzer.pair(first, second) { return try statistics.articles(with: pair) }
        return try count([first, second]).exact
    }

    /// The number of articles that contain a text of at least two characters in a script without spaces. If counting
    /// would exceed the limit, returns the number of articles that contain the rarest of its bigrams, which is seldom
    /// much higher.
    mutating func articles(with text: String) throws -> Int { try count(QueryUnits(text).phrase().terms).atMost }

    private mutating func count(_ terms: [[UInt8]]) throws -> (atMost: Int, exact: Int?) {
        var least = Int.max
        for term in terms {
            least = min(least, try statistics.articles(with: term))
            if least == 0 { return (0, 0) }
        }
        if terms.count == 1 { return (least, least) }
        guard !terms.isEmpty, least <= remaining else { return (least, nil) }
        remaining -= least
        let phrase = IndexPhrase(terms: terms)
        let found: Int
        if let matches = try PhraseMatches(phrase, statistics) {
            found = matches.count
        } else if let engine = statistics.source.fullText {
            found = try engine.articles(matching: .phrase(phrase), in: nil).count
        } else {
            throw MalformedIndexError()
        }
        return (found, found)
    }
}
