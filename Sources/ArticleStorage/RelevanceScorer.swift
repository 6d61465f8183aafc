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
    /// Whether the query may have a unit that begins with a code, by the code's low bits: small, so that it stays in the
    /// nearest cache.
    private var filter = [UInt8](repeating: 0, count: 4_096)
    private static let filterMask: UInt16 = 4_095
    /// Code of a character → its number, from 1.
    private var numbers: [UInt16: Int] = [:]
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
        let norm = Ranking.norm(
            length: Ranking.frequency(title: titleUnits, body: bodyUnits), average: averageLength)
        var score = Score(
            bags: Array(repeating: 0, count: RelevanceQuery.Bag.allCases.count), window: window * Ranking.windowWeight)
        for (index, term) in query.terms.enumerated() {
            let frequency = frequencies[index]
            guard frequency > 0 else { continue }
            score.bags[term.bag.rawValue] += Ranking.score(weight: term.weight, frequency: frequency, norm: norm)
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
            filter[Int(codes.0 & Self.filterMask)] = 1
        case .pair: break
        }
    }

    /// The number of a character, from 1; nil for one that articles hold in two codes, which only the first stage sees.
    private mutating func number(_ scalar: UInt32) -> Int? {
        guard let code = ForwardUnits.code(character: scalar) else { return nil }
        if let known = numbers[code] { return known }
        var new = Character()
        new.pairUnit = query.pairUnits.first(hash: TermTable.hash(UTF8Decoding.bytes(of: scalar).span)) ?? 0
        characters.append(new)
        numbers[code] = characters.count - 1
        filter[Int(code & Self.filterMask)] = 1
        return characters.count - 1
    }

    // MARK: - The article's units

    /// The last unit that the query may have.
    private struct Previous {
        /// Where it ends; only what follows there is its neighbour.
        var end = -2
        /// Its number among the pairs.
        var pairUnit = 0
        var isWord = false
        /// Its number as a character.
        var character = 0
    }

    /// Counts the query's terms in a part of the units; returns how many units it has.
    private mutating func scan(_ codes: Span<UInt16>, _ range: Range<Int>, weight: Double) -> Int {
        windowHits.removeAll(keepingCapacity: true)
        let lookup = filter
        let filter = lookup.span
        var units = 0
        var previous = Previous()
        var index = range.lowerBound
        while index < range.upperBound {
            let code = codes[index]
            let isWord = code &- ForwardUnits.firstWordCode < ForwardUnits.wordCodes
            if filter[Int(code & Self.filterMask)] != 0 {
                if index != previous.end {
                    // A space between characters parts pairs of characters, not neighbours.
                    let isParted = index == previous.end + 1 && codes[previous.end] == ForwardUnits.gap
                    previous = isParted ? Previous(pairUnit: previous.pairUnit, isWord: previous.isWord) : Previous()
                }
                let unit = units + 1
                if isWord {
                    let second = index + 1 < range.upperBound ? codes[index + 1] : 0
                    let pairUnit = countWord(code, second, unit, weight)
                    if pairUnit != 0, previous.pairUnit != 0 { countPair(previous.pairUnit, pairUnit, weight) }
                    previous = Previous(end: index + 2, pairUnit: pairUnit, isWord: true)
                } else if let number = numbers[code] {
                    count(character: number, after: previous, unit, weight)
                    previous = Previous(end: index + 1, pairUnit: characters[number].pairUnit, character: number)
                }
            }
            units += code > ForwardUnits.gap ? 1 : 0
            index += isWord ? 2 : 1
        }
        return units
    }

    private mutating func count(character number: Int, after previous: Previous, _ unit: Int, _ weight: Double) {
        if previous.character != 0, let gram = grams[UInt32(previous.character) << 16 | UInt32(number)] {
            frequencies[gram] += weight
            windowHits.append((unit - 1, gram))
        }
        let character = characters[number]
        if character.term >= 0 { frequencies[character.term] += weight }
        if character.loneGram >= 0 {
            frequencies[character.loneGram] += weight
            windowHits.append((unit, character.loneGram))
        }
        if previous.isWord, previous.pairUnit != 0, character.pairUnit != 0 {
            countPair(previous.pairUnit, character.pairUnit, weight)
        }
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
