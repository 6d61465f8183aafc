internal import TextAnalysis

/// Counts the terms of a query in the units of an article, in order.
///
/// - Complexity: some nanoseconds a unit, independent of the length of the query.
package struct ForwardScorer {
    /// A word of the query, as `ForwardUnits` writes it.
    private struct Word {
        /// The 29 bits of both codes, and a mask of those that must agree.
        var bits: UInt32
        var mask: UInt32
        var term: Int
        var isTerm: Bool
    }

    private struct Character {
        var term = -1
        /// Term number of the character in the bag `terms`; -1 for none.
        var loneCharacter = -1
    }

    private let query: RelevanceQuery
    private var tally: TermTally
    /// Whether the query may have a unit that begins with a code, by its low bits; small enough for the L1 cache.
    private var filter = [UInt8](repeating: 0, count: 4_096)
    private static let filterMask: UInt16 = 4_095
    /// Code of a character → its number from 1.
    private var numbers: [UInt16: Int] = [:]
    private var characters: [Character] = [Character()]
    /// Index: number of the language. The words of the query as articles in the language have them; nil if not needed
    /// yet.
    private var wordsByLanguage: [[Word]?] = Array(repeating: nil, count: StemLanguage.allCases.count)
    /// The words for the current field.
    private var words: [Word] = []
    /// Numbers of two characters → term.
    private var bigrams: [UInt32: Int] = [:]

    package init(_ query: RelevanceQuery) {
        self.query = query
        tally = TermTally(query)
        for (index, term) in query.terms.enumerated() { add(term, index) }
        use(.english)
        // These marks pass the filter.
        filter[Int(ForwardUnits.endOfText)] = 1
        filter[Int(ForwardUnits.gap)] = 1
    }

    /// - Parameters:
    ///   - codes: the units of the article, as `ForwardUnits` encodes them.
    ///   - norm: see `TermTally`.
    package mutating func score(_ codes: [UInt16], norm: Double) -> RelevanceScore {
        tally.begin()
        let titleEnd = ForwardUnits.endOfTitle(in: codes.span) ?? 0
        let language = ForwardUnits.language(of: codes.span)
        use(language)
        scan(codes.span, min(language == .english ? 0 : 1, titleEnd)..<titleEnd, weight: Ranking.titleWeight)
        scan(codes.span, min(titleEnd + 1, codes.count)..<codes.count, weight: 1)
        return tally.score(norm: norm)
    }

    // MARK: - The query's units

    private mutating func add(_ term: RelevanceQuery.Term, _ index: Int) {
        switch term.shape {
        case .bigram(let first, let second):
            guard let first = number(first), let second = number(second) else { return }
            bigrams[UInt32(first) << 16 | UInt32(second)] = index
        case .character(let scalar):
            guard let number = number(scalar) else { return }
            if term.bag == .terms { characters[number].loneCharacter = index } else { characters[number].term = index }
        case .word, .stem, .adjacent: break
        }
    }

    /// Selects the words of the query for articles in a language.
    private mutating func use(_ language: StemLanguage) {
        let number = Int(language.rawValue)
        if wordsByLanguage[number] == nil {
            let words = query.terms.enumerated().flatMap { Self.words(of: $1, $0, language) }
            for word in words {
                filter[
                    Int((UInt16(truncatingIfNeeded: word.bits >> 16) &+ ForwardUnits.firstWordCode) & Self.filterMask)] =
                    1
            }
            wordsByLanguage[number] = words
        }
        words = wordsByLanguage[number] ?? []
    }

    private static func words(of term: RelevanceQuery.Term, _ index: Int, _ language: StemLanguage) -> [Word] {
        var found: [Word] = []
        func add(_ codes: (UInt16, UInt16), _ mask: UInt32) {
            let bits = ForwardUnits.bits(codes)
            if found.contains(where: { $0.bits & mask == bits & mask }) { return }
            found.append(Word(bits: bits, mask: mask, term: index, isTerm: term.bag == .terms))
        }
        switch term.shape {
        case .word(let word, let stem, let source), .stem(let word, let stem, let source):
            var mask = ForwardUnits.stemMask
            if case .word = term.shape { mask = ForwardUnits.formMask }
            if language == .english {
                add(ForwardUnits.codes(word: word, stem: stem), mask)
                break
            }
            let codes = ForwardUnits(of: source.span, language: language).codes
            if codes.count >= 2, ForwardUnits.isWord(codes[0]) { add((codes[0], codes[1]), mask) }
            // A short word may have no stem in articles, and may be the stem of a longer word.
            if case .stem = term.shape,
                let stem = Analyzer.shared.stemTerm(String(decoding: source, as: UTF8.self), language: language)
            {
                add(ForwardUnits.codes(word: word, stem: TermTable.hash(Array(stem.dropFirst()).span)), mask)
            }
        default: break
        }
        return found
    }

    /// The number of a character, from 1; nil for one that takes two codes, which only the first stage counts.
    private mutating func number(_ scalar: UInt32) -> Int? {
        guard let code = ForwardUnits.code(character: scalar) else { return nil }
        if let known = numbers[code] { return known }
        characters.append(Character())
        numbers[code] = characters.count - 1
        filter[Int(code & Self.filterMask)] = 1
        return characters.count - 1
    }

    // MARK: - The article's units

    /// The last unit that may be one of the query.
    private struct Previous {
        /// Its end: a unit is adjacent if it begins here.
        var end = -2
        /// A bit for each term that ends with it.
        var ending: UInt64 = 0
        /// The terms that ended before it.
        var before: UInt64 = 0
        /// Its number as a character.
        var character = 0
    }

    /// Counts the terms of the query in a range of units.
    private mutating func scan(_ codes: Span<UInt16>, _ range: Range<Int>, weight: Double) {
        let lookup = filter
        let filter = lookup.span
        var position: UInt32 = 0
        var previous = Previous()
        var index = range.lowerBound
        while index < range.upperBound {
            let code = codes[index]
            let isWord = ForwardUnits.isWord(code)
            if filter[Int(code & Self.filterMask)] != 0 {
                if index != previous.end { previous = Previous() }
                if isWord {
                    let second = index + 1 < range.upperBound ? codes[index + 1] : 0
                    let ending = countWord(ForwardUnits.bits((code, second)), position, weight)
                    countAdjacent(previous.ending, ending, weight)
                    previous = Previous(end: index + 2, ending: ending)
                } else if code == ForwardUnits.endOfText {
                    tally.endPart()
                    // Names have no language.
                    use(.english)
                    position = 0
                    previous = Previous()
                    index += 1
                    continue
                } else if code == ForwardUnits.gap {
                    // Characters that a space parts are adjacent, but no bigram.
                    previous = Previous(end: index + 1, ending: previous.ending)
                } else if let number = numbers[code] {
                    let ending = count(character: number, after: previous, position, weight)
                    previous = Previous(end: index + 1, ending: ending, before: previous.ending, character: number)
                }
            }
            position += code != ForwardUnits.gap ? 1 : 0
            index += isWord ? 2 : 1
        }
        tally.endPart()
    }

    /// Counts a character; returns the terms that end with it.
    private mutating func count(
        character number: Int, after previous: Previous, _ position: UInt32, _ weight: Double
    ) -> UInt64 {
        var ending: UInt64 = 0
        if previous.character != 0, let bigram = bigrams[UInt32(previous.character) << 16 | UInt32(number)] {
            tally.count(bigram, weight: weight)
            tally.record(bigram, at: position - 1)
            ending = Self.bit(bigram)
            countAdjacent(previous.before, ending, weight)
        }
        let character = characters[number]
        if character.term >= 0 { tally.count(character.term, weight: weight) }
        if character.loneCharacter >= 0 {
            tally.count(character.loneCharacter, weight: weight)
            tally.record(character.loneCharacter, at: position)
            let lone = Self.bit(character.loneCharacter)
            countAdjacent(previous.ending, lone, weight)
            ending |= lone
        }
        return ending
    }

    /// Counts a word that may be one of the query; returns its terms of the bag `terms`.
    private mutating func countWord(_ bits: UInt32, _ position: UInt32, _ weight: Double) -> UInt64 {
        var ending: UInt64 = 0
        for word in words where (word.bits ^ bits) & word.mask == 0 {
            tally.count(word.term, weight: weight)
            guard word.isTerm else { continue }
            tally.record(word.term, at: position)
            ending |= Self.bit(word.term)
        }
        return ending
    }

    private static func bit(_ term: Int) -> UInt64 { term < RelevanceQuery.maxAdjacentTerms ? 1 << UInt64(term) : 0 }

    private mutating func countAdjacent(_ first: UInt64, _ second: UInt64, _ weight: Double) {
        guard first != 0, second != 0 else { return }
        for a in 0..<RelevanceQuery.maxAdjacentTerms where first & 1 << UInt64(a) != 0 {
            for b in 0..<RelevanceQuery.maxAdjacentTerms where second & 1 << UInt64(b) != 0 {
                if let pair = query.adjacent[RelevanceQuery.adjacencyKey(a, b)] { tally.count(pair, weight: weight) }
            }
        }
    }
}
