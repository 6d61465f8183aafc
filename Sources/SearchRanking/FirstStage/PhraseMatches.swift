package import PostingIndex
internal import TextAnalysis

/// The articles that contain one phrase, with the phrase's weighted frequency in each article. An occurrence in the
/// title counts `Ranking.titleWeight` times.
package struct PhraseMatches {
    private enum Content {
        /// A single term in any column, read on demand.
        case term(TermPostings)
        /// The matches of a phrase of several terms, or of a phrase that is limited to one column.
        case rows(RowFrequencies)
    }

    private let content: Content
    /// The impact of each article, if the term's impacts are in memory.
    private var knownImpacts: [UInt8]?

    /// Whether impacts are in memory.
    var knowsImpacts: Bool { knownImpacts != nil }

    /// The impacts of the phrase by article; nil if they are not in memory.
    package func map(_ source: any PostingSource) throws -> ImpactMap? {
        guard let knownImpacts else { return nil }
        return try ImpactMap(rows: all().rows, impacts: knownImpacts, end: source.endOfArticles)
    }

    /// The rows that may be among the top `limit` for this phrase alone, ascending; nil if impacts are not in memory.
    ///
    /// A lower impact means a lower score, so if at least `limit` rows have an impact of `least` or more, the top rows
    /// are among them.
    package func rowsOfTopImpacts(_ limit: Int) throws -> [UInt32]? {
        guard let impacts = knownImpacts?.span else { return nil }
        let rows = try all().rows
        // Four counters per impact, because successive increments of a single counter would wait for each other.
        var counts = Array(repeating: 0, count: 4 * (ImpactMap.most + 1))
        for index in impacts.indices { counts[4 * Int(impacts[index]) + index % 4] += 1 }
        var least = ImpactMap.most
        var reached = 0
        while true {
            reached += counts[4 * least..<4 * least + 4].reduce(0, +)
            if reached >= limit || least == 0 { break }
            least -= 1
        }
        var top: [UInt32] = []
        top.reserveCapacity(reached)
        for index in impacts.indices where Int(impacts[index]) >= least { top.append(rows[index]) }
        return top
    }

    package static func impacts(_ frequencies: [Float], _ norms: [Double]) -> [UInt8] {
        var impacts = Array(repeating: UInt8(0), count: frequencies.count)
        var target = impacts.mutableSpan
        for index in frequencies.indices {
            target[index] = ImpactMap.impact(
                Ranking.impact(frequency: Double(frequencies[index]), norm: norms[index]))
        }
        return impacts
    }

    package var count: Int {
        switch content {
        case .term(let term): term.count
        case .rows(let matches): matches.count
        }
    }

    /// All articles with the phrase, ascending.
    package func all() throws -> RowFrequencies {
        switch content {
        case .term(let term): try term.frequencies()
        case .rows(let matches): matches
        }
    }

    /// The frequencies in one window.
    package func read(window number: Int, into window: inout FrequencyWindow) throws {
        switch content {
        case .term(let term): try term.read(window: number, into: &window)
        case .rows(let matches): matches.read(window: number, into: &window)
        }
    }

    /// For each window, an upper bound of the saturation in it; 0 if the phrase cannot occur in it.
    package func maxSaturations(_ saturation: Saturation) -> [Float] {
        switch content {
        case .term(let term): term.maxSaturations(saturation)
        case .rows(let matches): matches.maxFrequencies().map { $0 > 0 ? $0 / ($0 + saturation.base) : 0 }
        }
    }

    /// The matches of each phrase of an expression, by phrase number; nil if a phrase can only be matched by FTS5.
    package static func all(_ expression: IndexExpression, _ source: any PostingSource) throws -> [PhraseMatches]? {
        var matches: [PhraseMatches] = []
        for phrase in expression.matchText().phrases {
            guard let next = try PhraseMatches(phrase, source) else { return nil }
            matches.append(next)
        }
        return matches
    }

    /// - Parameter occurrences: frequencies by column number. The author is counted like the text.
    static func frequency(_ occurrences: SIMD4<Int32>, _ column: IndexPhrase.Column?) -> Double {
        switch column {
        case nil:
            Ranking.frequency(
                title: Int(occurrences[IndexColumn.title]),
                body: Int(occurrences[IndexColumn.body] + occurrences[IndexColumn.author]))
        case .some(let column): frequency(occurrences: Int(occurrences[column.number]), of: column)
        }
    }

    private static func frequency(occurrences: Int, of column: IndexPhrase.Column) -> Double {
        column == .title ? Ranking.frequency(title: occurrences, body: 0) : Double(occurrences)
    }

    /// Creates the matches of a phrase from rows that are already known.
    init(_ rows: RowFrequencies) { content = .rows(rows) }

    /// - Returns: nil if the phrase needs FTS5 because the format of the index is unknown.
    package init?(_ phrase: IndexPhrase, _ source: any PostingSource) throws {
        let phrase = phrase.asTerm(source)
        guard let first = phrase.terms.first else { return nil }
        if phrase.isPrefix, phrase.terms.count == 1, phrase.column != .body, phrase.column != .author,
            Self.isCharacter(first)
        {
            guard let found = try source.frequencies(ofCharacter: first, isOnlyTitle: phrase.column == .title) else {
                return nil
            }
            content = .rows(found)
        } else if phrase.terms.count > 1 {
            guard let adjacent = try AdjacentTerms(phrase, source) else { return nil }
            content = .rows(
                try adjacent.phraseFrequencies(among: adjacent.candidates(among: adjacent.rowsOfRarest())) {
                    Self.frequency($0, phrase.column)
                })
        } else if phrase.column == nil, !phrase.isPrefix {
            guard let term = try source.term(first) else { return nil }
            content = .term(term)
            knownImpacts = source.impacts(of: first)
        } else {
            guard
                let list = try phrase.isPrefix ? source.list(ofTermsWithPrefix: first) : source.list(of: first)
            else { return nil }
            guard let column = phrase.column else {
                let frequencies = list.weightedFrequencies(secondWeight: Float(Ranking.titleWeight))
                content = .rows(RowFrequencies(rows: list.rows, frequencies: frequencies))
                return
            }
            content = .rows(
                Self.nonzero(list.rows) { place in
                    Self.frequency(occurrences: list.frequencies(at: place, inColumn: column.number), of: column)
                })
        }
    }

    /// Whether the term is one character of a script without spaces. No two bigrams that begin with such a character
    /// share a position.
    private static func isCharacter(_ term: [UInt8]) -> Bool {
        let units = QueryUnits(String(decoding: term, as: UTF8.self))
        return units.units.count == 1 && units.isCharacters && units.units[0].term == term
    }

    /// The rows with a frequency above 0, and their frequencies. `frequency` takes an index into `all`.
    private static func nonzero(_ all: [UInt32], _ frequency: (Int) -> Double) -> RowFrequencies {
        var out = RowFrequencies()
        for index in all.indices {
            let frequency = frequency(index)
            guard frequency > 0 else { continue }
            out.rows.append(all[index])
            out.frequencies.append(Float(frequency))
        }
        return out
    }
}

extension IndexPhrase {
    /// The phrase as one term if it consists of two words that the index has as a pair; otherwise the phrase itself.
    func asTerm(_ source: any PostingSource) -> IndexPhrase {
        guard terms.count == 2, !isPrefix, source.hasPairs, let pair = Analyzer.pair(terms[0], terms[1]) else {
            return self
        }
        return IndexPhrase(terms: [pair], column: column)
    }
}

extension IndexExpression {
    /// An upper bound on the number of matches.
    ///
    /// - Parameter phrases: the matches of the phrases, by phrase number.
    package func maxMatches(_ phrases: [PhraseMatches]) -> Int {
        value(
            .init(
                phrase: { phrases[$0].count }, nothing: 0, all: { $0.min() ?? 0 }, any: { $0.reduce(0, +) },
                excluding: { wanted, _ in wanted }))
    }
}
