internal import PostingIndex

/// Counts the terms of a query in an article by the posting lists that the first stage has read. A text is read only for the
/// positions of a single character.
///
/// - Complexity: one binary search a term, then some nanoseconds an occurrence.
package struct PostingScorer {
    private struct Source {
        var term: Int
        var isTerm: Bool
    }

    private let query: RelevanceQuery
    private var tally: TermTally
    /// Single characters whose positions count, then the posting lists.
    private let sources: [Source]
    private enum Content {
        case positions(PostingList)
        case frequencies(TermPostings)
    }

    /// Those of the last sources.
    private let lists: [Content]
    private var characters: SingleCharacters
    /// Whether positions are needed: one term alone needs only its frequency.
    private let needsPositions: Bool
    /// The positions of each source in one article, and the next one to read.
    private var positions: [[UInt64]]
    private var cursors: [Int]
    private var occurrences: [(position: UInt64, term: Int)] = []
    /// With more lists, reading the texts is as fast.
    private static let maxLists = 64
    /// Limit of earlier occurrences that may be adjacent to one: a malformed posting may have thousands at one
    /// position.
    private static let maxNear = 256

    /// - Parameter rows: the articles that are scored, ascending.
    /// - Returns: nil if postings are not enough: an index of unknown form, too many terms.
    package init?(_ query: RelevanceQuery, _ rows: [UInt32], _ source: any PostingSource) throws {
        let needsPositions = !query.adjacent.isEmpty || query.terms.count { $0.bag == .terms } > 1
        characters = try SingleCharacters(query, rows, needPositions: needsPositions, source)
        var sources = characters.placed.map { Source(term: $0.term, isTerm: true) }
        var lists: [Content] = []
        for (index, term) in query.terms.enumerated() where term.bag != .adjacent {
            if case .character = term.shape { continue }
            guard !term.indexTerms.isEmpty, lists.count + term.indexTerms.count <= Self.maxLists else {
                return nil
            }
            for indexTerm in term.indexTerms {
                guard let postings = try source.term(indexTerm) else { return nil }
                guard postings.count > 0 else { continue }
                try source.checkDeadline()
                sources.append(Source(term: index, isTerm: term.bag == .terms))
                lists.append(needsPositions ? .positions(try postings.postings(of: rows)) : .frequencies(postings))
            }
        }
        self.needsPositions = needsPositions
        self.query = query
        self.sources = sources
        self.lists = lists
        tally = TermTally(query)
        positions = sources.map { _ in [] }
        cursors = sources.map { _ in 0 }
    }

    /// Whether `bound` saves time: a score takes the text of an article.
    package var readsTexts: Bool { !characters.placed.isEmpty }

    /// What `score` gives at most, from frequencies alone: as if all terms stood beside each other.
    package mutating func bound(_ n: Int64, norm: Double) throws -> Double {
        tally.begin()
        guard let row = UInt32(exactly: n) else { return 0 }
        try characters.count(in: n, &tally)
        for (source, content) in zip(sources.dropFirst(characters.placed.count), lists) {
            guard case .positions(let list) = content, let place = list.place(of: row) else { continue }
            let count = list.frequencies(at: place)
            tally.count(source.term, weight: Ranking.frequency(title: count.second, body: count.first))
        }
        for (key, pair) in query.adjacent {
            let (first, second) = RelevanceQuery.terms(ofAdjacency: key)
            tally.count(pair, weight: min(tally.frequency(first), tally.frequency(second)))
        }
        return tally.scoreWithBestWindow(norm: norm)
    }

    package mutating func score(_ n: Int64, norm: Double) throws -> RelevanceScore {
        tally.begin()
        guard let row = UInt32(exactly: n) else { return tally.score(norm: norm) }
        occurrences.removeAll(keepingCapacity: true)
        for index in sources.indices {
            positions[index].removeAll(keepingCapacity: true)
            cursors[index] = 0
        }
        try characters.count(in: n, &tally)
        try characters.findPositions(n, &positions)
        for (number, content) in lists.enumerated() {
            let index = characters.placed.count + number
            let source = sources[index]
            switch content {
            case .positions(let list):
                guard let place = list.place(of: row) else { continue }
                let count = list.frequencies(at: place)
                tally.count(source.term, weight: Ranking.frequency(title: count.second, body: count.first))
                if source.isTerm { list.appendPositions(at: place, to: &positions[index]) }
            case .frequencies(let postings):
                let frequency = try postings.frequency(in: row)
                guard frequency > 0 else { continue }
                tally.count(source.term, weight: Double(frequency))
                // One term is its own window.
                if source.isTerm { tally.record(source.term, at: 0) }
            }
        }
        if needsPositions {
            merge()
            countAdjacent()
        }
        var column: UInt64 = 0
        for occurrence in occurrences {
            if occurrence.position >> 32 != column {
                column = occurrence.position >> 32
                tally.endPart()
            }
            tally.record(occurrence.term, at: UInt32(truncatingIfNeeded: occurrence.position))
        }
        tally.endPart()
        return tally.score(norm: norm)
    }

    /// Merges the occurrences of all sources by position.
    private mutating func merge() {
        while true {
            var next = -1
            var lowest = UInt64.max
            for index in positions.indices where cursors[index] < positions[index].count {
                let position = positions[index][cursors[index]]
                if position < lowest {
                    lowest = position
                    next = index
                }
            }
            guard next >= 0 else { return }
            cursors[next] += 1
            occurrences.append((lowest, sources[next].term))
        }
    }

    /// Counts adjacent terms.
    private mutating func countAdjacent() {
        guard !query.adjacent.isEmpty else { return }
        for (index, occurrence) in occurrences.enumerated() {
            var before = index - 1
            let nearest = max(0, index - Self.maxNear)
            while before >= nearest, occurrences[before].position + 2 >= occurrence.position {
                let first = occurrences[before]
                if first.position + UInt64(query.terms[first.term].width) == occurrence.position,
                    let pair = query.adjacent[RelevanceQuery.adjacencyKey(first.term, occurrence.term)]
                {
                    let isTitle = occurrence.position >> 32 == UInt64(IndexColumn.title)
                    tally.count(pair, weight: isTitle ? Ranking.titleWeight : 1)
                }
                before -= 1
            }
        }
    }
}
