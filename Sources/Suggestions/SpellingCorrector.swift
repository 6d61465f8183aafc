package import QueryLanguage
internal import SearchRanking
internal import TextAnalysis

/// Finds what a query that finds nothing was meant to be: words of the index that are a slip or two away, and Chinese
/// words that sound alike.
///
/// Nothing but the index's own vocabulary and titles is known, so whatever is suggested is there to be found. A word that
/// stands in some article may be a name, however rare: it is exchanged beside other words only, and only for a much more
/// frequent one that a typical slip makes of it.
package struct SpellingCorrector {
    package let vocabulary: any VocabularySource
    package let titleWords: any TitleWordSource

    package init(vocabulary: any VocabularySource, titleWords: any TitleWordSource) {
        self.vocabulary = vocabulary
        self.titleWords = titleWords
    }

    /// One place of the query, and what may stand there instead, the most likely first.
    package struct Correction {
        /// UTF-8 bytes of the query's text.
        package var utf8Range: Range<Int>
        package var candidates: [SpellingCandidate]
    }

    private static let maxWords = 8
    private static let maxCandidates = 12
    /// A word in more articles than these is no slip of many.
    private static let maxRare = 2
    private static let maxLetters = 24

    private var sounds: SoundSpelling { SoundSpelling(titleWords: titleWords, vocabulary: vocabulary) }

    /// - Complexity: bounded: the first eight words of the query are looked at.
    package func corrections(of query: Query) throws -> [Correction] {
        var out: [Correction] = []
        let text = Array(query.text.utf8)
        let terms = Self.terms(of: query.root).prefix(Self.maxWords)
        for term in terms {
            let bytes = Array(term.text.utf8)
            guard let start = Self.place(of: bytes, in: text, within: term.utf8Range) else { continue }
            for run in QueryUnits(term.text).runs {
                let parts = run.isCharacters ? try characters(run) : try words(run, bytes, isAlone: terms.count == 1)
                for part in parts {
                    let range = part.utf8Range
                    out.append(
                        Correction(
                            utf8Range: start + range.lowerBound..<start + range.upperBound,
                            candidates: Array(part.candidates.prefix(Self.maxCandidates))))
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

    /// Words that stand nowhere, or nearly so.
    private func words(_ run: QueryUnits, _ text: [UInt8], isAlone: Bool) throws -> [Correction] {
        try run.units.compactMap { unit in
            let word = String(decoding: unit.term, as: UTF8.self).unicodeScalars
            guard word.count > 2, word.count <= Self.maxLetters, word.allSatisfy(\.properties.isAlphabetic) else {
                return nil
            }
            let known = try WordForms(unit).terms.reduce(0) { try $0 + vocabulary.articles(with: $1) }
            guard known <= (isAlone ? 0 : Self.maxRare) else { return nil }
            let typed = String(decoding: text[unit.utf8Range], as: UTF8.self)
            let isName = typed.unicodeScalars.first?.properties.isUppercase ?? false
            let words = NearWords(vocabulary: vocabulary)
            var candidates: [SpellingCandidate] = []
            if known == 0 {
                candidates = try withSounds(words.words(like: unit.term, isName: isName), unit.term)
            } else if !isName {
                candidates = try words.frequentWords(like: unit.term, known: known)
            }
            return candidates.isEmpty ? nil : Correction(utf8Range: unit.utf8Range, candidates: candidates)
        }
    }

    /// Letters that are pinyin, beside words that are nearly the same.
    ///
    /// One slip in a Latin word is likelier than a Chinese word typed in letters; initials are no word unless a vowel was
    /// left out.
    private func withSounds(_ near: [SpellingCandidate], _ letters: [UInt8]) throws -> [SpellingCandidate] {
        guard WordForms.hasStems(letters) else { return near }
        let isOneSlip = near.first.map { $0.weight > TypingSlip.two.weight } ?? false
        let initials = try sounds.words(withInitials: letters)
        if !initials.isEmpty {
            let isVowelLeftOut = near.first.map { $0.word.utf8.count > letters.count } ?? false
            return isVowelLeftOut ? near + initials : initials + near
        }
        return isOneSlip ? near : try sounds.words(spelledOut: letters) + near
    }

    // MARK: - Characters

    /// Pieces of a run around pairs of characters that stand nowhere, as words that sound alike.
    private func characters(_ run: QueryUnits) throws -> [Correction] {
        let units = run.units
        guard units.count > 1, units.count <= 64 else { return [] }
        var out: [Correction] = []
        var done = 0
        for index in 0..<units.count - 1 where index >= done {
            guard try isMissing(index, units),
                let (range, words) = try soundalike(run, around: index, from: done)
            else { continue }
            let bytes = units[range.lowerBound].utf8Range.lowerBound..<units[range.upperBound - 1].utf8Range.upperBound
            out.append(Correction(utf8Range: bytes, candidates: words))
            done = range.upperBound
        }
        return out
    }

    /// Whether no article has the pair that begins at `index`.
    private func isMissing(_ index: Int, _ units: [QueryUnits.Unit]) throws -> Bool {
        try vocabulary.articles(with: units[index].term + units[index + 1].term) == 0
    }

    /// The longest piece with the pair at `index` in it for which titles have another word; else what frequent pairs make
    /// of the pieces that stand nowhere.
    private func soundalike(
        _ run: QueryUnits, around index: Int, from first: Int
    ) throws -> (Range<Int>, [SpellingCandidate])? {
        let scalars = Array(run.characters.unicodeScalars)
        guard scalars.count == run.units.count else { return nil }
        for length in stride(from: min(6, run.units.count), through: 2, by: -1) {
            for start in max(first, index + 2 - length)...index where start + length <= run.units.count {
                let found = try sounds.words(for: Array(scalars[start..<start + length]))
                if !found.isEmpty { return (start..<start + length, found) }
            }
        }
        var end = index + 2
        while end < run.units.count, try isMissing(end - 1, run.units) { end += 1 }
        return try sounds.composed(for: Array(scalars[index..<end])).map { (index..<end, [$0]) }
    }
}
