extension Highlighter {
    /// Highlights the words and bigrams of a query in all their forms and spellings, whole occurrences of its quoted
    /// texts, and words that begin with its prefixes.
    ///
    /// - Parameters:
    ///   - ranking: the weights of the terms of `texts`.
    ///   - wholeRuns: whether the words of an unquoted run such as anna@example.org are highlighted only in whole
    ///     occurrences of the run. Such runs are numbered after all other terms.
    init(_ texts: [ScoredText], _ ranking: RelevanceQuery, wholeRuns: Bool) {
        // The square root makes two common words weigh as much as one rare word, so that passages with most of the
        // words are preferred.
        let highest = ranking.terms.reduce(0) { $1.bag == .terms ? max($0, $1.single) : $0 }
        func weight(_ number: Int) -> Double {
            highest > 0 ? (ranking.terms[number].single / highest).squareRoot() : 1
        }
        var words: Set<Int> = []
        var phrases: [(phrase: HighlightedPhrase, weight: Double)] = []
        var runs = phrases
        for text in texts {
            let terms = RelevanceQuery.indexTerms(of: text) + text.units.units.filter(\.isCharacter).map(\.term)
            let numbers = Set(terms.compactMap { ranking.number(ofIndexTerm: $0) })
            let sum = numbers.reduce(0) { $0 + weight($1) }
            if wholeRuns, text.isRunOfWords {
                runs.append((HighlightedPhrase(Self.parts(of: text, parted: false)), sum))
                continue
            }
            guard text.exact, text.isPrefix || text.units.units.count > 1 else {
                words.formUnion(numbers)
                continue
            }
            for parted in text.units.hasSpacedCharacters ? [false, true] : [false] {
                let parts = Self.parts(of: text, parted: parted)
                if !parts.isEmpty { phrases.append((HighlightedPhrase(parts), sum)) }
            }
        }
        var scored: [([UInt8], Double)] = []
        for number in words.sorted() {
            let term = ranking.terms[number]
            scored.append((term.text, weight(number)))
            scored += term.otherForms.map { ($0, weight(number)) }
        }
        let most = scored.map(\.1).max() ?? 1
        scored += ranking.joined.map { ($0, most) }
        let least = (scored.map(\.1).min() ?? 0) * Self.markedWeight
        scored += ranking.marked.map { ($0, least) }
        self.init(scored, phrases: phrases + runs)
    }

    /// The weight of a term that does not score, as a share of the lowest weight of the terms that do.
    private static let markedWeight = 0.5

    /// The terms of a quoted text or a prefix. Punctuation in it matches punctuation or nothing.
    private static func parts(of text: ScoredText, parted: Bool) -> [HighlightedPhrase.Part] {
        var parts: [HighlightedPhrase.Part] = []
        for (number, piece) in text.units.pieces.enumerated() {
            let (terms, isPrefix) = piece.phrase(parted: parted)
            for (index, term) in terms.enumerated() {
                parts.append(
                    .init(
                        term: term, isPrefix: isPrefix && index == terms.count - 1,
                        mayFollowPunctuation: number > 0 && index == 0))
            }
        }
        if text.isPrefix, !parts.isEmpty, text.units.units.last?.isCharacter == false {
            parts[parts.count - 1].isPrefix = true
        }
        return parts
    }
}

extension ScoredText {
    /// Whether the text is an unquoted run of several words without spaces between them.
    fileprivate var isRunOfWords: Bool {
        !exact && units.units.count > 1 && !units.units.contains(where: \.isCharacter)
    }
}

/// Highlights the terms of a query in hits.
package struct HitHighlighter {
    private let whole: Highlighter
    private let runCount: Int
    /// For hits that contain only other forms of the words in a run, not the run as it was typed; nil if the query has
    /// no such runs.
    private let parts: Highlighter?

    package init(_ texts: [ScoredText], _ ranking: RelevanceQuery) {
        whole = Highlighter(texts, ranking, wholeRuns: true)
        runCount = texts.count { $0.isRunOfWords }
        parts = runCount > 0 ? Highlighter(texts, ranking, wholeRuns: false) : nil
    }

    package struct Highlights {
        package var title: [Range<Int>]
        package var snippet: String
        package var snippetRanges: [Range<Int>]
    }

    package func highlights(title: [UInt8], body: Span<UInt8>) -> Highlights {
        var found: Set<Int> = []
        let own = Self.highlights(title, body, whole, &found)
        guard let parts else { return own }
        let runs = whole.weights.count - runCount
        if found.count(where: { $0 >= runs }) == runCount { return own }
        return Self.highlights(title, body, parts, &found)
    }

    private static func highlights(
        _ title: [UInt8], _ body: Span<UInt8>, _ highlighter: Highlighter, _ found: inout Set<Int>
    ) -> Highlights {
        let ranges = highlighter.highlights(in: title, found: &found)
        let (snippet, snippetRanges) = highlighter.snippet(of: body, found: &found)
        return Highlights(title: ranges, snippet: snippet, snippetRanges: snippetRanges)
    }
}

extension RelevanceQuery.Term {
    /// The index terms of the other forms of a bigram, and those of a word's other forms that are not in the basic
    /// Latin script.
    fileprivate var otherForms: [[UInt8]] {
        indexTerms.filter { $0 != text && ($0.first ?? 0) >= 0x80 }
    }
}
