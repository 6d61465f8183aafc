internal import TextAnalysis

/// Counts the terms of a query in an article by analysing its text. Used for long queries, and to verify the results
/// computed from posting lists.
///
/// - Complexity: that of analysing the text.
struct TextScorer {
    private var occurrences: TermOccurrences
    /// Maps each index term to its sources.
    private var sources: [[UInt8]: [Int]] = [:]
    /// Character → terms.
    private var characters: [UInt32: [Int]] = [:]
    /// Whether any index term begins with this byte.
    private var isFirst = [Bool](repeating: false, count: 256)
    private var term: [UInt8] = []

    init(_ query: RelevanceQuery) {
        var all: [TermOccurrences.Source] = []
        for (number, term) in query.terms.enumerated() where term.bag != .adjacent {
            let isTerm = term.bag == .terms
            if let character = term.character {
                guard ForwardUnits.code(character: character) != nil else { continue }
                characters[character, default: []].append(all.count)
                all.append(.init(term: number, isTerm: isTerm))
                continue
            }
            for indexTerm in term.indexTerms {
                sources[indexTerm, default: []].append(all.count)
                if let first = indexTerm.first { isFirst[Int(first)] = true }
                all.append(.init(term: number, isTerm: isTerm))
            }
        }
        occurrences = TermOccurrences(query, all)
    }

    mutating func score(_ text: IndexedText, norm: Double, titleLength: Int) -> RelevanceScore {
        occurrences.begin()
        text.forEachColumn { column, text, language in
            var next: UInt32 = 0
            Analyzer.shared.analyze(text, language: language) { token, kind, _ in
                if !kind.isColocated { next += 1 }
                let position = TermOccurrences.position(next - 1, inColumn: column)
                let weight = column == IndexColumn.title ? Ranking.titleWeight : 1
                if isFirst[Int(token[0])] {
                    term.removeAll(keepingCapacity: true)
                    for index in token.indices { term.append(token[index]) }
                    for source in sources[term] ?? [] { count(source, position, weight) }
                }
                if kind == .bigram || kind == .single, !characters.isEmpty, let scalar = UTF8Decoding.firstScalar(token)
                {
                    for source in characters[scalar] ?? [] { count(source, position, weight) }
                }
                return true
            }
        }
        return occurrences.score(norm: norm, titleLength: titleLength)
    }

    private mutating func count(_ source: Int, _ position: UInt64, _ weight: Double) {
        let (term, isTerm) = (occurrences.sources[source].term, occurrences.sources[source].isTerm)
        occurrences.tally.count(term, weight: weight)
        if isTerm { occurrences.positions[source].append(position) }
        if position >> 32 == UInt64(IndexColumn.title) { occurrences.tally.noteInTitle(term) }
    }
}
