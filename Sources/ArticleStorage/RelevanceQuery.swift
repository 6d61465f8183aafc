internal import TextAnalysis

/// The positive text of a query as the closer look needs it: numbered terms with their weights.
struct RelevanceQuery {
    /// A kind of evidence, each with a bag of its own.
    enum Bag: Int, CaseIterable {
        case grams, exact, characters, pairs
    }

    /// What a term is made of, as the second stage looks for it.
    enum Shape {
        /// Two neighbouring characters.
        case gram(UInt32, UInt32)
        case character(UInt32)
        /// Hashes of a word and of its stem.
        case word(UInt64, stem: UInt64)
        /// Two units by their numbers in `pairUnits`.
        case pair
    }

    struct Term {
        var bag: Bag
        var shape: Shape
        /// Stop weight times idf times how often the query has it.
        var weight: Double
        /// The same for one occurrence, for the window.
        var single: Double
        var articles: Int
        var text: [UInt8]
        /// The terms of the index that count for a word.
        var indexTerms: [[UInt8]] = []
    }

    private(set) var terms: [Term] = []
    /// Term of the index → numbers of terms that it counts for.
    private(set) var lookup = TermTable()
    /// Pairs of unit numbers → number of the term.
    private(set) var pairs: [UInt64: Int] = [:]
    /// Distinct units that take part in pairs: their hash → number.
    private(set) var pairUnits = TermTable()

    init(_ wanted: [WantedText], statistics: IndexStatistics) throws {
        var last: QueryUnits.Unit?
        for text in wanted {
            if let last, let first = text.units.units.first { try addPair(last, first, statistics) }
            try add(text, statistics)
            last = text.units.units.last
        }
        for index in terms.indices {
            let idf = Ranking.idf(articles: terms[index].articles, of: statistics.articleCount)
            terms[index].weight *= idf
            terms[index].single *= idf
        }
    }

    /// How many of the best are looked at closely: fewer where the query is one term, as neighbours and windows say
    /// nothing then.
    var closeLookCount: Int {
        terms.reduce(0) { $0 + ($1.bag == .grams ? 1 : 0) } > 1 ? Ranking.rerankCount : Ranking.rerankCountOfOneTerm
    }

    /// A single word and nothing else, in a script with spaces.
    var isOneWord: Bool {
        terms.count <= 2 && terms.count { $0.bag == .grams } == 1 && terms.allSatisfy { !$0.indexTerms.isEmpty }
    }

    /// The weight of one term of the index in the first stage, 0 where it does not score.
    func weight(ofIndexTerm term: [UInt8]) -> Double? {
        lookup.first(hash: TermTable.hash(term.span)).map { terms[$0].weight }
    }

    private mutating func add(_ wanted: WantedText, _ statistics: IndexStatistics) throws {
        let units = wanted.units.units
        let stop = units.map(Self.stopWeight)
        for (index, unit) in units.enumerated() {
            let next = index + 1 < units.count ? units[index + 1] : nil
            let previous = index > 0 ? units[index - 1] : nil
            if unit.isCharacter {
                let scalar = UTF8Decoding.firstScalar(unit.term.span) ?? 0
                let alone = Shape.character(scalar)
                try add(.characters, unit.term, alone, stop[index]) {
                    try statistics.articles(withCharacter: unit.term)
                }
                if let next, next.isCharacter, next.gap != .space {
                    let gram = unit.term + next.term
                    let shape = Shape.gram(scalar, UTF8Decoding.firstScalar(next.term.span) ?? 0)
                    try add(.grams, gram, shape, (stop[index] + stop[index + 1]) / 2) {
                        try statistics.articles(with: gram)
                    }
                } else if !(previous?.isCharacter == true && unit.gap != .space) {
                    // A lone character is its own gram; it is looked up as the beginning of many.
                    try add(.grams, unit.term, alone, stop[index]) {
                        try statistics.articles(withCharacter: unit.term)
                    }
                }
            } else {
                let forms = WordForms(unit)
                let stem = forms.stem
                let shape = Shape.word(TermTable.hash(unit.term.span), stem: TermTable.hash(stem.span))
                if WordForms.hasStems(stem) {
                    try add(
                        .grams, [WordForms.stemMark] + stem, shape, stop[index] * (1 - Ranking.exactWeight), forms.terms
                    ) {
                        try forms.terms.reduce(0) { try $0 + statistics.articles(with: $1) }
                    }
                    try add(.exact, unit.term, shape, stop[index] * Ranking.exactWeight, [unit.term]) {
                        try statistics.articles(with: unit.term)
                    }
                } else {
                    try add(.grams, unit.term, shape, stop[index], [unit.term]) {
                        try statistics.articles(with: unit.term)
                    }
                }
            }
            if let next, next.gap != .punctuation { try addPair(unit, next, statistics) }
        }
    }

    private mutating func add(
        _ bag: Bag, _ text: [UInt8], _ shape: Shape, _ weight: Double, _ indexTerms: [[UInt8]] = [],
        articles: () throws -> Int
    ) rethrows {
        let scale = bag == .characters ? Ranking.characterWeight : 1
        let key = Self.key(bag, text)
        if let known = lookup.first(hash: key) {
            terms[known].weight += weight * scale
        } else {
            lookup.insert(hash: key, value: terms.count)
            let value = weight * scale
            terms.append(
                Term(
                    bag: bag, shape: shape, weight: value, single: value, articles: try articles(), text: text,
                    indexTerms: indexTerms))
        }
    }

    /// Neighbours of which one at least is a word; two characters are a gram.
    private mutating func addPair(_ a: QueryUnits.Unit, _ b: QueryUnits.Unit, _ statistics: IndexStatistics) throws {
        guard !(a.isCharacter && b.isCharacter) else { return }
        let stop = (Self.stopWeight(a) + Self.stopWeight(b)) / 2
        let first = number(of: a)
        let second = number(of: b)
        let key = UInt64(first) << 32 | UInt64(second)
        if let known = pairs[key] {
            terms[known].weight += stop * Ranking.pairWeight
            return
        }
        // No index term tells how many articles have the pair: a tenth of those that have its rarer half.
        let rarer = try min(Self.articles(with: a, statistics), Self.articles(with: b, statistics))
        let expected = max(1, rarer / 10)
        pairs[key] = terms.count
        terms.append(
            Term(
                bag: .pairs, shape: .pair, weight: stop * Ranking.pairWeight, single: 0, articles: expected,
                text: a.term + [0x20] + b.term))
    }

    private static func stopWeight(_ unit: QueryUnits.Unit) -> Double { unit.isStop ? Ranking.stopWeight : 1 }

    private static func articles(with unit: QueryUnits.Unit, _ statistics: IndexStatistics) throws -> Int {
        unit.isCharacter
            ? try statistics.articles(withCharacter: unit.term)
            : try WordForms(unit).terms.reduce(0) { try $0 + statistics.articles(with: $1) }
    }

    private mutating func number(of unit: QueryUnits.Unit) -> Int {
        let hash = TermTable.hash((unit.isCharacter ? unit.term : WordForms(unit).stem).span)
        if let known = pairUnits.first(hash: hash) { return known }
        let number = pairUnits.count + 1
        pairUnits.insert(hash: hash, value: number)
        return number
    }

    /// Keys of the lookup: grams as the index has them (a stem is marked by its byte), the others apart from them.
    static func key(_ bag: Bag, _ text: [UInt8]) -> UInt64 { TermTable.hash(text.span) &+ salt(bag) }
    static func salt(_ bag: Bag) -> UInt64 {
        switch bag {
        case .grams: 0
        case .exact: 0x9E37_79B9_7F4A_7C15
        case .characters: 0xC2B2_AE3D_27D4_EB4F
        case .pairs: 0x1656_67B1_9E37_79F9
        }
    }
}

/// A small map from 64-bit hashes of terms to numbers, for looking up each token of a text.
struct TermTable {
    private var slots: [(hash: UInt64, value: Int32)] = Array(repeating: (0, -1), count: 64)
    private(set) var count = 0

    /// FNV-1a with a final mix; a query has few terms, so 64 bits do not collide.
    static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 32)
    }

    /// The hash of the term with the stem's mark in front.
    static func markedHash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = (0xCBF2_9CE4_8422_2325 ^ UInt64(WordForms.stemMark)) &* 0x100_0000_01B3
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 32)
    }

    mutating func insert(hash: UInt64, value: Int) {
        if (count + 1) * 2 > slots.count { grow() }
        place(hash, Int32(value))
        count += 1
    }

    func first(hash: UInt64) -> Int? {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].value >= 0 {
            if slots[slot].hash == hash { return Int(slots[slot].value) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func place(_ hash: UInt64, _ value: Int32) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].value >= 0 { slot = (slot + 1) & mask }
        slots[slot] = (hash, value)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, -1), count: old.count * 2)
        for entry in old where entry.value >= 0 { place(entry.hash, entry.value) }
    }
}
