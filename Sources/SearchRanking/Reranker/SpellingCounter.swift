private import TextAnalysis

/// Counts words that are spelled with the accents of the query. The index does not have accents.
struct SpellingCounter: TextFeatureCounting {
    /// Whether a single occurrence counts as much as many. A query of few words ranks all articles that contain its
    /// accents before those that do not.
    let countsPresence: Bool
    var usesDocumentFrequencies: Bool { !countsPresence }
    private static let fewWords = 3
    private(set) var weights: [Double] = []
    /// The spelling of each feature, in lower case.
    private let spellings: [String]
    /// The folded words.
    private var words = TermTable()
    /// The features of each folded word.
    private let features: [[Int]]
    private let starts: TermStarts
    /// The feature of each word as written, by the word's hash, so that each spelling is compared only once.
    private var known: [UInt64: Int?] = [:]

    /// nil if no word of the query has an accent.
    ///
    /// - Parameter weight: the weight of a word's index term.
    init?(_ texts: [ScoredText], weight: (QueryUnits.Unit) -> Double) {
        var terms: [[UInt8]] = []
        var spellings: [String] = []
        var features: [[Int]] = []
        var hasAccent = false
        for text in texts {
            let source = Array(text.source.utf8)
            for unit in text.units.units where !unit.isCharacter && unit.utf8Range.upperBound <= source.count {
                let spelling = Self.spelling(source[unit.utf8Range])
                if spelling != String(decoding: unit.term, as: UTF8.self) { hasAccent = true }
                let hash = TermTable.hash(unit.term.span)
                let word = words.first(hash: hash) ?? features.count
                if word == features.count {
                    words.insert(hash: hash, value: word)
                    features.append([])
                    terms.append(unit.term)
                }
                if features[word].contains(where: { spellings[$0] == spelling }) { continue }
                features[word].append(spellings.count)
                spellings.append(spelling)
                weights.append(weight(unit))
            }
        }
        guard hasAccent else { return nil }
        self.spellings = spellings
        self.features = features
        countsPresence = spellings.count <= Self.fewWords
        for index in weights.indices {
            weights[index] =
                countsPresence ? weights[index] * TextMix.spellingWeightOfFewWords : TextMix.spellingWeight
        }
        starts = TermStarts(terms)
    }

    mutating func count(_ text: Span<UInt8>, weight: Float, in frequencies: inout [Float], from start: Int) {
        Analyzer.shared.analyze(text, startingAs: starts) { term, kind, range in
            if kind == .word, let word = words.first(hash: TermTable.hash(term)),
                let feature = feature(of: word, text.extracting(range))
            {
                frequencies[start + feature] += weight
            }
            return true
        }
    }

    /// The feature of a word as it is written; nil if its accents differ from those in the query.
    private mutating func feature(of word: Int, _ written: Span<UInt8>) -> Int? {
        let hash = TermTable.hash(written)
        if let feature = known[hash] { return feature }
        var bytes: [UInt8] = []
        for index in written.indices { bytes.append(written[index]) }
        let spelling = Self.spelling(bytes[...])
        let feature = features[word].first { spellings[$0] == spelling }
        known[hash] = .some(feature)
        return feature
    }

    /// The word in lower case, without an elided article (`l'`).
    private static func spelling(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        guard let end = text.lastIndex(where: { $0 == "'" || $0 == "\u{2019}" }) else { return text }
        let rest = text[text.index(after: end)...]
        return rest.count > 1 ? String(rest) : text
    }
}
