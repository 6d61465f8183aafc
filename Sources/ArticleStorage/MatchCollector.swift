internal import SQLite

/// Looks at each row that the index finds, scores it, and keeps the best.
///
/// FTS5's own `ORDER BY rank` sorts every match; an auxiliary function in the WHERE clause sees each match once and keeps
/// only as many as are asked for, in a heap. It is exhaustive: whatever is quicker must give what it gives.
final class MatchCollector {
    /// Phrases whose hits count as one term.
    struct Group {
        var phrases: [Int]
        var weight: Double
    }

    struct Candidate {
        var n: Int64
        var score: Double
        /// What the terms that it has weigh together.
        var weight = 0.0

        /// Better ones first; of equals, the later arrival.
        static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
            a.score != b.score ? a.score > b.score : a.n > b.n
        }
    }

    static let functionName = "collect"

    private var groups: [Group] = []
    private var minimumWeight = 0.0
    /// The weights of all rows, where only the end tells which are enough.
    private var weights: [Float] = []
    private var keepsWeights = false
    private var limit = 0
    private var averageLength = 1.0
    private var heap: [Candidate] = []
    private(set) var count = 0

    func register(on connection: Connection) throws {
        try connection.registerFTS5Function(Self.functionName) { [unowned self] row in
            collect(row)
        }
    }

    /// - Parameter minimumWeight: rows whose terms weigh less together are neither kept nor counted.
    func start(groups: [Group], limit: Int, averageLength: Double, minimumWeight: Double = 0) {
        self.groups = groups
        self.minimumWeight = minimumWeight
        self.limit = limit
        self.averageLength = max(1, averageLength)
        keepsWeights = false
        weights.removeAll(keepingCapacity: true)
        heap.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Notes each row's weight, for `minimum(of:)`.
    func keepWeights() { keepsWeights = true }

    /// A share of the weight of the best row, and how many rows have as much.
    func minimum(of share: Double) -> (weight: Double, count: Int) {
        // A little less, so that rounding never takes what has just enough.
        let minimum = Float(share) * (weights.max() ?? 0) * 0.9999
        return (Double(minimum), weights.count { $0 >= minimum })
    }

    /// The kept candidates, best first.
    func finish() -> [Candidate] {
        defer { heap.removeAll(keepingCapacity: true) }
        return heap.sorted(by: Candidate.precedes)
    }

    /// Looks at one row; returns whether it has enough of the terms.
    private func collect(_ row: borrowing FTS5Row) -> Bool {
        guard limit > 0 || minimumWeight > 0 || keepsWeights else {
            count += 1
            return true
        }
        let length = Ranking.titleWeight * Double(row.tokenCount(column: 0)) + Double(row.tokenCount(column: 1))
        let norm = Ranking.k1 * (1 - Ranking.b + Ranking.b * length / averageLength)
        var score = 0.0
        var weight = 0.0
        for group in groups {
            var frequency = 0.0
            for phrase in group.phrases {
                let hits = row.hitCounts(ofPhrase: phrase)
                frequency += Ranking.titleWeight * Double(hits.first) + Double(hits.second)
            }
            guard frequency > 0 else { continue }
            score += group.weight * frequency * (Ranking.k1 + 1) / (frequency + norm)
            weight += group.weight
        }
        guard weight >= minimumWeight else { return false }
        count += 1
        if keepsWeights { weights.append(Float(weight)) }
        if limit > 0 { keep(Candidate(n: row.rowID, score: score, weight: weight)) }
        return true
    }

    /// A binary heap with the worst kept candidate on top.
    private func keep(_ candidate: Candidate) {
        if heap.count < limit {
            heap.append(candidate)
            var child = heap.count - 1
            while child > 0 {
                let parent = (child - 1) / 2
                guard Candidate.precedes(heap[parent], heap[child]) else { break }
                heap.swapAt(parent, child)
                child = parent
            }
        } else if Candidate.precedes(candidate, heap[0]) {
            heap[0] = candidate
            var parent = 0
            while true {
                var worst = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < heap.count && Candidate.precedes(heap[worst], heap[child]) {
                    worst = child
                }
                if worst == parent { break }
                heap.swapAt(parent, worst)
                parent = worst
            }
        }
    }
}
