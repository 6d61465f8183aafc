internal import TextAnalysis

/// The second stage: one article's units are read in order and scored with the whole formula.
///
/// - Complexity: some nanoseconds a unit of the article, whatever the length of the query.
struct RelevanceScorer {
    /// A word of the query, as `ForwardUnits` writes it.
    private struct Word {
        /// The 29 bits of both codes.
        var bits: UInt32
        /// The grams' term of its stem, and the term of its exact form.
        var term = -1
        var exact = -1
        var pairUnit = 0
    }

    private struct Character {
        var term = -1
        /// Where the character is looked for alone.
        var loneGram = -1
        var pairUnit = 0
    }

    private let query: RelevanceQuery
    private let averageLength: Double
    /// First code of a unit → number of the character, or `maybeWord`, or 0 for what the query has not.
    private var table = [UInt16](repeating: 0, count: 1 << 16)
    private static let maybeWord: UInt16 = 0xFFFF
    private var characters: [Character] = [Character()]
    private var words: [Word] = []
    /// Numbers of two characters → term.
    private var grams: [UInt32: Int] = [:]
    /// Of each term, hits by weight: one in the title counts as several.
    private var frequencies: [Double]
    private var windowHits: [(unit: Int, term: Int)] = []
    private var windowCounts: [Int]

    init(query: RelevanceQuery, averageLength: Double) {
        self.query = query
        self.averageLength = averageLength
        frequencies = Array(repeating: 0, count: query.terms.count)
        windowCounts = Array(repeating: 0, count: query.terms.count)
        for (index, term) in query.terms.enumerated() { add(term, index) }
    }

    struct Score {
        var bags: [Double]
        var window: Double
        var total: Double { bags.reduce(window, +) }
        var parts: [ScorePart] {
            zip(["grams", "exact", "characters", "neighbours"], bags).map { ScorePart(name: $0, value: $1) }
                + [ScorePart(name: "window", value: window)]
        }
    }

    /// - Parameter codes: the article's units, as `ForwardUnits` has them.
    mutating func score(_ codes: [UInt16]) -> Score {
        for index in frequencies.indices { frequencies[index] = 0 }
        let titleEnd = codes.firstIndex(of: ForwardUnits.endOfTitle) ?? 0
        let titleUnits = scan(codes.span, 0..<titleEnd, weight: Ranking.titleWeight)
        var window = bestWindow()
        let bodyUnits = scan(codes.span, min(titleEnd + 1, codes.count)..<codes.count, weight: 1)
        window = max(window, bestWindow())
        let length = Ranking.titleWeight * Double(titleUnits) + Double(bodyUnits)
        let norm = Ranking.k1 * (1 - Ranking.b + Ranking.b * length / averageLength)
        var score = Score(
            bags: Array(repeating: 0, count: RelevanceQuery.Bag.allCases.count), window: window * Ranking.windowWeight)
        for (index, term) in query.terms.enumerated() {
            let frequency = frequencies[index]
            guard frequency > 0 else { continue }
            score.bags[term.bag.rawValue] += term.weight * frequency * (Ranking.k1 + 1) / (frequency + norm)
        }
        return score
    }

    // MARK: - The query's units

    private mutating func add(_ term: RelevanceQuery.Term, _ index: Int) {
        switch term.shape {
        case .gram(let first, let second):
            guard let first = number(first), let second = number(second) else { return }
            grams[UInt32(first) << 16 | UInt32(second)] = index
        case .character(let scalar):
            guard let number = number(scalar) else { return }
            if term.bag == .grams { characters[number].loneGram = index } else { characters[number].term = index }
        case .word(let word, let stem):
            let codes = ForwardUnits.codes(word: word, stem: stem)
            let bits = UInt32(codes.0 - ForwardUnits.firstWordCode) << 16 | UInt32(codes.1)
            var new = Word(bits: bits)
            new.pairUnit = query.pairUnits.first(hash: stem) ?? 0
            if term.bag == .exact { new.exact = index } else { new.term = index }
            words.append(new)
            table[Int(codes.0)] = Self.maybeWord
        case .pair: break
        }
    }

    /// The number of a character, from 1; nil for one that articles hold in two codes, which only the first stage sees.
    private mutating func number(_ scalar: UInt32) -> Int? {
        guard let code = ForwardUnits.code(character: scalar), characters.count < Int(Self.maybeWord) else {
            return nil
        }
        if table[Int(code)] == 0 {
            table[Int(code)] = UInt16(characters.count)
            var new = Character()
            new.pairUnit = query.pairUnits.first(hash: TermTable.hash(UTF8Decoding.bytes(of: scalar).span)) ?? 0
            characters.append(new)
        }
        return Int(table[Int(code)])
    }

    // MARK: - The article's units

    /// Counts the query's terms in a part of the units; returns how many units it has.
    private mutating func scan(_ codes: Span<UInt16>, _ range: Range<Int>, weight: Double) -> Int {
        windowHits.removeAll(keepingCapacity: true)
        let lookup = table
        let table = lookup.span
        var units = 0
        // The unit before: its number among the pairs, whether it is a word, its number as a character.
        var previousPair = 0
        var previousIsWord = false
        var previousCharacter = 0
        var index = range.lowerBound
        while index < range.upperBound {
            let code = codes[index]
            index += 1
            let found = table[Int(code)]
            if code >= ForwardUnits.firstWordCode, code <= ForwardUnits.lastWordCode {
                units += 1
                previousCharacter = 0
                var pairUnit = 0
                if found != 0, index < range.upperBound {
                    pairUnit = countWord(code, codes[index], units, weight)
                    if pairUnit != 0, previousPair != 0 { countPair(previousPair, pairUnit, weight) }
                }
                index += 1
                previousPair = pairUnit
                previousIsWord = true
                continue
            }
            guard found != 0 else {
                // Mostly this: a character that the query has not.
                if code > ForwardUnits.gap { units += 1 }
                if code != ForwardUnits.gap { previousPair = 0 }
                previousIsWord = false
                previousCharacter = 0
                continue
            }
            units += 1
            let number = Int(found)
            if previousCharacter != 0, let gram = grams[UInt32(previousCharacter) << 16 | UInt32(number)] {
                frequencies[gram] += weight
                windowHits.append((units - 1, gram))
            }
            let character = characters[number]
            if character.term >= 0 { frequencies[character.term] += weight }
            if character.loneGram >= 0 {
                frequencies[character.loneGram] += weight
                windowHits.append((units, character.loneGram))
            }
            if previousIsWord, previousPair != 0, character.pairUnit != 0 {
                countPair(previousPair, character.pairUnit, weight)
            }
            previousPair = character.pairUnit
            previousIsWord = false
            previousCharacter = number
        }
        return units
    }

    /// Counts a word that may be one of the query's; returns its number among the pairs.
    private mutating func countWord(_ first: UInt16, _ second: UInt16, _ unit: Int, _ weight: Double) -> Int {
        let bits = UInt32(first - ForwardUnits.firstWordCode) << 16 | UInt32(second)
        var pairUnit = 0
        for word in words where word.bits >> 7 == bits >> 7 {
            pairUnit = word.pairUnit
            if word.term >= 0 {
                frequencies[word.term] += weight
                windowHits.append((unit, word.term))
            }
            if word.exact >= 0, word.bits == bits { frequencies[word.exact] += weight }
        }
        return pairUnit
    }

    private mutating func countPair(_ first: Int, _ second: Int, _ weight: Double) {
        if let term = query.pairs[UInt64(first) << 32 | UInt64(second)] { frequencies[term] += weight }
    }

    /// The largest sum of distinct grams' weights within so many units.
    private mutating func bestWindow() -> Double {
        guard windowHits.count > 1 else { return windowHits.first.map { query.terms[$0.term].single } ?? 0 }
        var best = 0.0
        var sum = 0.0
        var first = 0
        for index in windowCounts.indices { windowCounts[index] = 0 }
        for hit in windowHits {
            if windowCounts[hit.term] == 0 { sum += query.terms[hit.term].single }
            windowCounts[hit.term] += 1
            while windowHits[first].unit + Ranking.windowUnits <= hit.unit {
                let old = windowHits[first].term
                windowCounts[old] -= 1
                if windowCounts[old] == 0 { sum -= query.terms[old].single }
                first += 1
            }
            best = max(best, sum)
        }
        return best
    }
}
