internal import Articles
internal import PostingIndex
package import QueryLanguage
internal import TextAnalysis

/// Compiles words, quoted texts and NEAR into index expressions.
extension QueryCompiler {
    package mutating func want(
        _ units: QueryUnits, of text: String, _ column: IndexPhrase.Column?, exact: Bool, isPrefix: Bool = false,
        positive: Bool
    ) {
        guard positive else { return }
        scoredTexts.append(
            ScoredText(units: units, column: column, exact: exact, source: text, isPrefix: isPrefix))
    }

    package func units(_ text: String) -> QueryUnits { QueryUnits(text, languages: languages) }

    /// Like `units(_:)`, but with the other forms of the characters added.
    private func unitsWithForms(_ text: String, isLiteral: Bool) throws -> QueryUnits {
        var units = units(text)
        guard units.units.contains(where: \.isCharacter) else { return units }
        try units.addForms(isLiteral: isLiteral) { form in
            try !leavesOutUnknownForms || scope.hasArticles(withCharacter: form)
        }
        return units
    }

    /// The expression for an unquoted run without spaces. All its parts (each of one script) are required; under `any`,
    /// only one of them.
    ///
    /// - Parameter joined: forms in which the run is joined with adjacent words of the query (`iphone15` for `iphone
    ///   15`).
    package mutating func word(
        _ text: String, joined: [[[UInt8]]] = [], column: IndexPhrase.Column?, positive: Bool
    ) throws -> IndexExpression? {
        let units = try unitsWithForms(text, isLiteral: false)
        let scored = QueryUnits(units: units.runs.flatMap { WordForms.withoutClitics($0).units })
        want(scored, of: text, column, exact: column == .author, positive: positive)
        let source = Array(text.utf8)
        var parts: [IndexExpression] = []
        for run in units.runs {
            if run.isCharacters {
                parts += characters(run, in: source, column: column, positive: positive)
            } else if words == .any, positive {
                let run = WordForms.withoutClitics(run)
                parts += run.units.indices.compactMap { forms(run.slice($0..<$0 + 1), column: column) }
                parts += joined.map { .phrase(IndexPhrase(terms: $0, column: column)) }
            } else if let forms = forms(run, joined: joined, column: column) {
                parts.append(forms)
            }
        }
        let whole =
            words == .any && positive ? IndexExpression.disjunction(parts) : IndexExpression.conjunction(parts)
        let mixed = takesAlternatives ? Self.mixedAlternatives(to: units, text) : []
        mark(mixed, positive)
        return whole.map { adding(synonymsOf: text, mixed, column: column, to: $0) }
    }

    /// Words of other regions if one of the words has both letters and characters: U盘 for 隨身碟, USB手指 for U盘.
    package static func mixedAlternatives(to units: QueryUnits, _ text: String) -> [QueryUnits] {
        guard units.units.contains(where: \.isCharacter) else { return [] }
        let isMixed = units.runs.count > 1
        return Vocabulary.alternatives(for: text).map { QueryUnits($0) }.filter { isMixed || $0.runs.count > 1 }
    }

    /// Adds the user's synonyms and words of other regions.
    private func adding(
        synonymsOf text: String, _ words: [QueryUnits] = [], column: IndexPhrase.Column?, to expression: IndexExpression
    ) -> IndexExpression {
        guard takesAlternatives, column != .author else { return expression }
        var others = request.synonyms.alternatives(for: text).compactMap { other -> IndexExpression? in
            let units = units(other)
            if units.units.count == 1, !units.isCharacters { return forms(units, column: column) }
            let phrase = Self.indexPhrase(units, column: column)
            return phrase.terms.isEmpty ? nil : .phrase(phrase)
        }
        others += words.map { .phrase(Self.indexPhrase($0, column: column)) }
        return others.isEmpty ? expression : .any([expression] + others)
    }

    // MARK: - Scripts without spaces

    /// A run of up to this many characters is one word; a longer one is split into dictionary words that must be near
    /// each other.
    static let maxAdjacentCharacters = 4

    private mutating func characters(
        _ run: QueryUnits, in source: [UInt8], column: IndexPhrase.Column?, positive: Bool
    ) -> [IndexExpression] {
        func phrase(_ units: QueryUnits) -> IndexExpression { .phrase(Self.indexPhrase(units, column: column)) }
        let text = run.text(in: source)
        switch words {
        case .any where positive:
            let others = alternatives(to: run, text)
            mark(others, positive)
            let bigrams = Self.bigrams(run) + others.flatMap(Self.bigrams)
            return bigrams.flatMap { [$0] + $0.forms }.map(phrase)
        case .anywhere where positive:
            return requiredParts(of: run).flatMap(Self.dictionaryWords).compactMap { word in
                let forms = forms(of: word, word.text(in: source), positive)
                return IndexExpression.disjunction(forms.map(phrase))
            }
        default: break
        }
        let isAdjacent = run.units.count <= Self.maxAdjacentCharacters || run.isHangul
        let pieces =
            isAdjacent
            ? [run]
            : (positive ? requiredParts(of: run) : [run]).flatMap {
                Self.joinedAdjectives(Self.joinedWords($0), in: source)
            }
        guard pieces.count > 1 else {
            let word = pieces.first ?? run
            let forms = forms(of: word, word.text(in: source), positive)
            return IndexExpression.disjunction(forms.map(phrase)).map { [$0] } ?? []
        }
        var texts: [[Proximity.Part]] = []
        for piece in pieces {
            let parts = forms(of: piece, piece.text(in: source), positive).map {
                Proximity.Part(phrase: Self.indexPhrase($0, column: column), width: $0.units.count)
            }
            // A word that occurs twice in the run need not occur twice in the article.
            if !texts.contains(parts) { texts.append(parts) }
        }
        guard texts.count > 1 else { return texts[0].map { .phrase($0.phrase) } }
        let words = IndexExpression.proximity(Proximity(texts: texts, rule: .window(2 * run.units.count + 8)))
        // The dictionary may divide a word that has an alternative: 筆記型電腦 for 笔记本电脑.
        let others = isAdjacent ? [] : alternatives(to: run, run.text(in: source))
        mark(others, positive)
        return [.disjunction([words] + others.flatMap { [$0] + $0.forms }.map(phrase)) ?? words]
    }

    private static func bigrams(_ run: QueryUnits) -> [QueryUnits] {
        let count = run.units.count
        return count < 2 ? [run] : (0..<count - 1).map { run.slice($0..<$0 + 2) }
    }

    /// The run, its other forms and spellings, and its synonyms if the search allows them.
    private mutating func forms(of run: QueryUnits, _ text: String, _ positive: Bool) -> [QueryUnits] {
        let spellings = Self.variants(of: run, text) + alternatives(to: run, text)
        let forms = run.forms
        mark(spellings + (run.units.count == 1 ? forms : []), positive)
        return [run] + forms + run.withSpaces + spellings.flatMap { [$0] + $0.forms + $0.withSpaces }
    }

    /// Adds texts that do not affect the score, but are highlighted in hits.
    private mutating func mark(_ texts: [QueryUnits], _ positive: Bool) {
        guard positive, let last = scoredTexts.indices.last else { return }
        // Skip single letters, as in `U盘`: they would be highlighted everywhere.
        scoredTexts[last].marked += texts.flatMap { $0.phrase().terms }.filter { $0.count > 1 }
    }

    /// Other spellings of the run, which count as the run itself.
    private static func variants(of run: QueryUnits, _ text: String) -> [QueryUnits] {
        guard run.units.count > 1 else { return [] }
        return SpellingVariants.variants(of: text).map { QueryUnits($0) }.filter {
            $0.isOneRun && $0.terms != run.terms
        }
    }

    /// Synonyms, if alternatives to the words of the query are allowed.
    private func alternatives(to run: QueryUnits, _ text: String) -> [QueryUnits] {
        guard takesAlternatives, run.units.count > 1 else { return [] }
        return Self.regionalForms(of: run, text).map { QueryUnits($0) }.filter { $0.isOneRun && $0.terms != run.terms }
    }

    /// The forms of a run with words of another region: those of the whole run, or of its dictionary words (軟體工程 for
    /// 软件工程).
    package static func regionalForms(of run: QueryUnits, _ text: String) -> [String] {
        let whole = Vocabulary.alternatives(for: text)
        guard whole.isEmpty, run.units.count > 2, run.units.count <= maxAdjacentCharacters, !run.isHangul else {
            return whole
        }
        var forms = [""]
        var isChanged = false
        for word in dictionaryWords(run) {
            let typed = word.characters
            let others = word.units.count > 1 ? Vocabulary.alternatives(for: typed) : []
            isChanged = isChanged || !others.isEmpty
            forms = (others.isEmpty ? [typed] : others + [typed]).flatMap { other in forms.map { $0 + other } }
            if forms.count > maxRegionalForms { forms.removeSubrange(maxRegionalForms...) }
        }
        return isChanged ? forms.filter { $0 != run.characters } : []
    }

    /// The maximum number of forms of a compound with words of another region.
    private static let maxRegionalForms = 6

    /// The dictionary words in a run.
    static func dictionaryWords(_ run: QueryUnits) -> [QueryUnits] {
        guard run.units.count > 2, !run.isHangul else { return [run] }
        let text = run.characters
        var starts: [Int: Int] = [:]
        var offset = 0
        for (index, unit) in run.units.enumerated() {
            starts[offset] = index
            offset += unit.term.count
        }
        starts[offset] = run.units.count
        let words = WordSegmenter.shared.words(in: text).compactMap { range -> Range<Int>? in
            guard let lower = starts[range.lowerBound], let upper = starts[range.upperBound], lower < upper else {
                return nil
            }
            return lower..<upper
        }
        return words.isEmpty ? [run] : words.map(run.slice)
    }

    /// The dictionary words. A word of one character is joined to the previous word or, if there is none, to the next
    /// one.
    private static func joinedWords(_ run: QueryUnits) -> [QueryUnits] {
        var ranges: [Range<Int>] = []
        var start = 0
        for word in dictionaryWords(run) {
            let range = start..<start + word.units.count
            start = range.upperBound
            if let last = ranges.last, range.count == 1 || last.count == 1 {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return start == run.units.count ? ranges.map(run.slice) : [run]
    }

    /// The pieces of a run, with the pieces of an inflected adjective joined.
    private static func joinedAdjectives(_ pieces: [QueryUnits], in source: [UInt8]) -> [QueryUnits] {
        var joined: [QueryUnits] = []
        var start = 0
        while start < pieces.count {
            var piece = pieces[start]
            var end = start + 1
            for last in pieces.indices.dropFirst(start + 1).prefix(4) {
                let whole = QueryUnits(units: pieces[start...last].flatMap(\.units))
                if SpellingVariants.isInflectedAdjective(whole.text(in: source)) { (piece, end) = (whole, last + 1) }
            }
            joined.append(piece)
            start = end
        }
        return joined
    }

    static func indexPhrase(_ units: QueryUnits, column: IndexPhrase.Column?) -> IndexPhrase {
        let (terms, isPrefix) = units.phrase()
        return IndexPhrase(terms: terms, isPrefix: isPrefix, column: column)
    }

    // MARK: - Words

    /// One word, or several adjacent words (`gen-itgc`), in all their forms.
    private func forms(
        _ run: QueryUnits, joined: [[[UInt8]]] = [], column: IndexPhrase.Column?
    ) -> IndexExpression? {
        if run.units.count == 1, let symbol = run.units[0].symbol, !WordForms.isAmount(symbol) {
            return .phrase(IndexPhrase(terms: [symbol], column: column))
        }
        let main = WordForms.withoutClitics(run)
        var others = joined
        if main.units.count < run.units.count {
            // The whole run is not required, but its joined form also matches: oreillys for O'Reilly's.
            others += WordForms.sequences(of: run, isExact: true).filter { $0.count == 1 }
        }
        if let parted = parted(main, others: others, column: column) { return parted }
        let sequences = WordForms.sequences(of: main, isExact: column == .author)
        return IndexExpression.disjunction(
            (sequences + others.filter { !sequences.contains($0) }).map {
                .phrase(IndexPhrase(terms: $0, column: column))
            })
    }

    /// Joins adjacent words if an article may have them as one: both RFC9110 and RFC 9110, 16GB and 16 GB are common.
    ///
    /// - Returns: for each node the sequences of terms that match it because it is joined with an adjacent node.
    package static func joinedForms(_ nodes: [QueryNode]) -> [[[[UInt8]]]] {
        // Parsing the words again would take longer than most of the compilation.
        let mayBeJoined = nodes.contains {
            if case .word(let word) = $0 { WordForms.mayBeJoined(word.text) } else { false }
        }
        if nodes.count < 2 || !mayBeJoined { return nodes.map { _ in [] } }
        return WordForms.joinedSequences(
            nodes.map { if case .word(let word) = $0 { QueryUnits(word.text) } else { nil as QueryUnits? } })
    }

    // MARK: - Quoted texts, beginnings, NEAR

    /// A quoted text: adjacent terms without stemming. Punctuation in it matches punctuation or nothing.
    package mutating func phrase(
        _ text: String, column: IndexPhrase.Column?, positive: Bool
    ) throws -> IndexExpression? {
        let units = try unitsWithForms(text, isLiteral: true)
        want(units, of: text, column, exact: true, positive: positive)
        guard !units.units.isEmpty else { return nil }
        if units.units.count == 1, let symbol = units.units[0].symbol, !WordForms.isAmount(symbol) {
            return .phrase(IndexPhrase(terms: [symbol], column: column))
        }
        let texts = units.pieces.map { Self.quoted($0, column: column) }
        if let number = DottedNumber(units), texts.count > 1 {
            let plain = IndexExpression.proximity(Proximity(texts: texts, rule: .sequence))
            return number.restricted(plain, column: column) { start in
                var texts = texts
                for index in texts[0].indices { texts[0][index].phrase.terms[0] = start }
                return .proximity(Proximity(texts: texts, rule: .sequence))
            }
        }
        guard texts.count > 1 else {
            return IndexExpression.disjunction(texts[0].map { .phrase($0.phrase) })
                .map { adding(synonymsOf: text, column: column, to: $0) }
        }
        return .proximity(Proximity(texts: texts, rule: .sequence))
    }

    /// Characters that are separated by spaces in the query may be adjacent in an article.
    static func quoted(_ units: QueryUnits, column: IndexPhrase.Column?) -> [Proximity.Part] {
        let parts = ([units] + units.forms).flatMap { units in
            (units.hasSpacedCharacters ? [false, true] : [false]).map { parted in
                let (terms, isPrefix) = units.phrase(parted: parted)
                return Proximity.Part(
                    phrase: IndexPhrase(terms: terms, isPrefix: isPrefix, column: column), width: units.units.count)
            }
        }
        // "16 GB" also matches 16GB.
        guard !parts[0].phrase.isPrefix, parts[0].phrase.terms.count == units.units.count else { return parts }
        let words = units.units.indices.map { units.slice($0..<$0 + 1) }
        return parts
            + WordForms.joinedNeighbours(words).map { range, term in
                var phrase = parts[0].phrase
                phrase.terms.replaceSubrange(range, with: [term])
                return Proximity.Part(phrase: phrase, width: phrase.terms.count)
            }
    }

    package mutating func prefix(
        _ text: String, column: IndexPhrase.Column?, positive: Bool
    ) throws -> IndexExpression? {
        let units = try unitsWithForms(text, isLiteral: true)
        want(units, of: text, column, exact: true, isPrefix: true, positive: positive)
        if let parted = partedPrefix(units, column: column) { return parted }
        let phrases = ([units] + units.forms).compactMap { units -> IndexExpression? in
            guard let last = units.units.last else { return nil }
            var (terms, isPrefix) = units.phrase()
            if !last.isCharacter { isPrefix = true }
            if terms.isEmpty { terms = [last.term] }
            return .phrase(IndexPhrase(terms: terms, isPrefix: isPrefix, column: column))
        }
        return IndexExpression.disjunction(phrases)
    }

    package mutating func near(
        _ nodes: [QueryNode], distance: Int, column: IndexPhrase.Column?, positive: Bool
    ) throws -> IndexExpression? {
        var texts: [[Proximity.Part]] = []
        for node in nodes {
            guard let (units, isWord, isPrefix) = try operand(node, column, positive), !units.units.isEmpty else {
                continue
            }
            var phrases: [IndexPhrase]
            if isWord, !units.isCharacters, units.units.count == 1 {
                phrases = WordForms(units.units[0]).terms.map { IndexPhrase(terms: [$0], column: column) }
            } else {
                phrases = ([units] + units.forms).map { Self.indexPhrase($0, column: column) }
                if isPrefix { phrases = phrases.map { IndexPhrase(terms: $0.terms, isPrefix: true, column: column) } }
            }
            texts.append(phrases.map { Proximity.Part(phrase: $0, width: units.units.count) })
        }
        guard texts.count > 1 else { return texts.first.flatMap { .disjunction($0.map { .phrase($0.phrase) }) } }
        return .proximity(Proximity(texts: texts, rule: .words(distance)))
    }

    private mutating func operand(
        _ node: QueryNode, _ column: IndexPhrase.Column?, _ positive: Bool
    ) throws -> (units: QueryUnits, isWord: Bool, isPrefix: Bool)? {
        switch node {
        case .word(let term):
            let units = try unitsWithForms(term.text, isLiteral: false)
            want(units, of: term.text, column, exact: false, positive: positive)
            return (units, true, false)
        case .phrase(let term), .prefix(let term):
            let units = try unitsWithForms(term.text, isLiteral: true)
            var isPrefix = false
            if case .prefix = node { isPrefix = true }
            want(units, of: term.text, column, exact: true, isPrefix: isPrefix, positive: positive)
            if isPrefix { return (units, false, units.units.last?.isCharacter == false) }
            return (units, false, false)
        default: return nil
        }
    }
}
