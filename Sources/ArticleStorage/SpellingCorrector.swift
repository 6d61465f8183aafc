internal import QueryLanguage
internal import SQLite
internal import TextAnalysis

/// Finds what a query that finds nothing was meant to be: words of the index that are a slip or two away, and Chinese
/// words that sound alike.
///
/// Nothing but the index's own vocabulary and titles is known, so whatever is suggested is there to be found.
struct SpellingCorrector {
    let statistics: IndexStatistics
    let titleWords: TitleWords

    /// One place of the query, and what may stand there instead, the most likely first.
    struct Correction {
        /// UTF-8 bytes of the query's text.
        var utf8Range: Range<Int>
        var words: [String]
    }

    private static let maxWords = 8
    private static let candidates = 3
    private static let maxLetters = 24
    /// A word in fewer than one of so many articles may be a slip; the word meant is in so many times more of them.
    private static let rareShare = 2_000
    private static let frequencyRatio = 20

    /// - Complexity: bounded: the first eight words of the query are looked at.
    func corrections(of query: Query) throws -> [Correction] {
        var out: [Correction] = []
        let text = Array(query.text.utf8)
        for term in Self.terms(of: query.root).prefix(Self.maxWords) {
            let bytes = Array(term.text.utf8)
            guard let start = Self.place(of: bytes, in: text, within: term.utf8Range) else { continue }
            for run in QueryUnits(term.text).runs {
                for part in run.isCharacters ? try characters(run) : try words(run) {
                    let range = part.utf8Range
                    out.append(
                        Correction(utf8Range: start + range.lowerBound..<start + range.upperBound, words: part.words))
                }
            }
        }
        return out
    }

    /// What the query asks to be there, as words.
    private static func terms(of node: QueryNode) -> [QueryTerm] {
        switch node {
        case .word(let term), .phrase(let term): [term]
        case .near(let nodes, _), .and(let nodes), .or(let nodes): nodes.flatMap(terms)
        case .field(let field, let inner): field == .title || field == .body ? terms(of: inner) : []
        case .prefix, .regex, .filter, .not: []
        }
    }

    /// A term's text begins behind its quote.
    private static func place(of term: [UInt8], in text: [UInt8], within range: Range<Int>) -> Int? {
        guard range.lowerBound >= 0, range.upperBound <= text.count, !term.isEmpty else { return nil }
        return range.first { start in
            start + term.count <= range.upperBound && text[start..<start + term.count].elementsEqual(term)
        }
    }

    // MARK: - Words

    /// Words that stand nowhere; where each stands somewhere, those that are rare beside one that is nearly the same.
    private func words(_ run: QueryUnits) throws -> [Correction] {
        try run.units.compactMap { unit in
            let known = try WordForms(unit).terms.reduce(0) { try $0 + statistics.articles(with: $1) }
            guard known <= statistics.articleCount / Self.rareShare, unit.term.count <= Self.maxLetters * 2 else {
                return nil
            }
            let word = Array(String(decoding: unit.term, as: UTF8.self).unicodeScalars)
            guard word.count > 2, word.count <= Self.maxLetters, word.contains(where: \.properties.isAlphabetic) else {
                return nil
            }
            var near = try neighbours(of: unit.term, word, known: known)
            if known == 0 {
                let sounds = try titleWords.words(soundingLike: unit.term, isWhole: true, limit: Self.candidates)
                let isFirst = near.isEmpty || sounds.contains { looksLikeSound(unit.term, of: $0.word) }
                near = isFirst ? sounds.map(\.word) + near : near
            }
            return near.isEmpty
                ? nil : Correction(utf8Range: unit.utf8Range, words: Array(near.prefix(Self.candidates)))
        }
    }

    /// More letters than first letters would be, or no vowel among them.
    private func looksLikeSound(_ letters: [UInt8], of word: String) -> Bool {
        letters.count > word.unicodeScalars.count + 1 || !letters.contains { "aeiou".utf8.contains($0) }
    }

    private func neighbours(of term: [UInt8], _ word: [Unicode.Scalar], known: Int) throws -> [String] {
        // Two slips in a word that is there after all are too many.
        let limit = word.count > 4 && known == 0 ? 2 : 1
        var found: [[UInt8]: (distance: Int, articles: Int)] = [:]
        // Most slips leave the beginning of a word as it is; where too much begins like that, a longer one.
        var size = word.count > 7 ? 4 : word.count > 4 ? 3 : 2
        while true {
            var begins = String.UnicodeScalarView()
            begins.append(contentsOf: word.prefix(size))
            let prefix = Array(String(begins).utf8)
            let isWhole = try statistics.scan(from: prefix, to: prefix + [0xFF]) { other in
                guard abs(other.term.count - term.count) <= 2 * limit, other.term != term else { return }
                let scalars = Array(other.text.unicodeScalars)
                if let distance = EditDistance.between(word, scalars, limit: limit) {
                    found[other.term] = (distance, other.articles)
                }
            }
            if isWhole || size + 2 >= word.count { break }
            size += 2
        }
        if WordForms.hasStems(term) {
            for other in EditDistance.neighbours(of: term, within: size) where found[other] == nil {
                let articles = try statistics.articles(with: other)
                if articles > 0 { found[other] = (1, articles) }
            }
        }
        // One slip is likelier than two; each is worth a good deal of frequency.
        return found.filter { $0.value.articles >= known * Self.frequencyRatio }.sorted { a, b in
            let left = a.value.articles * (a.value.distance == 1 ? 30 : 1)
            let right = b.value.articles * (b.value.distance == 1 ? 30 : 1)
            return left != right ? left > right : a.key.lexicographicallyPrecedes(b.key)
        }.prefix(Self.candidates).map { String(decoding: $0.key, as: UTF8.self) }
    }

    // MARK: - Characters

    /// Pieces of a run around pairs of characters that stand nowhere, as words that sound alike.
    private func characters(_ run: QueryUnits) throws -> [Correction] {
        let units = run.units
        guard units.count > 1, units.count <= 64 else { return [] }
        var out: [Correction] = []
        var done = 0
        for index in 0..<units.count - 1 where index >= done {
            guard try statistics.articles(with: units[index].term + units[index + 1].term) == 0 else { continue }
            if let (range, words) = try soundalike(run, around: index, from: done) {
                let bytes =
                    units[range.lowerBound].utf8Range.lowerBound..<units[range.upperBound - 1].utf8Range.upperBound
                out.append(Correction(utf8Range: bytes, words: words))
                done = range.upperBound
            }
        }
        return out
    }

    /// The longest piece with the pair at `index` in it for which titles have another word.
    private func soundalike(_ run: QueryUnits, around index: Int, from first: Int) throws -> (Range<Int>, [String])? {
        for length in stride(from: min(6, run.units.count), through: 2, by: -1) {
            for start in max(first, index + 2 - length)...index where start + length <= run.units.count {
                let piece = run.slice(start..<start + length)
                let found = try titleWords.words(soundingLike: piece.characters, limit: Self.candidates)
                if !found.isEmpty { return (start..<start + length, found.map(\.word)) }
            }
        }
        return nil
    }
}
