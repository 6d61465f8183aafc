internal import Pipelines
package import PostingIndex

/// The articles with one phrase, ascending, and its frequency in each.
package struct PhraseMatches: Sendable {
    package let rows: [UInt32]
    /// The posting list of a single term in any column: frequencies are read on request.
    private let list: PostingList?
    /// The impact of each row, if the term's impacts are in memory.
    private let knownImpacts: [UInt8]?
    /// Weighted frequency of each row, for a phrase of several terms or in one column.
    private let frequencies: [Float]
    private let column: IndexPhrase.Column?

    package var count: Int { rows.count }

    /// Whether impacts are in memory.
    var knowsImpacts: Bool { knownImpacts != nil }

    /// The weighted frequency of the phrase in some articles. An occurrence in the title counts `Ranking.titleWeight`
    /// times.
    package func frequencies(in articles: [UInt32]) -> [Float] {
        let weight = Float(Ranking.titleWeight)
        let places = SortedRows.places(of: articles, in: rows)
        // Few articles are counted one by one; for nearly all, all are counted.
        if let list, let places, places.count < rows.count {
            return list.weightedFrequencies(secondWeight: weight, at: places)
        }
        let all = list?.weightedFrequencies(secondWeight: weight) ?? frequencies
        guard let places else { return all }
        guard !all.isEmpty else { return Array(repeating: 0, count: places.count) }
        let frequencies = all.span
        return places.map { place in
            let frequency = frequencies[max(0, Int(place))]
            return place < 0 ? 0 : frequency
        }
    }

    /// The matches among some rows.
    ///
    /// - Parameter some: ascending.
    func limited(to some: [UInt32]) -> PhraseMatches {
        let rows = SortedRows.intersection(rows, some)
        return PhraseMatches(rows: rows, frequencies: frequencies(in: rows), column: column)
    }

    private init(rows: [UInt32], frequencies: [Float], column: IndexPhrase.Column?) {
        self.rows = rows
        self.frequencies = frequencies
        self.column = column
        list = nil
        knownImpacts = nil
    }

    /// The impacts of the phrase by article.
    package func map(_ source: any PostingSource) throws -> ImpactMap? {
        let impacts = try knownImpacts ?? Self.impacts(frequencies(in: rows), try source.documentFacts.norms(of: rows))
        return ImpactMap(rows: rows, impacts: impacts, end: source.endOfArticles)
    }

    /// The rows that may be among the top `limit` by this phrase alone, ascending; nil without impacts in memory.
    ///
    /// If at least `limit` rows have the impact `least` or more, the top rows are among them: a lower impact means a
    /// lower score.
    package func best(_ limit: Int) -> [UInt32]? {
        guard let impacts = knownImpacts?.span else { return nil }
        // Four counters for each impact: successive increments of one counter would wait for each other.
        var counts = Array(repeating: 0, count: 4 * (ImpactMap.most + 1))
        for index in impacts.indices { counts[4 * Int(impacts[index]) + index % 4] += 1 }
        var least = ImpactMap.most
        var reached = 0
        while true {
            reached += counts[4 * least..<4 * least + 4].reduce(0, +)
            if reached >= limit || least == 0 { break }
            least -= 1
        }
        var best: [UInt32] = []
        best.reserveCapacity(reached)
        for index in impacts.indices where Int(impacts[index]) >= least { best.append(rows[index]) }
        return best
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

    /// The matches of all phrases of an expression, by number; nil if one needs FTS5.
    package static func all(_ expression: IndexExpression, _ source: any PostingSource) throws -> [PhraseMatches]? {
        var matches: [PhraseMatches] = []
        for phrase in expression.matchText().phrases {
            guard let next = try PhraseMatches(phrase, source) else { return nil }
            matches.append(next)
        }
        return matches
    }

    /// - Parameter occurrences: frequency by column number. The author counts like the text.
    private static func frequency(_ occurrences: SIMD4<Int32>, _ column: IndexPhrase.Column?) -> Double {
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

    /// - Returns: nil if the phrase needs FTS5: an index of unknown form.
    package init?(_ phrase: IndexPhrase, _ source: any PostingSource) throws {
        guard let first = phrase.terms.first else { return nil }
        column = phrase.column
        if phrase.isPrefix, phrase.terms.count == 1, phrase.column != .body, phrase.column != .author,
            Self.isCharacter(first)
        {
            guard let found = try source.counts(beginningWith: first) else { return nil }
            (rows, frequencies) = Self.nonzero(found.rows) { place in
                let count = found.counts[place]
                return phrase.column == .title
                    ? Self.frequency(occurrences: count.second, of: .title)
                    : Ranking.frequency(title: count.second, body: count.first)
            }
            list = nil
            knownImpacts = nil
            return
        }
        knownImpacts =
            phrase.terms.count == 1 && phrase.column == nil && !phrase.isPrefix
            ? source.frequentPostings(of: phrase.terms[0])?.impacts : nil
        guard
            let lists = try source.lists(
                of: phrase, needsPositions: phrase.terms.count > 1 || phrase.column != nil)
        else { return nil }
        if lists.count == 1 {
            let list = lists[0]
            switch phrase.column {
            case nil:
                rows = list.rows
                self.list = list
                frequencies = []
            case .some(let column):
                (rows, frequencies) = Self.nonzero(list.rows) { place in
                    Self.frequency(occurrences: list.frequencies(at: place, inColumn: column.number), of: column)
                }
                self.list = nil
            }
        } else {
            (rows, frequencies) = Self.adjacent(lists, phrase.column, until: source.deadline)
            list = nil
            try source.checkDeadline()
        }
    }

    /// Whether the term is one character of a script without spaces: no two bigrams that begin with it are at one
    /// position.
    private static func isCharacter(_ term: [UInt8]) -> Bool {
        let units = QueryUnits(String(decoding: term, as: UTF8.self))
        return units.units.count == 1 && units.isCharacters && units.units[0].term == term
    }

    /// The rows with a frequency above 0, and their frequencies. `frequency` takes an index into `all`.
    private static func nonzero(_ all: [UInt32], _ frequency: (Int) -> Double) -> ([UInt32], [Float]) {
        var rows: [UInt32] = []
        var frequencies: [Float] = []
        for index in all.indices {
            let frequency = frequency(index)
            guard frequency > 0 else { continue }
            rows.append(all[index])
            frequencies.append(Float(frequency))
        }
        return (rows, frequencies)
    }

    // MARK: - Phrases of several terms

    /// Below this number of rows one thread is faster.
    private static let minParallelRows = 8_192

    /// Rows between two checks of the deadline.
    private static let rowsPerCheck = 32_768

    /// The rows with the terms adjacent, in order; incomplete once the deadline is reached.
    private static func adjacent(
        _ lists: [PostingList], _ column: IndexPhrase.Column?, until deadline: Deadline
    ) -> ([UInt32], [Float]) {
        let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
        var common = lists[order[0]].rows
        for index in order.dropFirst() where !common.isEmpty && !deadline.isReached {
            common = SortedRows.intersection(common, lists[index].rows)
        }
        // The term with the smallest postings first: it leaves the fewest positions to compare.
        let byFrequency = lists.indices.sorted { lists[$0].averageSize < lists[$1].averageSize }
        let parts = Parallel.map(count: common.count, grain: minParallelRows) { [common] range in
            var found: (rows: [UInt32], frequencies: [Float]) = ([], [])
            for first in stride(from: range.lowerBound, to: range.upperBound, by: rowsPerCheck) {
                let some = Array(common[first..<min(first + rowsPerCheck, range.upperBound)])
                let part = adjacent(lists, byFrequency, in: some, column, until: deadline)
                found.rows += part.rows
                found.frequencies += part.frequencies
            }
            return found
        }
        if parts.count == 1 { return parts[0] }
        return (parts.flatMap(\.rows), parts.flatMap(\.frequencies))
    }

    /// The same for rows that have all terms.
    ///
    /// - Parameter byFrequency: the order in which the lists are read.
    private static func adjacent(
        _ lists: [PostingList], _ byFrequency: [Int], in common: [UInt32], _ column: IndexPhrase.Column?,
        until deadline: Deadline
    ) -> (rows: [UInt32], frequencies: [Float]) {
        var rows: [UInt32] = []
        var frequencies: [Float] = []
        var starts = PhraseStarts(
            lists[byFrequency[0]], at: SortedRows.places(of: common, in: lists[byFrequency[0]].rows),
            count: common.count,
            offset: byFrequency[0])
        for number in byFrequency.dropFirst() {
            if deadline.isReached { return ([], []) }
            starts.keep(lists[number], at: SortedRows.places(of: common, in: lists[number].rows), offset: number)
        }
        starts.report { row, occurrences in
            let frequency = Self.frequency(occurrences, column)
            guard frequency > 0 else { return }
            rows.append(common[row])
            frequencies.append(Float(frequency))
        }
        return (rows, frequencies)
    }
}
