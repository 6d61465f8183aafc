internal import TextAnalysis

/// The positive text of a query as the closer look needs it: numbered terms with their weights.
package struct RelevanceQuery {
    /// A kind of evidence, each with a bag of its own.
    package enum Bag: Int, CaseIterable {
        case terms, exact, characters, adjacent
    }

    /// What a term is made of, as the second stage looks for it in an article's units.
    package enum Shape {
        /// Two neighbouring characters.
        case bigram(UInt32, UInt32)
        case character(UInt32)
        /// Hashes of a word and of its English stem, and the word as it was typed, of which other languages have other
        /// stems; every word of its stem counts.
        case stem(UInt64, stem: UInt64, source: [UInt8])
        /// The same, where only the word itself counts.
        case word(UInt64, stem: UInt64, source: [UInt8])
        /// Two terms of the grams, one behind the other.
        case adjacent(first: Int, second: Int)
    }

    package struct Term {
        package var bag: Bag
        package var shape: Shape
        /// Stop weight times idf times how often the query has it.
        package var weight: Double
        /// The same for one occurrence, for the window.
        package var single: Double
        package var articles: Int
        package var text: [UInt8]
        /// The terms of the index that count for it, no two of them at one place; none where the index cannot say it.
        package var indexTerms: [[UInt8]] = []
        /// How many units it covers.
        package var width = 1
    }

    /// A term of the grams where the query has it.
    private struct Occurrence {
        var term: Int
        var units: Range<Int>
        var isCharacters: Bool
        var stop: Double
    }

    package private(set) var terms: [Term] = []
    /// Term of the index → numbers of terms that it counts for.
    package private(set) var lookup = TermTable()
    /// Two terms of the grams → number of the pair.
    package private(set) var adjacent: [UInt64: Int] = [:]
    /// Terms that can be part of a pair have a bit each.
    package static let maxAdjacentTerms = 64

    package init(_ texts: [ScoredText], _ source: any PostingSource) throws {
        var last: Occurrence?
        for text in texts {
            let occurrences = try add(text, source)
            if let last, let first = occurrences.first { addAdjacent(last, first) }
            last = occurrences.last
        }
        for index in terms.indices {
            let idf = Ranking.idf(articles: terms[index].articles, of: source.articleCount)
            terms[index].weight *= idf
            terms[index].single *= idf
        }
    }

    /// How many of the best are looked at closely: fewer where the query is one term, as neighbours and windows say
    /// nothing then.
    package var rerankDepth: Int {
        terms.reduce(0) { $0 + ($1.bag == .terms ? 1 : 0) } > 1 ? Ranking.rerankCount : Ranking.rerankCountOfOneTerm
    }

    /// Which of `terms` a term of the index counts for in the first stage; nil for none.
    package func number(ofIndexTerm term: [UInt8]) -> Int? { lookup.first(hash: TermTable.hash(term.span)) }

    private mutating func add(_ scored: ScoredText, _ source: any PostingSource) throws -> [Occurrence] {
        let units = scored.units.units
        var occurrences: [Occurrence] = []
        var run = 0..<0
        for (index, unit) in units.enumerated() {
            let before = occurrences.last
            let stop = Self.stopWeight(unit)
            if unit.isCharacter {
                let scalar = UTF8Decoding.firstScalar(unit.term.span) ?? 0
                let alone = Shape.character(scalar)
                if !run.contains(index) { run = Self.run(around: index, in: units) }
                // Two characters are a word, and a quoted text is meant as it stands: a character of them says nothing.
                if run.count != 2, !scored.exact || run.count == 1 {
                    _ = try add(.characters, unit.term, alone, stop) {
                        try source.articles(withCharacter: unit.term)
                    }
                }
                if index + 1 < run.upperBound {
                    let next = units[index + 1]
                    let bigram = unit.term + next.term
                    let shape = Shape.bigram(scalar, UTF8Decoding.firstScalar(next.term.span) ?? 0)
                    let weight = (stop + Self.stopWeight(next)) / 2
                    let term = try add(.terms, bigram, shape, weight, [bigram], width: 2) {
                        try source.articles(with: bigram)
                    }
                    occurrences.append(
                        Occurrence(term: term, units: index..<index + 2, isCharacters: true, stop: stop))
                } else if run.count == 1 {
                    // A lone character is its own gram; it is looked up as the beginning of many.
                    let term = try add(.terms, unit.term, alone, stop) {
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

    private mutating func addWord(
        _ unit: QueryUnits.Unit, exact: Bool, _ stop: Double, _ source: any PostingSource
    ) throws -> Int {
        let forms = WordForms(unit)
        let stem = forms.stem
        let hashes = (TermTable.hash(unit.term.span), TermTable.hash(stem.span))
        let word = Shape.word(hashes.0, stem: hashes.1, source: unit.source)
        guard WordForms.hasStems(stem) || !unit.otherStems.isEmpty, !exact else {
            return try add(.terms, unit.term, word, stop, [unit.term]) { try source.articles(with: unit.term) }
        }
        let term = try add(
            .terms, [WordForms.stemMark] + stem, .stem(hashes.0, stem: hashes.1, source: unit.source),
            stop * (1 - Ranking.exactWeight), forms.terms
        ) {
            try forms.terms.reduce(0) { try $0 + source.articles(with: $1) }
        }
        for form in forms.terms where number(ofIndexTerm: form) == nil {
            lookup.insert(hash: TermTable.hash(form.span), value: term)
        }
        _ = try add(.exact, unit.term, word, stop * Ranking.exactWeight, [unit.term]) {
            try source.articles(with: unit.term)
        }
        return term
    }

    /// The characters that stand together around one.
    private static func run(around index: Int, in units: [QueryUnits.Unit]) -> Range<Int> {
        var lower = index
        while lower > 0, units[lower].gap != .space, units[lower - 1].isCharacter { lower -= 1 }
        var upper = index + 1
        while upper < units.count, units[upper].isCharacter, units[upper].gap != .space { upper += 1 }
        return lower..<upper
    }

    /// The number of the term, which may be there already.
    private mutating func add(
        _ bag: Bag, _ text: [UInt8], _ shape: Shape, _ weight: Double, _ indexTerms: [[UInt8]] = [], width: Int = 1,
        articles: () throws -> Int
    ) rethrows -> Int {
        let value = bag == .characters ? weight * Ranking.characterWeight : weight
        let key = Self.key(bag, text)
        if let known = lookup.first(hash: key) {
            terms[known].weight += value
            return known
        }
        lookup.insert(hash: key, value: terms.count)
        terms.append(
            Term(
                bag: bag, shape: shape, weight: value, single: value, articles: try articles(), text: text,
                indexTerms: indexTerms, width: width))
        return terms.count - 1
    }

    /// Neighbours of which one at least is a word; two characters are a gram.
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
        // No index term tells how many articles have the pair: a tenth of those that have its rarer half.
        let expected = max(1, min(terms[a.term].articles, terms[b.term].articles) / 10)
        adjacent[key] = terms.count
        terms.append(
            Term(
                bag: .adjacent, shape: .adjacent(first: a.term, second: b.term), weight: weight, single: 0,
                articles: expected, text: terms[a.term].text + [0x20] + terms[b.term].text))
    }

    package static func adjacencyKey(_ first: Int, _ second: Int) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

    private static func stopWeight(_ unit: QueryUnits.Unit) -> Double { unit.isStop ? Ranking.stopWeight : 1 }

    /// Keys of the lookup: grams as the index has them (a stem is marked by its byte), the others apart from them.
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
