package import ArticleSearch
package import SQLite
package import SearchRanking

/// Scores each row that FTS5 finds, and keeps the top k.
///
/// FTS5's `ORDER BY rank` would sort all matches. Instead, an auxiliary function in the WHERE clause is called once for
/// each match and keeps the top k in a heap. It scores every match, so tests compare faster methods with it.
package final class MatchCollector {
    package static let functionName = "collect"

    private var groups: [ScoringGroup] = []
    /// The weights of all rows; empty unless `keepsWeights` is set.
    private var weights: [Double] = []
    private var keepsWeights = false
    private var limit = 0
    private var averageLength = 1.0
    private var heap = CandidateHeap(limit: 0)
    private var count = 0

    package func register(on connection: Connection) throws {
        try connection.registerFTS5Function(Self.functionName) { [unowned self] row in
            collect(row)
            return true
        }
    }

    package func start(groups: [ScoringGroup], limit: Int, averageLength: Double, keepsWeights: Bool) {
        self.groups = groups
        self.limit = limit
        self.averageLength = max(1, averageLength)
        self.keepsWeights = keepsWeights
        weights.removeAll(keepingCapacity: true)
        heap = CandidateHeap(limit: limit)
        count = 0
    }

    package func finish() -> ScoredArticles {
        defer { heap = CandidateHeap(limit: 0) }
        return ScoredArticles(candidates: heap.sorted(), total: count, weights: weights)
    }

    private func collect(_ row: borrowing FTS5Row) {
        count += 1
        guard limit > 0 || keepsWeights else { return }
        let length = Ranking.length(
            title: row.tokenCount(column: Int32(IndexColumn.title)),
            body: row.tokenCount(column: Int32(IndexColumn.body)))
        let norm = Ranking.norm(length: length, average: averageLength)
        var score = 0.0
        var weight = 0.0
        for group in groups {
            var frequency = 0.0
            for phrase in group.phrases {
                let hits = row.termFrequencies(ofPhrase: phrase)
                frequency += Ranking.frequency(title: hits.second, body: hits.first)
            }
            guard frequency > 0 else { continue }
            score += Ranking.score(weight: group.weight, frequency: frequency, norm: norm)
            weight += group.weight
        }
        if keepsWeights { weights.append(weight) }
        if limit > 0 { heap.keep(Candidate(id: row.rowID, score: score, weight: weight)) }
    }
}
