internal import PostingIndex

/// Texts that must be near each other in one field of an article.
package struct Proximity: Hashable {
    package enum Rule: Hashable {
        /// The texts may be in any order, with at most this many words between the first and the last; punctuation does
        /// not count.
        case words(Int)
        /// The texts may be in any order, all within this many positions.
        case window(Int)
        /// The texts must be adjacent and in this order, with at most punctuation between them.
        case sequence
    }

    /// One form of a text, and the number of positions it takes.
    package struct Part: Hashable {
        package var phrase: IndexPhrase
        package var width: Int
    }

    /// The forms of each text, any of which may match.
    package var texts: [[Part]]
    package var rule: Rule

    /// An expression that only requires all the texts to occur somewhere in the article; it matches a superset of the
    /// proximity matches.
    package var anywhere: IndexExpression {
        .all(texts.map { parts in parts.count > 1 ? .any(parts.map { .phrase($0.phrase) }) : .phrase(parts[0].phrase) })
    }

    /// The expression passed to FTS5; it matches a superset.
    package var asked: IndexExpression {
        guard case .words = rule, texts.allSatisfy({ $0.count == 1 }) else { return anywhere }
        return .proximity(self)
    }
}

/// The result of checking a rule against the places of the texts in one field.
package enum ProximityVerdict {
    case fulfilled, unfulfilled
    /// The result depends on whether there is punctuation between the texts.
    case dependsOnPunctuation
}

extension Proximity {
    /// An occurrence of a text.
    package struct Place: Sendable {
        /// The column and position, in the form of `PhraseStarts`.
        package var start: UInt32
        package var width: Int
    }

    /// - Parameters:
    ///   - places: the places of each text in one article, ascending by their starts.
    ///   - countsWords: whether positions count only words, not punctuation.
    /// - Complexity: linear in the number of places, times the number of texts.
    package func verdict(_ places: [[Place]], countsWords: Bool = false) -> ProximityVerdict {
        var next: [Int] = []
        return verdict(places, countsWords: countsWords, next: &next)
    }

    /// - Parameter next: reusable memory.
    func verdict(_ places: [[Place]], countsWords: Bool = false, next: inout [Int]) -> ProximityVerdict {
        if places.contains(where: { $0.isEmpty }) { return .unfulfilled }
        if case .sequence = rule { return sequenceVerdict(places) }
        var verdict = ProximityVerdict.unfulfilled
        next.removeAll(keepingCapacity: true)
        for _ in places { next.append(0) }
        // Each place is tried once as the first place of a match.
        while true {
            var first = -1
            for text in places.indices where next[text] < places[text].count {
                if first < 0 || places[text][next[text]].start < places[first][next[first]].start { first = text }
            }
            guard first >= 0 else { return verdict }
            let begin = places[first][next[first]]
            var last = Int(begin.start)
            var end = Int(begin.start) + begin.width
            var firstEnd = end
            var isWhole = true
            for text in places.indices where text != first {
                guard next[text] < places[text].count else {
                    isWhole = false
                    break
                }
                let place = places[text][next[text]]
                last = max(last, Int(place.start))
                end = max(end, Int(place.start) + place.width)
                firstEnd = min(firstEnd, Int(place.start) + place.width)
            }
            if !isWhole { return verdict }
            switch rule {
            case .window(let size): if end - Int(begin.start) <= size { return .fulfilled }
            case .words(let most):
                // Same rule as `fts5ExprNearIsMatch` in <https://sqlite.org/src/file/ext/fts5/fts5_expr.c>.
                let between = last - firstEnd
                if between <= most { return .fulfilled }
                // There is at most one punctuation position before each word.
                if !countsWords, between <= 2 * most + 1 { verdict = .dependsOnPunctuation }
            case .sequence: break
            }
            next[first] += 1
        }
    }

    private func sequenceVerdict(_ places: [[Place]]) -> ProximityVerdict {
        // For each end of the sequence so far, whether there is a gap between two of its texts.
        var ends: [UInt32: Bool] = [:]
        for place in places[0] { ends[place.start + UInt32(place.width)] = false }
        for text in places.dropFirst() {
            var following: [UInt32: Bool] = [:]
            for place in text {
                let end = place.start + UInt32(place.width)
                if let hasGap = ends[place.start], following[end] ?? true { following[end] = hasGap }
                if place.start > 0, ends[place.start - 1] != nil, following[end] == nil { following[end] = true }
            }
            ends = following
            if ends.isEmpty { return .unfulfilled }
        }
        return ends.values.contains(false) ? .fulfilled : .dependsOnPunctuation
    }

    /// Whether the rule is satisfied, given the positions of punctuation.
    package func isFulfilled(_ places: [[Place]], _ separators: SeparatorPositions) -> Bool {
        guard case .sequence = rule else {
            let words = places.map { places in
                places.map { Place(start: $0.start - separators.count(before: $0.start), width: $0.width) }
            }
            return verdict(words, countsWords: true) == .fulfilled
        }
        var ends = Set(places[0].map { $0.start + UInt32($0.width) })
        for text in places.dropFirst() {
            ends = Set(
                text.compactMap { place in
                    let isNext =
                        ends.contains(place.start)
                        || place.start > 0 && ends.contains(place.start - 1) && separators.isSeparator(place.start - 1)
                    return isNext ? place.start + UInt32(place.width) : nil
                })
        }
        return !ends.isEmpty
    }
}
