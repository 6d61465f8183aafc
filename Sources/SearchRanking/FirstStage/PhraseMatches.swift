internal import Pipelines
package import PostingIndex

/// The articles with one phrase, and its weighted frequency in each. An occurrence in the title counts
/// `Ranking.titleWeight` times.
package struct PhraseMatches {
    private enum Content {
        /// A single term in any column, read as far as it is needed.
        case term(TermPostings)
        /// A phrase of several terms, or in one column.
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

    /// The rows that may be among the top `limit` by this phrase alone, ascending; nil without impacts in memory.
    ///
    /// If at least `limit` rows have the impact `least` or more, the top rows are among them: a lower impact means a
    /// lower score.
    package func best(_ limit: Int) throws -> [UInt32]? {
        guard let impacts = knownImpacts?.span else { return nil }
        let rows = try all().rows
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

    /// For each window an upper bound of the saturation in it; 0 where the phrase cannot be.
    package func maxSaturations(_ saturation: Saturation) -> [Float] {
        switch content {
        case .term(let term): term.maxSaturations(saturation)
        case .rows(let matches): matches.maxFrequencies().map { $0 > 0 ? $0 / ($0 + saturation.base) : 0 }
        }
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
        if phrase.isPrefix, phrase.terms.count == 1, phrase.column != .body, phrase.column != .author,
            Self.isCharacter(first)
        {
            guard let found = try source.counts(beginningWith: first) else { return nil }
            content = .rows(
                Self.nonzero(found.rows) { place in
                    let count = found.counts[place]
                    return phrase.column == .title
                        ? Self.frequency(occurrences: count.second, of: .title)
                        : Ranking.frequency(title: count.second, body: count.first)
                })
        } else if phrase.terms.count > 1 {
            guard let lists = try Self.lists(of: phrase, source) else { return nil }
            content = .rows(Self.adjacent(lists, phrase.column, until: source.deadline))
            try source.checkDeadline()
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

    /// The posting lists of a phrase's terms, at least for the rows that have all of them.
    ///
    /// - Returns: nil if the phrase needs FTS5.
    package static func lists(of phrase: IndexPhrase, _ source: any PostingSource) throws -> [PostingList]? {
        var terms: [TermPostings] = []
        var prefix: PostingList?
        for (index, bytes) in phrase.terms.enumerated() {
            if phrase.isPrefix, index == phrase.terms.count - 1 {
                prefix = try source.list(ofTermsWithPrefix: bytes)
                if prefix == nil { return nil }
            } else {
                guard let term = try source.term(bytes) else { return nil }
                terms.append(term)
            }
        }
        // The rarest first: the others are looked up in its rows.
        var common: [UInt32]?
        if let prefix { common = prefix.rows }
        for term in terms.sorted(by: { $0.count < $1.count }) {
            common = try common.map { try term.rows(among: $0) } ?? term.frequencies().rows
            if common?.isEmpty == true { break }
        }
        let rows = common ?? []
        var lists: [PostingList] = []
        for term in terms {
            try source.checkDeadline()
            lists.append(rows.isEmpty ? PostingList() : try term.postings(of: rows))
        }
        return lists + [prefix].compactMap(\.self)
    }

    /// Whether the term is one character of a script without spaces: no two bigrams that begin with it are at one
    /// position.
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

    // MARK: - Phrases of several terms

    /// Below this number of rows one thread is faster.
    private static let minParallelRows = 8_192

    /// Rows between two checks of the deadline.
    private static let rowsPerCheck = 32_768

    /// The rows with the terms adjacent, in order; incomplete once the deadline is reached.
    private static func adjacent(
        _ lists: [PostingList], _ column: IndexPhrase.Column?, until deadline: Deadline
    ) -> RowFrequencies {
        let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
        var common = lists[order[0]].rows
        for index in order.dropFirst() where !common.isEmpty && !deadline.isReached {
            common = SortedRows.intersection(common, lists[index].rows)
        }
        // The term with the smallest postings first: it leaves the fewest positions to compare.
        let byFrequency = lists.indices.sorted { lists[$0].averageSize < lists[$1].averageSize }
        let parts = Parallel.map(count: common.count, grain: minParallelRows) { [common] range in
            var found = RowFrequencies()
            for first in stride(from: range.lowerBound, to: range.upperBound, by: rowsPerCheck) {
                let some = Array(common[first..<min(first + rowsPerCheck, range.upperBound)])
                let part = adjacent(lists, byFrequency, in: some, column, until: deadline)
                found.rows += part.rows
                found.frequencies += part.frequencies
            }
            return found
        }
        if parts.count == 1 { return parts[0] }
        return RowFrequencies(rows: parts.flatMap(\.rows), frequencies: parts.flatMap(\.frequencies))
    }

    /// The same for rows that have all terms.
    ///
    /// - Parameter byFrequency: the order in which the lists are read.
    private static func adjacent(
        _ lists: [PostingList], _ byFrequency: [Int], in common: [UInt32], _ column: IndexPhrase.Column?,
        until deadline: Deadline
    ) -> RowFrequencies {
        var found = RowFrequencies()
        var starts = PhraseStarts(
            lists[byFrequency[0]], at: SortedRows.places(of: common, in: lists[byFrequency[0]].rows),
            count: common.count,
            offset: byFrequency[0])
        for number in byFrequency.dropFirst() {
            if deadline.isReached { return found }
            starts.keep(lists[number], at: SortedRows.places(of: common, in: lists[number].rows), offset: number)
        }
        starts.report { row, occurrences in
            let frequency = Self.frequency(occurrences, column)
            guard frequency > 0 else { return }
            found.rows.append(common[row])
            found.frequencies.append(Float(frequency))
        }
        return found
    }
}
