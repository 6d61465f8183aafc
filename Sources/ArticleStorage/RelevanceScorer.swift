internal import TextAnalysis

/// The closer look at one article: its text is analysed again and scored with the whole formula.
struct RelevanceScorer {
    private let query: RelevanceQuery
    private let averageLength: Double
    private var titleCounts: [Int]
    private var bodyCounts: [Int]
    private var windowHits: [(unit: Int, term: Int)] = []
    private var windowCounts: [Int]

    /// Text beyond this many bytes is not looked at: it costs time, and the beginning tells what an article is about.
    private static let maxBytes = 200_000

    init(query: RelevanceQuery, averageLength: Double) {
        self.query = query
        self.averageLength = averageLength
        titleCounts = Array(repeating: 0, count: query.terms.count)
        bodyCounts = titleCounts
        windowCounts = titleCounts
    }

    struct Score {
        var bags: [Double]
        var window: Double
        var total: Double { bags.reduce(window, +) }
        var parts: [ScorePart] {
            zip(["grams", "exact", "characters", "neighbours"], bags).map { ScorePart(name: $0, value: $1) }
                + [ScorePart(name: "window", value: window)]
        }
    }

    mutating func score(title: Span<UInt8>, body: Span<UInt8>) -> Score {
        for index in titleCounts.indices {
            titleCounts[index] = 0
            bodyCounts[index] = 0
        }
        let titleUnits = Self.scan(title, query, &titleCounts, &windowHits)
        var window = bestWindow()
        let bodyUnits = Self.scan(body.extracting(0..<min(body.count, Self.maxBytes)), query, &bodyCounts, &windowHits)
        window = max(window, bestWindow())
        let length = Ranking.titleWeight * Double(titleUnits) + Double(bodyUnits)
        let norm = Ranking.k1 * (1 - Ranking.b + Ranking.b * length / averageLength)
        var score = Score(
            bags: Array(repeating: 0, count: RelevanceQuery.Bag.allCases.count), window: window * Ranking.windowWeight)
        for (index, term) in query.terms.enumerated() {
            let frequency = Ranking.titleWeight * Double(titleCounts[index]) + Double(bodyCounts[index])
            guard frequency > 0 else { continue }
            score.bags[term.bag.rawValue] += term.weight * frequency * (Ranking.k1 + 1) / (frequency + norm)
        }
        return score
    }

    /// Counts the query's terms in a text; returns the number of its units.
    private static func scan(
        _ text: Span<UInt8>, _ query: RelevanceQuery, _ counts: inout [Int], _ hits: inout [(unit: Int, term: Int)]
    ) -> Int {
        hits.removeAll(keepingCapacity: true)
        var units = 0
        var previous = 0
        var current = 0
        var found = counts
        var windowHits = hits
        let exactSalt = RelevanceQuery.salt(.exact)
        let characterSalt = RelevanceQuery.salt(.characters)
        func closePair() {
            if previous != 0, current != 0, let term = query.pairs[UInt64(previous) << 32 | UInt64(current)] {
                found[term] += 1
            }
            previous = current
            current = 0
        }
        func count(_ hash: UInt64, inWindow: Bool) {
            guard let term = query.lookup.first(hash: hash) else { return }
            found[term] += 1
            if inWindow { windowHits.append((units, term)) }
        }
        Analyzer.shared.analyze(text) { term, kind, _ in
            switch kind {
            case .word:
                closePair()
                units += 1
                let hash = TermTable.hash(term)
                count(hash &+ exactSalt, inWindow: false)
                count(hash, inWindow: true)
                count(TermTable.markedHash(term), inWindow: true)
                current = query.pairUnits.first(hash: hash) ?? 0
            case .stem:
                count(TermTable.hash(term), inWindow: true)
                current = query.pairUnits.first(hash: TermTable.hash(term.extracting(1..<term.count))) ?? 0
            case .symbolWord: break
            case .gram, .single:
                closePair()
                units += 1
                count(TermTable.hash(term), inWindow: true)
                let first = term.extracting(0..<UTF8Decoding.firstLength(term))
                let hash = TermTable.hash(first)
                count(hash &+ characterSalt, inWindow: false)
                if kind == .gram { count(hash, inWindow: true) }
                current = query.pairUnits.first(hash: hash) ?? 0
            case .separator:
                closePair()
                previous = 0
            }
            return true
        }
        closePair()
        counts = found
        hits = windowHits
        return units
    }

    /// The largest sum of distinct grams' weights within so many units.
    private mutating func bestWindow() -> Double {
        var best = 0.0
        var sum = 0.0
        var first = 0
        for index in windowCounts.indices { windowCounts[index] = 0 }
        for hit in windowHits {
            if windowCounts[hit.term] == 0 { sum += query.terms[hit.term].single }
            windowCounts[hit.term] += 1
            while windowHits[first].unit + Ranking.windowUnits <= hit.unit {
                let old = windowHits[first].term
                windowCounts[old] -= 1
                if windowCounts[old] == 0 { sum -= query.terms[old].single }
                first += 1
            }
            best = max(best, sum)
        }
        return best
    }
}

extension TermTable {
    /// The hash of the term with the stem's mark in front.
    static func markedHash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = (0xCBF2_9CE4_8422_2325 ^ UInt64(WordForms.stemMark)) &* 0x100_0000_01B3
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 32)
    }
}
