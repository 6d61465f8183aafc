package import QueryLanguage
internal import SearchRanking
internal import TextAnalysis

/// Corrects a query without hits, using words of the index at a small edit distance and Chinese words that sound the
/// same.
///
/// It uses only the vocabulary and titles of the index; `QuerySuggestion` verifies that a corrected query has hits. A
/// word that occurs in few articles may be a typing error in those articles too, or it may be a name. It is corrected
/// only if it is typed in lower case, and only to a much more frequent word (`NearWords.frequentWords`).
package struct SpellingCorrector {
    package let vocabulary: any VocabularySource
    package let titleWords: any TitleWordSource

    package init(vocabulary: any VocabularySource, titleWords: any TitleWordSource) {
        self.vocabulary = vocabulary
        self.titleWords = titleWords
    }

    /// A part of the query that may be replaced, with its candidates, most probable first.
    package struct Correction {
        /// The range of the part in the UTF-8 bytes of the query's text.
        package var utf8Range: Range<Int>
        package var candidates: [SpellingCandidate]
    }

    private static let maxWords = 8
    private static let maxCandidates = 12
    private static let maxLetters = 24

    private var sounds: SoundSpelling { SoundSpelling(titleWords: titleWords, vocabulary: vocabulary) }

    /// - Parameter onlyFrequent: true if the query has matches. Only words that occur in few articles are then
    ///   corrected.
    /// - Complexity: bounded; only the first eight words of the query are corrected.
    package func corrections(of query: Query, onlyFrequent: Bool = false) throws -> [Correction] {
        var out: [Correction] = []
        let text = Array(query.text.utf8)
        let terms = Self.terms(of: query.root).prefix(Self.maxWords)
        for term in terms {
            let bytes = Array(term.text.utf8)
            guard let start = Self.place(of: bytes, in: text, within: term.utf8Range) else { continue }
            for run in QueryUnits(term.text).runs {
                if run.isCharacters, onlyFrequent { continue }
                let parts = run.isCharacters ? try characters(run) : try words(run, bytes, onlyFrequent)
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

    /// The required words of the query.
    private static func terms(of node: QueryNode) -> [QueryTerm] {
        switch node {
        case .word(let term), .phrase(let term): [term]
        case .near(let nodes, _), .and(let nodes), .or(let nodes): nodes.flatMap(terms)
        case .field(let field, let inner): field == .title || field == .body ? terms(of: inner) : []
        case .prefix, .regex, .filter, .not: []
        }
    }

    /// Finds the start of a term in the query's text; for a quoted term, this is after the opening quote.
    private static func place(of term: [UInt8], in text: [UInt8], within range: Range<Int>) -> Int? {
        guard range.lowerBound >= 0, range.upperBound <= text.count, !term.isEmpty else { return nil }
        return range.first { start in
            start + term.count <= range.upperBound && text[start..<start + term.count].elementsEqual(term)
        }
    }

    // MARK: - Words

    /// Corrections of words that no articles, or only a few, contain.
    private func words(_ run: QueryUnits, _ text: [UInt8], _ onlyFrequent: Bool) throws -> [Correction] {
        try run.units.compactMap { unit in
            let word = String(decoding: unit.term, as: UTF8.self).unicodeScalars
            guard word.count > 2, word.count <= Self.maxLetters, word.allSatisfy(\.properties.isAlphabetic) else {
                return nil
            }
            let known = try WordForms(unit).terms.reduce(0) { try max($0, vocabulary.articles(with: $1)) }
            guard known <= NearWords.maxRare, known > 0 || !onlyFrequent else { return nil }
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

    /// Adds candidates by pinyin to those by edit distance.
    ///
    /// An error in a Latin word is more probable than a Chinese word typed in letters. Initials count only if the
    /// letters have no vowel.
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

    /// Corrections by sound within a run of characters. A part of the run is corrected if it contains a bigram that no
    /// article contains.
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

    /// Whether no article contains the bigram at `index`.
    private func isMissing(_ index: Int, _ units: [QueryUnits.Unit]) throws -> Bool {
        try vocabulary.articles(with: units[index].term + units[index + 1].term) == 0
    }

    /// The longest part that includes the bigram at `index` and sounds like a word in a title; otherwise, a combination
    /// of frequent bigrams.
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
