internal import TextAnalysis

/// The words that characterise an article: frequent in it, rare elsewhere.
package struct SignificantTerms {
    /// The number of words in a query for similar articles.
    package static let count = 25
    /// The minimum score of a similar article for these words, as a share of the original article's score. An article
    /// that has two or three of the 25 words by chance does not reach it.
    package static let minShare = 0.15
    /// The number of words whose document frequency is looked up.
    private static let candidates = 120
    /// The number of bytes read from the text.
    private static let maxBytes = 20_000
    private static let titleWeight = 3.0

    private var counts: [[UInt8]: (count: Double, word: String)] = [:]

    package init(title: String, body: [UInt8]) {
        add(Array(title.utf8), weight: Self.titleWeight)
        var end = min(body.count, Self.maxBytes)
        while end > 0, end < body.count, body[end] & 0xC0 == 0x80 { end -= 1 }
        add(Array(body[..<end]), weight: 1)
    }

    private mutating func add(_ text: [UInt8], weight: Double) {
        var found = counts
        var hasCharacters = false
        var last: [UInt8] = []
        func count(_ key: [UInt8], _ word: [UInt8], _ weight: Double) {
            found[key, default: (0, String(decoding: word, as: UTF8.self))].count += weight
        }
        Analyzer.shared.analyze(text.span) { term, kind, _ in
            switch kind {
            case .word:
                last = term.indices.map { term[$0] }
                if last.count > 1 { count(last, last, weight) }
            case .stem:
                // All inflections count as one word.
                count(last, last, -weight)
                count(term.indices.map { term[$0] }, last, weight)
            case .bigram, .single: hasCharacters = true
            case .symbolWord, .joined, .pair, .separator: break
            }
            return true
        }
        counts = found
        if hasCharacters { addDictionaryWords(text, weight: weight) }
    }

    /// Adds dictionary words of a script without spaces, because pairs of characters would cross word boundaries.
    private mutating func addDictionaryWords(_ text: [UInt8], weight: Double) {
        for range in WordSegmenter.shared.words(in: String(decoding: text, as: UTF8.self)) {
            let word = Analyzer.shared.foldedText(String(decoding: text[range], as: UTF8.self))
            guard word.utf8.first.map({ $0 >= 0xE0 }) == true, word.unicodeScalars.count > 1 else { continue }
            counts[Array(word.utf8), default: (0, word)].count += weight
        }
    }

    /// The most significant words by (1 + ln tf) idf, highest first. Words that occur in no other article, or in 10 %
    /// or more of all articles, are left out.
    package func mostSignificant(_ source: any TermStatistics) throws -> [String] {
        let frequent = counts.filter { $0.value.count > 0.5 && !StopWords.isStop($0.value.word) }
            .sorted { a, b in
                a.value.count != b.value.count ? a.value.count > b.value.count : a.key.lexicographicallyPrecedes(b.key)
            }.prefix(Self.candidates)
        try source.prepare(
            frequent.flatMap { RelevanceQuery.indexTerms(of: ScoredText(units: QueryUnits($0.value.word))) })
        var scored: [(word: String, score: Double)] = []
        for (_, value) in frequent {
            let articles = try Self.articles(with: value.word, source)
            guard articles > 1, articles < max(10, source.articleCount / 10) else { continue }
            scored.append((value.word, value.count * Ranking.idf(articles: articles, of: source.articleCount)))
        }
        scored.sort { $0.score != $1.score ? $0.score > $1.score : $0.word < $1.word }
        return scored.prefix(Self.count).map(\.word)
    }

    /// For a word of several characters, the document frequency of its rarest bigram.
    private static func articles(with word: String, _ source: any TermStatistics) throws -> Int {
        let units = QueryUnits(word)
        var least = Int.max
        for (index, unit) in units.units.enumerated() {
            if !unit.isCharacter {
                least = min(least, try WordForms(unit).terms.reduce(0) { try $0 + source.articles(with: $1) })
            } else if index + 1 < units.units.count, units.units[index + 1].isCharacter {
                least = min(least, try source.articles(with: unit.term + units.units[index + 1].term))
            }
        }
        return least == .max ? 0 : least
    }
}
