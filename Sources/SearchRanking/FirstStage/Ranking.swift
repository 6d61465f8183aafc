private import Glibc

/// The numbers of the ranking formula, in one place.
///
///     score = bag(grams) + 0.8 bag(characters) + 0.2 bag(neighbours) + 0.3 window
///     bag   = sum of stop * idf * tf (k1 + 1) / (tf + k1 (1 - b + b len / average))
///
/// BM25F as in Robertson & Zaragoza, "The Probabilistic Relevance Framework" (2009), over units: one character of a
/// script without spaces, or one word. Chosen on judged collections in Chinese and English; Benchmarks/tune_ranking.py has the numbers.
package enum Ranking {
    package static let k1 = 0.9
    package static let b = 0.5
    /// One occurrence in a title counts as so many in the text.
    package static let titleWeight = 3.0
    package static let characterWeight = 0.8
    /// The share of a word's weight that only its exact form gets.
    package static let exactWeight = 0.2
    package static let adjacentWeight = 0.2
    package static let windowWeight = 0.3
    package static let windowPositions: UInt32 = 24
    /// What a question word or function word of the query counts.
    package static let stopWeight = 0.2
    /// Where no article has all the words, one must have this share of what the best one has, by weight.
    package static let relaxedShare = 0.4
    /// So many of the best are looked at closely.
    package static let rerankCount = 50
    package static let rerankCountOfOneTerm = 40
    /// What a new article gains at most, and in how many seconds that halves.
    package static let recencyWeight = 0.05
    package static let recencyHalfLife = 90.0 * 86_400

    package static func idf(articles: Int, of total: Int) -> Double {
        let df = Double(min(articles, total))
        return log(1 + (Double(total) - df + 0.5) / (df + 0.5))
    }
}

extension Ranking {
    /// How often a term stands in an article, an occurrence in the title counting as several.
    @inline(__always)
    package static func frequency(title: Int, body: Int) -> Double { titleWeight * Double(title) + Double(body) }

    /// How long an article is, in tokens. Those of title and text count up to 65,535.
    @inline(__always)
    package static func length(title: Int, body: Int) -> Double {
        frequency(title: max(0, min(title, 65_535)), body: max(0, min(body, 65_535)))
    }

    /// What one term adds to a bag: weight times BM25's saturated frequency.
    @inline(__always)
    package static func score(weight: Double, frequency: Double, norm: Double) -> Double {
        weight * frequency * (k1 + 1) / (frequency + norm)
    }

    /// The share of `maxImpact` that a term adds, without its weight: 0 to 1.
    @inline(__always)
    package static func impact(frequency: Double, norm: Double) -> Double { frequency / (frequency + norm) }

    /// What a term of weight 1 adds less than, however often it stands in an article.
    package static var maxImpact: Double { k1 + 1 }

    /// What a term's frequency is weighed against in an article, by its length as `length(title:body:)` gives it.
    @inline(__always)
    package static func norm(length: Double, average: Double) -> Double { k1 * (1 - b + b * length / average) }

    /// One half to the power of `lives`.
    package static func half(_ lives: Double) -> Double { exp2(-lives) }
}
