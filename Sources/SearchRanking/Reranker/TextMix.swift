/// Evidence that the index terms do not contain, so that the second stage reads it from the texts of the candidates:
/// sequences of characters in some scripts, and the accents of words.
///
/// The index is the same for all scripts; this is only a weight in ranking. For measurements see docs/decisions/0011.
package struct TextMix {
    /// One row of the table: the sequences that are counted for queries in one script.
    struct Rule {
        /// The script's characters.
        var script: ClosedRange<UInt32>
        /// The number of characters in a sequence.
        var gramLength: Int
        /// The weight of the bag.
        var weight: Double
    }

    /// The rules; the script of the query selects one of them.
    static let rules = [
        Rule(script: 0x0E00...0x0E7F, gramLength: 4, weight: 1),  // Thai
        Rule(script: 0x0600...0x06FF, gramLength: 3, weight: 0.8),  // Arabic, Persian, Urdu
        Rule(script: 0x0900...0x097F, gramLength: 4, weight: 0.6),  // Devanagari
        Rule(script: 0x0400...0x052F, gramLength: 4, weight: 0.4),  // Cyrillic
    ]
    /// The weight of the bag of words with the query's accents.
    static let spellingWeight = 1.5
    /// In a query of few words, the gain for such a word, as a share of the highest score of its stem. It exceeds the
    /// sum of all other parts, so that articles with the query's accents rank above those whose title is the word
    /// without them.
    static let spellingWeightOfFewWords = 2.2
    /// The number of candidates whose texts are read.
    static let depth = 100
    /// The number of bytes read from each text.
    private static let maxBytes = 32_768

    private var counter: any TextFeatureCounting

    /// nil if the query is not in one of these scripts and has no accents.
    ///
    /// - Parameter weight: the weight of a word's index term.
    init?(_ texts: [ScoredText], weight: (QueryUnits.Unit) -> Double) {
        // The first bytes of accented letters and of the scripts above. Most queries have none of them.
        guard texts.contains(where: { $0.source.utf8.contains { 0xC3...0xE1 ~= $0 } }) else { return nil }
        let sources = texts.filter { !$0.exact }.map(\.source)
        var counts = Self.rules.map { _ in 0 }
        var others = 0
        for scalar in sources.joined(separator: " ").unicodeScalars where scalar.value >= 0x41 {
            if let rule = Self.rules.firstIndex(where: { $0.script.contains(scalar.value) }) {
                counts[rule] += 1
            } else {
                others += 1
            }
        }
        if let (number, count) = counts.enumerated().max(by: { $0.element < $1.element }), count > others {
            guard let counter = GramCounter(sources, Self.rules[number]) else { return nil }
            self.counter = counter
        } else if let counter = SpellingCounter(texts, weight: weight) {
            self.counter = counter
        } else {
            return nil
        }
    }

    /// The frequency of each feature in each article: `width` numbers for each article, in the order of the articles.
    ///
    /// - Parameter articles: distinct, in any order.
    package mutating func frequencies(of articles: [Int64], _ source: any PostingSource) throws -> [Float] {
        let reader = try source.characterReader(of: articles.map { UInt32(clamping: $0) }.sorted())
        var frequencies = [Float](repeating: 0, count: articles.count * width)
        for (index, article) in articles.enumerated() {
            try source.checkDeadline()
            let start = index * width
            try reader.withTexts(of: article) { title, text in
                counter.count(title, weight: Float(Ranking.titleWeight), in: &frequencies, from: start)
                let end = min(text.count, Self.maxBytes)
                counter.count(text.extracting(0..<end), weight: 1, in: &frequencies, from: start)
            }
        }
        return frequencies
    }

    /// The number of features.
    package var width: Int { counter.weights.count }

    /// The amount that each article's text adds to its score.
    ///
    /// - Parameters:
    ///   - frequencies: those of all candidates.
    ///   - norms: the length norm of each candidate.
    package func scores(_ frequencies: [Float], norms: [Double]) -> [Double] {
        let weights = counter.usesDocumentFrequencies ? idfs(frequencies, of: norms.count) : counter.weights
        return norms.indices.map { index in
            var sum = 0.0
            for feature in weights.indices {
                let frequency = Double(frequencies[index * width + feature])
                guard frequency > 0 else { continue }
                sum +=
                    counter.countsPresence
                    ? weights[feature] * Ranking.maxImpact
                    : Ranking.score(weight: weights[feature], frequency: frequency, norm: norms[index])
            }
            return sum
        }
    }

    /// The weight of each feature, computed from the number of candidates that have it, because the index does not
    /// count the articles that have it.
    private func idfs(_ frequencies: [Float], of count: Int) -> [Double] {
        return counter.weights.indices.map { feature in
            let articles = (0..<count).count { frequencies[$0 * width + feature] > 0 }
            return counter.weights[feature] * Ranking.idf(articles: articles, of: count)
        }
    }
}

/// Counts the features of a query in a text.
protocol TextFeatureCounting {
    /// The weight of each feature.
    var weights: [Double] { get }
    /// Whether a feature weighs more if fewer candidates have it.
    var usesDocumentFrequencies: Bool { get }
    /// Whether one occurrence of a feature counts as much as many.
    var countsPresence: Bool { get }
    /// Adds `weight` for each occurrence of feature i to `frequencies[start + i]`.
    mutating func count(_ text: Span<UInt8>, weight: Float, in frequencies: inout [Float], from start: Int)
}
