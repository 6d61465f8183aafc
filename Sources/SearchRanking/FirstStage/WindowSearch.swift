internal import PostingIndex

/// The first stage for queries that need only the best matches. Processes windows of 1,024 articles, those with the
/// highest upper bounds first, and ends when no remaining window can contain one of the top k.
///
/// The result equals that of `PostingSearch`. Upper bounds come from the impacts in block lists: Ding and Suel, "Faster
/// Top-k Document Retrieval Using Block-Max Indexes" (SIGIR 2011). Ranges of articles in the order of their bounds:
/// Mackenzie, Petri and Moffat, "Anytime Ranking on Document-Ordered Indexes" (ACM TOIS 40, 2022).
package struct WindowSearch {
    /// The top k, best first, and the number of matches.
    package struct Found {
        package var candidates: [Candidate]
        package var total: Int
        /// Whether there are more matches than `total`.
        package var isLowerBound = false

        package init(candidates: [Candidate] = [], total: Int = 0) {
            self.candidates = candidates
            self.total = total
        }
    }

    /// Rounded bounds are multiplied by this, so that they are never below the score.
    private static let rounding = 1.000_01

    /// The number of windows between two checks of the deadline: a window takes a few µs, a check 0.1 µs.
    private static let windowsBetweenChecks = 16

    private let source: any PostingSource
    private let expression: IndexExpression
    /// Indexed by the number of the phrase in the expression.
    private let phrases: [PhraseMatches]
    private let groups: [ScoringGroup]
    /// Articles to ignore, ascending.
    private let hidden: [UInt32]
    private let filter: (any WindowFilter)?
    private let averageLength: Double
    private let saturation: Saturation
    /// For each phrase and window, an upper bound of the saturation.
    private let bounds: [[Float]]
    /// The frequencies of each phrase in the last window that was read for it.
    private var windows: [FrequencyWindow]
    private var loaded: [Int]
    private var current = -1
    /// Positions in the window of the articles that may be among the top k. Only the first elements are valid.
    private var places = [Int](repeating: 0, count: FrequencyWindow.size)
    /// For each position in the window, the frequency of a group, summed over its phrases.
    private var sums = [Float](repeating: 0, count: FrequencyWindow.size)

    /// - Parameters:
    ///   - expression: `PostingSearch.isSimple` must be true for it.
    ///   - phrases: the phrases of the expression, by number.
    ///   - hidden: articles to ignore, in ascending order.
    ///   - filter: a condition that the other articles must satisfy; nil for none.
    package init(
        _ expression: IndexExpression, _ phrases: [PhraseMatches], _ groups: [ScoringGroup],
        leavingOut hidden: [UInt32], where filter: (any WindowFilter)? = nil, _ source: any PostingSource
    ) {
        self.source = source
        self.expression = expression
        self.phrases = phrases
        self.groups = groups
        self.hidden = hidden
        self.filter = filter
        averageLength = source.averageLength
        let saturation = source.saturation
        self.saturation = saturation
        bounds = phrases.map { $0.maxSaturations(saturation) }
        windows = phrases.map { _ in FrequencyWindow() }
        loaded = phrases.map { _ in -1 }
    }

    /// The top `limit` and the total.
    ///
    /// - Parameter countsAll: whether the total must be exact.
    /// - Throws: the engine's errors; the deadline is checked every 16 windows.
    package mutating func topCandidates(_ limit: Int, countsAll: Bool = false) throws -> Found {
        let queue = queue()
        source.documentFacts.expect(windows: queue.map(\.window))
        filter?.expect(windows: queue.map(\.window))
        var heap = CandidateHeap(limit: limit)
        var found = Found()
        let exactTotal = countsAll ? .max : FirstStageLimits.current.exactTotal
        var next = 0
        while next < queue.count, limit > 0, Double(queue[next].bound) >= heap.minScore {
            if next % Self.windowsBetweenChecks == 0 { try source.checkDeadline() }
            let window = queue[next].window
            next += 1
            let matching = try matchingRows(in: window)
            // If the total may be a lower bound, only articles with a high score are filtered.
            if filter != nil, found.total > exactTotal {
                found.isLowerBound = found.isLowerBound || !matching.isEmpty
                try score(matching, window, isFiltered: false, &heap)
            } else {
                let rows = try filtered(matching, window)
                found.total += rows.rowCount
                try score(rows, window, isFiltered: true, &heap)
            }
        }
        found.candidates = heap.sorted()
        if next == queue.count { return found }
        if case .phrase = expression, hidden.isEmpty, filter == nil {
            found.total = phrases[0].count
            return found
        }
        while next < queue.count {
            if found.total > exactTotal {
                found.isLowerBound = true
                break
            }
            if next % Self.windowsBetweenChecks == 0 { try source.checkDeadline() }
            let window = queue[next].window
            found.total += try filtered(matchingRows(in: window), window).rowCount
            next += 1
        }
        return found
    }

    private func filtered(_ rows: FrequencyWindow.Rows, _ window: Int) throws -> FrequencyWindow.Rows {
        guard let filter, !rows.isEmpty else { return rows }
        return try filter.keep(rows, ofWindow: window)
    }

    /// A window that may have matches, and the upper bound of their scores.
    private struct QueuedWindow: Comparable {
        /// The bits of a non-negative float sort like the float.
        private let key: UInt64

        init(_ window: Int, bound: Float) { key = UInt64(bound.bitPattern) << 32 | UInt64(UInt32(clamping: window)) }

        var window: Int { Int(UInt32(truncatingIfNeeded: key)) }
        var bound: Float { Float(bitPattern: UInt32(key >> 32)) }

        static func < (a: Self, b: Self) -> Bool { a.key < b.key }
    }

    /// The windows that may have matches, by their upper bounds, highest first.
    private func queue() -> [QueuedWindow] {
        let count = bounds.lazy.map(\.count).max() ?? 0
        let mayMatch = expression.value(
            .init(
                phrase: { phrase in (0..<count).map { $0 < bounds[phrase].count && bounds[phrase][$0] > 0 } },
                nothing: Array(repeating: false, count: count),
                all: { parts in (0..<count).map { window in parts.allSatisfy { $0[window] } } },
                any: { parts in (0..<count).map { window in parts.contains { $0[window] } } },
                excluding: { wanted, _ in wanted }))
        var queue: [QueuedWindow] = []
        for window in 0..<count where mayMatch[window] && filter?.mayPass(window: window) ?? true {
            var bound = 0.0
            for group in groups { bound += self.bound(group, window) }
            queue.append(QueuedWindow(window, bound: Float(bound * Self.rounding)))
        }
        queue.sort(by: >)
        return queue
    }

    /// An upper bound on what a group contributes to any score in a window.
    private func bound(_ group: ScoringGroup, _ window: Int) -> Double {
        func value(_ phrase: Int) -> Float { window < bounds[phrase].count ? bounds[phrase][window] : 0 }
        let saturation =
            group.phrases.count == 1 ? value(group.phrases[0]) : Self.joint(group.phrases.lazy.map(value))
        return group.weight * Ranking.maxImpact * Double(saturation)
    }

    /// The maximum saturation for a sum of frequencies. A saturation s corresponds to a frequency of s / (1 - s) times
    /// the norm; these multiples are added.
    private static func joint(_ saturations: some Sequence<Float>) -> Float {
        let sum = saturations.reduce(0) { $0 + ($1 < 1 ? $1 / (1 - $1) : .infinity) }
        return sum.isFinite ? sum / (1 + sum) : 1
    }

    // MARK: - One window

    /// The matches in a window.
    private mutating func matchingRows(in window: Int) throws -> FrequencyWindow.Rows {
        current = window
        var number = 0
        var rows = try evaluate(expression, &number)
        if !hidden.isEmpty, !rows.isEmpty { rows &= ~FrequencyWindow.Rows(hidden, ofWindow: window) }
        return rows
    }

    private mutating func evaluate(
        _ expression: IndexExpression, _ number: inout Int
    ) throws -> FrequencyWindow.Rows {
        switch expression {
        case .phrase:
            number += 1
            return try rows(of: number - 1)
        case .proximity: return FrequencyWindow.Rows()
        case .all(let parts):
            var rows = FrequencyWindow.Rows(repeating: .max)
            for part in parts {
                // Stops reading lists when nothing can match any more.
                if rows.isEmpty { number += part.phraseCount } else { rows &= try evaluate(part, &number) }
            }
            return rows
        case .any(let parts):
            var rows = FrequencyWindow.Rows()
            for part in parts { rows |= try evaluate(part, &number) }
            return rows
        case .excluding(let wanted, let unwanted):
            let rows = try evaluate(wanted, &number)
            if rows.isEmpty {
                number += unwanted.phraseCount
                return rows
            }
            return try rows & ~evaluate(unwanted, &number)
        }
    }

    private mutating func rows(of phrase: Int) throws -> FrequencyWindow.Rows {
        if loaded[phrase] != current {
            loaded[phrase] = -1
            try phrases[phrase].read(window: current, into: &windows[phrase])
            loaded[phrase] = current
        }
        return windows[phrase].rows
    }

    /// Adds to the heap those matches in a window that may rank among the best.
    private mutating func score(
        _ rows: FrequencyWindow.Rows, _ window: Int, isFiltered: Bool, _ heap: inout CandidateHeap
    ) throws {
        if rows.isEmpty { return }
        for group in groups { for phrase in group.phrases { _ = try self.rows(of: phrase) } }
        let lengths = try source.documentFacts.lengths(ofWindow: window)
        var count = keepReaching(rows.write(to: &places), heap.minScore, window, lengths)
        if !isFiltered, count > 0 {
            var best = FrequencyWindow.Rows()
            for index in 0..<count { best.insert(place: places[index]) }
            count = try filtered(best, window).write(to: &places)
        }
        for index in 0..<count {
            let place = places[index]
            let row = UInt32(window * FrequencyWindow.size + place)
            var length = Double(lengths[place])
            if length == 0 { length = try source.documentFacts.facts(of: Int64(row)).length }
            let norm = Ranking.norm(length: length, average: averageLength)
            var score = 0.0
            for group in groups {
                var frequency: Float = 0
                for phrase in group.phrases { frequency += windows[phrase].frequencies[place] }
                score += Ranking.score(weight: group.weight, frequency: Double(frequency), norm: norm)
            }
            heap.keep(Candidate(id: Int64(row), score: score))
        }
    }

    /// Keeps those of the first `count` places whose articles may reach the score `least`: each group must contribute
    /// at least the part of the score that the other groups cannot reach. Avoids division, the slowest operation in
    /// computing a score.
    ///
    /// - Returns: the number of places kept.
    private mutating func keepReaching(_ count: Int, _ least: Double, _ window: Int, _ lengths: [Float]) -> Int {
        guard least > 0 else { return count }
        var count = count
        var all = 0.0
        for group in groups { all += bound(group, window) }
        for group in groups {
            let others = all - bound(group, window)
            let needed = Float(
                (least / Self.rounding - others) / (group.weight * Ranking.maxImpact) / Self.rounding)
            guard needed > 0 else { continue }
            // With the norm n, the condition f / (f + n) >= s is equivalent to f × (1 - s) >= s × n.
            let frequencies = frequencies(group)
            count = FrequencyWindow.keep(
                &places, count: count, frequencies: frequencies, lengths: lengths, rest: 1 - needed,
                base: needed * saturation.base, slope: needed * saturation.slope)
        }
        return count
    }

    /// The frequency of a group at each place of the window.
    private mutating func frequencies(_ group: ScoringGroup) -> [Float] {
        if group.phrases.count == 1 { return windows[group.phrases[0]].frequencies }
        for place in sums.indices { sums[place] = 0 }
        for phrase in group.phrases {
            let more = windows[phrase].frequencies
            for place in sums.indices { sums[place] += more[place] }
        }
        return sums
    }
}
