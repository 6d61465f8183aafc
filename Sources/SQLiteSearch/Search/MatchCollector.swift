package import SQLite
package import SearchRanking

/// Scores each row that FTS5 finds, and keeps the best.
///
/// FTS5's `ORDER BY rank` sorts all matches; an auxiliary function in the WHERE clause sees each match once and keeps
/// the top k in a heap. It is exhaustive: faster methods are tested against it.
package final class MatchCollector {
    package static let functionName = "collect"

    private var groups: [ScoringGroup] = []
    private var minimumWeight = 0.0
    /// The weights of all rows, if the required weight is known only at the end.
    private var weights: [Double] = []
    private var keepsWeights = false
    private var limit = 0
    private var averageLength = 1.0
    private var heap = CandidateHeap(limit: 0)
    package private(set) var count = 0

    package func register(on connection: Connection) throws {
        try connection.registerFTS5Function(Self.functionName) { [unowned self] row in
            collect(row)
        }
    }

    /// - Parameter minimumWeight: rows with a smaller sum of term weights are neither kept nor counted.
    package func start(groups: [ScoringGroup], limit: Int, averageLength: Double, minimumWeight: Double = 0) {
        self.groups = groups
        self.minimumWeight = minimumWeight
        self.limit = limit
        self.averageLength = max(1, averageLength)
        keepsWeights = false
        weights.removeAll(keepingCapacity: true)
        heap = CandidateHeap(limit: limit)
        count = 0
    }

    /// Records each row's weight, for `minimum(of:)`.
    package func keepWeights() { keepsWeights = true }

    /// A share of the largest weight of a row, and the number of rows that reach it.
    package func minimum(of share: Double) -> (weight: Double, count: Int) { Coverage.minimum(of: share, weights) }

    /// The kept candidates, best first.
    package func finish() -> [Candidate] {
        defer { heap = CandidateHeap(limit: 0) }
        return heap.sorted()
    }

    /// Scores one row; returns whether it reaches the minimum weight.
    private func collect(_ row: borrowing FTS5Row) -> Bool {
        guard limit > 0 || minimumWeight > 0 || keepsWeights else {
            count += 1
            return true
        }
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
        guard weight >= minimumWeight else { return false }
        count += 1
        if keepsWeights { weights.append(weight) }
        if limit > 0 { heap.keep(Candidate(id: row.rowID, score: score, weight: weight)) }
        return true
    }
}
