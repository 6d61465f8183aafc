private import Glibc
internal import PostingIndex

/// The constants of the ranking formula.
///
///     score = bag(terms) + 0.8 bag(characters) + 0.25 bag(adjacent) + 0.4 window + 0.25 near
///     bag   = sum of stop * idf * tf (k1 + 1) / (tf + k1 (1 - b + b len / average))
///
/// BM25F as in Robertson & Zaragoza, "The Probabilistic Relevance Framework" (2009), over units: one character of a
/// script without spaces, or one word. Chosen on judged collections in Chinese and English; Benchmarks/tune_ranking.py
/// has the numbers.
package enum Ranking {
    package static let k1 = 0.9
    package static let b = 0.5
    /// One occurrence in the title counts as much as this many in the text.
    package static let titleWeight = Double(ColumnWeights.second)
    static let characterWeight = 0.8
    /// The weight of an exact form, as a share of the word's weight.
    static let exactWeight = 0.3
    static let adjacentWeight = 0.25
    static let windowWeight = 0.4
    static let windowPositions: UInt32 = 24
    /// The weight of two words that are at most `nearPositions` apart.
    static let nearWeight = 0.25
    static let nearPositions: UInt32 = 8
    /// The weight of a question word or function word.
    package static let stopWeight = 0.2
    /// The weight of each further occurrence of a term in the query.
    static let repeatWeight = 0.5
    /// The weight of a noun that names the kind of the answer (`AnswerKind`).
    static let answerKindWeight = 0.7
    /// The weight of a word next to runs of characters, which score by their bigrams and by their single characters.
    static let mixedWordWeight = 2.0
    /// If no article has all words, the minimum weight of a match, as a share of the best article's weight.
    package static let relaxedShare = 0.4
    /// The rerank depth.
    package static let rerankCount = 50
    static let rerankCountOfOneTerm = 40
    /// The gain for a title that is identical to the query, as a share of the highest score of the query's terms. It is
    /// high enough to rank such an article above any text that merely repeats the words, if the article's length is at
    /// most five times the average.
    static let titleGain = 0.55
    /// The maximum gain for a new article, the number of seconds in which the gain halves, and the age in seconds after
    /// which there is no gain.
    package static let recencyWeight = 0.05
    package static let recencyHalfLife = 90.0 * 86_400
    package static let recencyEnd = 365.0 * 86_400

    /// The gain of an article's score for its age in seconds, as a share of the score.
    package static func recencyGain(age: Double) -> Double {
        age > recencyEnd ? 0 : recencyWeight * half(max(0, age) / recencyHalfLife)
    }

    static func idf(articles: Int, of total: Int) -> Double {
        let df = Double(min(articles, total))
        return log(1 + (Double(total) - df + 0.5) / (df + 0.5))
    }
}

extension Ranking {
    /// The weighted frequency of a term in an article.
    @inline(__always)
    package static func frequency(title: Int, body: Int) -> Double { titleWeight * Double(title) + Double(body) }

    /// The length of an article in tokens. Title and text count at most 65,535 each.
    @inline(__always)
    package static func length(title: Int, body: Int) -> Double {
        frequency(title: max(0, min(title, 65_535)), body: max(0, min(body, 65_535)))
    }

    /// The score of one term: weight times BM25's saturated frequency.
    @inline(__always)
    package static func score(weight: Double, frequency: Double, norm: Double) -> Double {
        weight * frequency * (k1 + 1) / (frequency + norm)
    }

    /// The score of a term as a share of `maxImpact`, without its weight: 0 to 1.
    @inline(__always)
    package static func impact(frequency: Double, norm: Double) -> Double { frequency / (frequency + norm) }

    /// Upper bound of the score of a term of weight 1.
    static var maxImpact: Double { k1 + 1 }

    /// The length norm of an article: the term that BM25 adds to the frequency in the denominator.
    @inline(__always)
    package static func norm(length: Double, average: Double) -> Double { k1 * (1 - b + b * length / average) }

    /// The increase of the norm per token.
    static func normSlope(average: Double) -> Double { k1 * b / average }

    /// 0.5 to the power of `lives`.
    package static func half(_ lives: Double) -> Double { exp2(-lives) }
}
