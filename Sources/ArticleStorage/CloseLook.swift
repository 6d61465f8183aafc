internal import SQLite

/// Scores candidates with the whole formula: from their units in the forward index, or, where the query is one word, from
/// the doclists that are in memory anyway.
struct CloseLook {
    private let query: RelevanceQuery
    private let statistics: IndexStatistics
    private var scorer: RelevanceScorer?
    private var reader: ForwardReader?
    /// Of each term of a one-word query, the lists that count for it.
    private var lists: [[PostingList]] = []

    init(_ query: RelevanceQuery, _ statistics: IndexStatistics) throws {
        self.query = query
        self.statistics = statistics
        if query.isOneWord, let lists = try Self.lists(query, statistics.postings) {
            self.lists = lists
        } else {
            scorer = RelevanceScorer(query: query, averageLength: statistics.averageLength)
            reader = try ForwardReader(connection: statistics.connection)
        }
    }

    private static func lists(_ query: RelevanceQuery, _ postings: IndexPostings) throws -> [[PostingList]]? {
        var out: [[PostingList]] = []
        for term in query.terms {
            var lists: [PostingList] = []
            for indexTerm in term.indexTerms {
                guard let list = try postings.list(of: indexTerm) else { return nil }
                lists.append(list)
            }
            out.append(lists)
        }
        return out
    }

    /// - Returns: nil where there is no such article.
    mutating func score(_ n: Int64, _ facts: RankingFacts) throws -> RelevanceScorer.Score? {
        guard scorer == nil else {
            guard try reader?.read(n) == true, let units = reader?.units else { return nil }
            return scorer?.score(units)
        }
        let norm = Ranking.norm(title: facts.titleLength, body: facts.bodyLength, average: statistics.averageLength)
        var score = RelevanceScorer.Score(
            bags: Array(repeating: 0, count: RelevanceQuery.Bag.allCases.count), window: 0)
        for (term, lists) in zip(query.terms, lists) {
            var frequency = 0.0
            for list in lists {
                let rows = list.rows
                let place = SortedRows.firstIndex(notBelow: UInt32(clamping: n), in: rows.span, from: 0)
                guard place < rows.count, Int64(rows[place]) == n else { continue }
                let hits = list.hits(at: place)
                frequency += Ranking.frequency(title: hits.second, body: hits.first)
            }
            guard frequency > 0 else { continue }
            score.bags[term.bag.rawValue] += Ranking.score(weight: term.weight, frequency: frequency, norm: norm)
            // One word fills its own window.
            if term.bag == .grams { score.window = term.single * Ranking.windowWeight }
        }
        return score
    }
}
