internal import PostingIndex

/// Counts the terms of a query in an article by means of the posting lists that the first stage has read. A text is
/// read only for the positions of a single character.
///
/// - Complexity: one binary search per term, then a few nanoseconds per occurrence.
package struct PostingScorer {
    private let query: RelevanceQuery
    /// The sources are the single characters whose positions count, then the posting lists.
    private var occurrences: TermOccurrences
    private enum Content {
        case positions(PostingList)
        case frequencies(TermPostings)
    }

    /// The posting lists, in the order of the last sources.
    private let lists: [Content]
    private var characters: SingleCharacters
    /// Whether positions are needed: a single term needs only its frequency.
    private let needsPositions: Bool
    /// If there are more lists than this, reading the texts is as fast.
    private static let maxLists = 64

    /// - Parameter rows: the articles to score, ascending.
    /// - Returns: nil if postings are not sufficient, because the format of the index is unknown or there are too many
    ///   terms.
    package init?(_ query: RelevanceQuery, _ rows: [UInt32], _ source: any PostingSource) throws {
        let needsPositions = !query.adjacent.isEmpty || query.terms.count { $0.bag == .terms } > 1
        characters = try SingleCharacters(query, rows, needPositions: needsPositions, source)
        var sources = characters.placed.map { TermOccurrences.Source(term: $0.term, isTerm: true) }
        var lists: [Content] = []
        for (index, term) in query.terms.enumerated() where term.bag != .adjacent {
            if term.character != nil { continue }
            guard !term.indexTerms.isEmpty, lists.count + term.indexTerms.count <= Self.maxLists else {
                return nil
            }
            for indexTerm in term.indexTerms {
                guard let postings = try source.term(indexTerm) else { return nil }
                guard postings.count > 0 else { continue }
                try source.checkDeadline()
                sources.append(.init(term: index, isTerm: term.bag == .terms))
                lists.append(needsPositions ? .positions(try postings.postings(of: rows)) : .frequencies(postings))
            }
        }
        self.needsPositions = needsPositions
        self.query = query
        self.lists = lists
        occurrences = TermOccurrences(query, sources)
    }

    /// Whether `score` reads the text of an article, so that using `bound` first saves time.
    package var readsTexts: Bool { !characters.placed.isEmpty }

    /// An upper bound on `score` that is computed from frequencies alone, as if all terms were adjacent.
    package mutating func bound(_ n: Int64, norm: Double, titleLength: Int) throws -> Double {
        occurrences.begin()
        guard let row = UInt32(exactly: n) else { return 0 }
        try characters.count(in: n, &occurrences.tally)
        for (source, content) in zip(occurrences.sources.dropFirst(characters.placed.count), lists) {
            guard case .positions(let list) = content, let place = list.place(of: row) else { continue }
            let count = list.frequencies(at: place)
            if count.second > 0 { occurrences.tally.noteInTitle(source.term) }
            occurrences.tally.count(source.term, weight: Ranking.frequency(title: count.second, body: count.first))
        }
        for (key, pair) in query.adjacent {
            let (first, second) = RelevanceQuery.terms(ofAdjacency: key)
            let count = min(occurrences.tally.frequency(first), occurrences.tally.frequency(second))
            occurrences.tally.count(pair, weight: count)
        }
        return occurrences.tally.scoreWithBestWindow(norm: norm, titleLength: titleLength)
    }

    package mutating func score(_ n: Int64, norm: Double, titleLength: Int) throws -> RelevanceScore {
        occurrences.begin()
        guard let row = UInt32(exactly: n) else {
            return occurrences.tally.score(norm: norm, titleLength: 0)
        }
        try characters.count(in: n, &occurrences.tally)
        try characters.findPositions(n, &occurrences.positions)
        for (number, content) in lists.enumerated() {
            let index = characters.placed.count + number
            let source = occurrences.sources[index]
            switch content {
            case .positions(let list):
                guard let place = list.place(of: row) else { continue }
                let count = list.frequencies(at: place)
                if count.second > 0 { occurrences.tally.noteInTitle(source.term) }
                occurrences.tally.count(
                    source.term, weight: Ranking.frequency(title: count.second, body: count.first))
                if source.isTerm { list.appendPositions(at: place, to: &occurrences.positions[index]) }
            case .frequencies(let postings):
                let frequency = try postings.frequency(in: row)
                guard frequency > 0 else { continue }
                occurrences.tally.count(source.term, weight: Double(frequency))
                if Double(frequency) >= Ranking.titleWeight, query.title.mayBe(titleLength: titleLength) {
                    try noteTitle(of: row, postings, source.term)
                }
                // A single term is recorded at any position, so that it forms the window.
                if source.isTerm { occurrences.tally.record(source.term, at: 0) }
            }
        }
        return occurrences.score(norm: norm, titleLength: titleLength)
    }

    /// Records whether a single term is in the title, which its weighted frequency does not show.
    private mutating func noteTitle(of row: UInt32, _ postings: TermPostings, _ term: Int) throws {
        let list = try postings.postings(of: [row])
        guard let place = list.place(of: row), list.frequencies(at: place).second > 0 else { return }
        occurrences.tally.noteInTitle(term)
    }
}
