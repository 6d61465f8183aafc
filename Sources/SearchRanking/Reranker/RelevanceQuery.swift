internal import TextAnalysis

/// The text of a query without exclusions, for the reranker: numbered terms with weights.
package struct RelevanceQuery {
    /// A group of terms that are scored together.
    package enum Bag: Int, CaseIterable {
        case terms, exact, characters, adjacent
    }

    package struct Term {
        package var bag: Bag
        /// The weight of its units × idf × (1 + 0.5 for each further occurrence in the query).
        package var weight: Double
        /// The weight of one occurrence in the query; used to score windows.
        package var single: Double
        package var articles: Int
        package var text: [UInt8]
        /// The index terms that count for this term; no two of them are at the same position. Empty if the index has
        /// none.
        var indexTerms: [[UInt8]] = []
        /// The number of units that the term covers.
        package var width = 1
        /// If the term is a single character, that character, which occurs wherever an index term begins with it;
        /// otherwise nil.
        var character: UInt32?
        /// Whether the term is a word of a script with spaces.
        var isWord: Bool { bag == .terms && width == 1 && character == nil }
    }

    /// A term of the bag `terms` at its place in the query.
    private struct Occurrence {
        var term: Int
        var units: Range<Int>
        var isCharacters: Bool
        var stop: Double
    }

    package private(set) var terms: [Term] = []
    /// Several words of the query joined into one (`email` for `e-mail`). They are highlighted, but not scored.
    package private(set) var joined: [[UInt8]] = []
    /// Index terms that are highlighted in hits, but not scored.
    private(set) var marked: [[UInt8]] = []
    /// Maps each index term to the numbers of the terms that it counts for.
    package private(set) var lookup = TermTable()
    /// Maps each pair of adjacent terms to the number of the adjacency.
    package private(set) var adjacent: [UInt64: Int] = [:]
    /// Computes what the texts of candidates add to their scores; nil for most queries.
    package private(set) var mix: TextMix?
    /// Recognises titles that are identical to the query.
    package private(set) var title = TitleMatch.none
    /// The maximum number of terms with a bit for adjacency.
    static let maxAdjacentTerms = 64

    package init(_ texts: [ScoredText], _ source: any TermStatistics) throws {
        joined = WordForms.joinedForms(of: texts)
        var last: Occurrence?
        let kinds = AnswerKind.flags(in: texts)
        let wordWeight = texts.contains { Self.scoresSingleCharacters($0) } ? Ranking.mixedWordWeight : 1
        for (number, text) in texts.enumerated() {
            let occurrences = try add(text, isKind: kinds[number], wordWeight: wordWeight, source)
            if let last, let first = occurrences.first { addAdjacent(last, first) }
            last = occurrences.last
            marked += text.marked
        }
        for index in terms.indices {
            let idf = Ranking.idf(articles: terms[index].articles, of: source.articleCount)
            terms[index].weight *= idf
            terms[index].single *= idf
        }
        title = titleMatch(texts)
        mix = TextMix(texts) { unit in
            let keys = [unit.term] + WordForms(unit).terms
            return keys.compactMap { number(ofIndexTerm: $0) }.first.map { terms[$0].weight } ?? 0
        }
    }

    /// Recognises titles identical to the query. Function words may be missing in the title; single characters are not
    /// looked up there.
    private func titleMatch(_ texts: [ScoredText]) -> TitleMatch {
        var numbers: Set<Int> = []
        var length = 0
        for text in texts {
            length += text.units.units.count
            for (index, unit) in text.units.units.enumerated() {
                let next = index + 1 < text.units.units.count ? text.units.units[index + 1] : nil
                if unit.isStop || unit.isCharacter && next?.isStop == true { continue }
                let keys = unit.isCharacter ? [unit.term + (next?.term ?? [])] : [unit.term] + WordForms(unit).terms
                guard let number = keys.compactMap({ number(ofIndexTerm: $0) }).first else { continue }
                if terms[number].character == nil { numbers.insert(number) }
            }
        }
        let sum = terms.reduce(0) { $0 + $1.weight }
        return TitleMatch(
            terms: numbers.sorted(), maxLength: length + (length > 1 ? 1 : 0),
            gain: Ranking.titleGain * Ranking.maxImpact * sum)
    }

    /// The index terms that score for a text, including the inflections of its words.
    package static func indexTerms(of scored: ScoredText) -> [[UInt8]] {
        let units = scored.units.units
        return units.indices.flatMap { index -> [[UInt8]] in
            let unit = units[index]
            if !unit.isCharacter { return [unit.term] + WordForms(unit).terms }
            guard index + 1 < units.count, units[index + 1].isCharacter else { return [] }
            return [unit.term + units[index + 1].term] + QueryUnits.otherBigrams(unit, units[index + 1])
        }
    }

    /// The number of hits to rerank: fewer for a query of one term, which has no adjacent terms and no window.
    package var rerankDepth: Int {
        if mix != nil { return TextMix.depth }
        return terms.reduce(0) { $0 + ($1.bag == .terms ? 1 : 0) } > 1
            ? Ranking.rerankCount : Ranking.rerankCountOfOneTerm
    }

    /// The number of the term for which an index term counts in the first stage; nil if there is none.
    package func number(ofIndexTerm term: [UInt8]) -> Int? { lookup.first(hash: TermTable.hash(term.span)) }

    private mutating func add(
        _ scored: ScoredText, isKind: [Bool], wordWeight: Double, _ source: any TermStatistics
    ) throws -> [Occurrence] {
        let units = scored.units.units
        var occurrences: [Occurrence] = []
        var run = 0..<0
        for (index, unit) in units.enumerated() {
            let before = occurrences.last
            let stop = Self.weight(unit, isKind: isKind[index], wordWeight: wordWeight)
            if unit.isCharacter {
                let character = UTF8Decoding.firstScalar(unit.term.span) ?? 0
                if !run.contains(index) { run = Self.run(around: index, in: units) }
                // A run of two characters is a word, and a quoted text is meant literally: their single characters do
                // not count. Neither do function characters, which most articles have.
                if run.count != 2, !scored.exact || run.count == 1, !unit.isStop {
                    _ = try add(.characters, unit.term, stop, character: character) {
                        try source.articles(withCharacter: unit.term)
                    }
                }
                if index + 1 < run.upperBound {
                    let next = units[index + 1]
                    let bigram = unit.term + next.term
                    let weight = (stop + Self.weight(next, isKind: isKind[index + 1], wordWeight: wordWeight)) / 2
                    let term = try add(bigram, QueryUnits.otherBigrams(unit, next), weight, source)
                    occurrences.append(
                        Occurrence(term: term, units: index..<index + 2, isCharacters: true, stop: stop))
                } else if run.count == 1 {
                    // A single character is a term; its document frequency is that of a prefix.
                    let term = try add(.terms, unit.term, stop, character: character) {
                        try source.articles(withCharacter: unit.term)
                    }
                    occurrences.append(
                        Occurrence(term: term, units: index..<index + 1, isCharacters: true, stop: stop))
                } else {
                    continue
                }
            } else {
                let term = try addWord(unit, exact: scored.exact, stop, source)
                occurrences.append(Occurrence(term: term, units: index..<index + 1, isCharacters: false, stop: stop))
            }
            if let before, let now = occurrences.last, before.units.upperBound == now.units.lowerBound,
                unit.gap != .punctuation
            {
                addAdjacent(before, now)
            }
        }
        return occurrences
    }

    /// Adds a bigram. Its other forms count for it, as inflections count for a word.
    private mutating func add(
        _ bigram: [UInt8], _ others: [[UInt8]], _ weight: Double, _ source: any TermStatistics
    ) throws -> Int {
        guard !others.isEmpty else {
            return try add(.terms, bigram, weight, [bigram], width: 2) { try source.articles(with: bigram) }
        }
        let forms = [bigram] + others
        let term = try add(.terms, bigram, weight * (1 - Ranking.exactWeight), forms, width: 2) {
            try forms.reduce(0) { try $0 + source.articles(with: $1) }
        }
        for form in others where number(ofIndexTerm: form) == nil {
            lookup.insert(hash: TermTable.hash(form.span), value: term)
        }
        _ = try add(.exact, bigram, weight * Ranking.exactWeight, [bigram]) { try source.articles(with: bigram) }
        return term
    }

    private mutating func addWord(
        _ unit: QueryUnits.Unit, exact: Bool, _ stop: Double, _ source: any TermStatistics
    ) throws -> Int {
        let forms = WordForms(unit)
        let stem = forms.stem
        guard WordForms.hasStems(stem) || !unit.otherStems.isEmpty, !exact else {
            return try add(.terms, unit.term, stop, [unit.term]) { try source.articles(with: unit.term) }
        }
        let term = try add(
            .terms, [WordForms.stemMark] + stem, stop * (1 - Ranking.exactWeight), forms.terms
        ) {
            try forms.terms.reduce(0) { try $0 + source.articles(with: $1) }
        }
        for form in forms.terms where number(ofIndexTerm: form) == nil {
            lookup.insert(hash: TermTable.hash(form.span), value: term)
        }
        _ = try add(.exact, unit.term, stop * Ranking.exactWeight, [unit.term]) {
            try source.articles(with: unit.term)
        }
        return term
    }

    /// The run of adjacent characters around the one at `index`.
    private static func run(around index: Int, in units: [QueryUnits.Unit]) -> Range<Int> {
        var lower = index
        while lower > 0, units[lower].gap != .space, units[lower - 1].isCharacter { lower -= 1 }
        var upper = index + 1
        while upper < units.count, units[upper].isCharacter, units[upper].gap != .space { upper += 1 }
        return lower..<upper
    }

    /// The number of a term; adds it if it is new.
    private mutating func add(
        _ bag: Bag, _ text: [UInt8], _ weight: Double, _ indexTerms: [[UInt8]] = [], width: Int = 1,
        character: UInt32? = nil, articles: () throws -> Int
    ) rethrows -> Int {
        let value = bag == .characters ? weight * Ranking.characterWeight : weight
        let key = Self.key(bag, text)
        if let known = lookup.first(hash: key) {
            terms[known].weight += value * Ranking.repeatWeight
            return known
        }
        lookup.insert(hash: key, value: terms.count)
        terms.append(
            Term(
                bag: bag, weight: value, single: value, articles: try articles(), text: text, indexTerms: indexTerms,
                width: width, character: character))
        return terms.count - 1
    }

    /// Adds two adjacent terms, at least one of them a word; two adjacent characters are already a bigram.
    private mutating func addAdjacent(_ a: Occurrence, _ b: Occurrence) {
        guard !(a.isCharacters && b.isCharacters), a.term < Self.maxAdjacentTerms, b.term < Self.maxAdjacentTerms else {
            return
        }
        let weight = (a.stop + b.stop) / 2 * Ranking.adjacentWeight
        let key = Self.adjacencyKey(a.term, b.term)
        if let known = adjacent[key] {
            terms[known].weight += weight
            return
        }
        // The index has no document frequency for adjacent terms. It is estimated as 10 % of that of the rarer term.
        let expected = max(1, min(terms[a.term].articles, terms[b.term].articles) / 10)
        adjacent[key] = terms.count
        terms.append(
            Term(
                bag: .adjacent, weight: weight, single: 0, articles: expected,
                text: terms[a.term].text + [0x20] + terms[b.term].text))
    }

    static func adjacencyKey(_ first: Int, _ second: Int) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

    static func terms(ofAdjacency key: UInt64) -> (first: Int, second: Int) {
        (Int(key >> 32), Int(key & 0xFFFF_FFFF))
    }

    private static func weight(_ unit: QueryUnits.Unit, isKind: Bool, wordWeight: Double) -> Double {
        if unit.isStop { return Ranking.stopWeight }
        return (isKind ? Ranking.answerKindWeight : 1) * (unit.isCharacter ? 1 : wordWeight)
    }

    /// Whether a text has a run of at least three characters, which score singly too.
    private static func scoresSingleCharacters(_ scored: ScoredText) -> Bool {
        let units = scored.units.units
        guard !scored.exact else { return false }
        return units.indices.contains { units[$0].isCharacter && run(around: $0, in: units).count > 2 }
    }

    /// Lookup keys. The bag `terms` uses the index terms (a stem includes its marker byte); each other bag adds its own
    /// salt.
    package static func key(_ bag: Bag, _ text: [UInt8]) -> UInt64 { TermTable.hash(text.span) &+ salt(bag) }
    package static func salt(_ bag: Bag) -> UInt64 {
        switch bag {
        case .terms: 0
        case .exact: 0x9E37_79B9_7F4A_7C15
        case .characters: 0xC2B2_AE3D_27D4_EB4F
        case .adjacent: 0x1656_67B1_9E37_79F9
        }
    }
}
