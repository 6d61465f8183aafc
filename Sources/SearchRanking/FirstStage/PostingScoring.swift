package import Pipelines
package import PostingIndex

/// Scores articles by BM25F and keeps the top k: the last step of the first stage.
package struct PostingScoring: Sendable {
    package let groups: [ScoringGroup]
    package let phrases: [RowFrequencies]
    /// Article ids, ascending.
    package let rows: [UInt32]
    /// The length norm of each article.
    package let norms: [Double]
    /// For each article, the sum of the weights of its terms, if `minimumWeight` applies.
    package let weights: [Double]?
    package let minimumWeight: Double
    /// Once it is reached, the result is incomplete; the caller checks the deadline again.
    package let deadline: Deadline

    /// With fewer articles, one thread is faster than two.
    private static let minParallelRows = 32_768

    /// The top k, best first.
    package func topCandidates(_ limit: Int) -> [Candidate] {
        let parts = Parallel.map(count: rows.count, grain: Self.minParallelRows) { topCandidates(limit, in: $0) }
        if parts.count == 1 { return parts[0] }
        var heap = CandidateHeap(limit: limit)
        for candidate in parts.joined() { heap.keep(candidate) }
        return heap.sorted()
    }

    private func topCandidates(_ limit: Int, in range: Range<Int>) -> [Candidate] {
        let rows = range.count == rows.count ? rows : Array(rows[range])
        if groups.count == 1, weights == nil { return topCandidates(limit, ofOnly: groups[0], rows, range.lowerBound) }
        var scores = Array(repeating: 0.0, count: rows.count)
        for group in groups where !deadline.isReached { add(group, rows, range.lowerBound, to: &scores) }
        var heap = CandidateHeap(limit: limit)
        if let weights {
            for index in scores.indices where weights[range.lowerBound + index] >= minimumWeight {
                heap.keep(
                    .init(id: Int64(rows[index]), score: scores[index], weight: weights[range.lowerBound + index]))
            }
        } else {
            for index in scores.indices where scores[index] >= heap.minScore {
                heap.keep(.init(id: Int64(rows[index]), score: scores[index]))
            }
        }
        return heap.sorted()
    }

    /// The top k for one term. A single multiplication excludes most articles.
    private func topCandidates(
        _ limit: Int, ofOnly group: ScoringGroup, _ rows: [UInt32], _ first: Int
    ) -> [Candidate] {
        let frequencies = group.frequencies(phrases, in: rows, until: deadline)
        let norms = norms.span
        let factor = group.weight * (Ranking.k1 + 1)
        var heap = CandidateHeap(limit: limit)
        // Rounding must not exclude an article.
        var least = heap.minScore * 0.999_999
        for index in frequencies.indices {
            let frequency = Double(frequencies[index])
            let norm = norms[first + index]
            if factor * frequency < least * (frequency + norm) { continue }
            let score = Ranking.score(weight: group.weight, frequency: frequency, norm: norm)
            heap.keep(.init(id: Int64(rows[index]), score: score))
            least = heap.minScore * 0.999_999
        }
        return heap.sorted()
    }

    private func add(_ group: ScoringGroup, _ rows: [UInt32], _ first: Int, to scores: inout [Double]) {
        let all = group.frequencies(phrases, in: rows, until: deadline)
        let frequencies = all.span
        let norms = norms.span
        var scores = scores.mutableSpan
        for index in frequencies.indices {
            scores[index] += Ranking.score(
                weight: group.weight, frequency: Double(frequencies[index]), norm: norms[first + index])
        }
    }
}

extension ScoringGroup {
    /// The frequency of the group in each article; incomplete if the deadline is reached.
    package func frequencies(_ matches: [RowFrequencies], in rows: [UInt32], until deadline: Deadline) -> [Float] {
        var sum: [Float] = []
        for phrase in phrases where sum.isEmpty || !deadline.isReached {
            let frequencies = matches[phrase].frequencies(in: rows)
            if sum.isEmpty {
                sum = frequencies
            } else {
                for index in sum.indices { sum[index] += frequencies[index] }
            }
        }
        return sum.isEmpty ? Array(repeating: 0, count: rows.count) : sum
    }
}
