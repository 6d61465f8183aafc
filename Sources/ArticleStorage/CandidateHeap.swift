/// Keeps the best of many candidates: a binary heap with the worst kept one on top.
struct CandidateHeap {
    typealias Candidate = MatchCollector.Candidate

    let limit: Int
    private var heap: [Candidate] = []

    init(limit: Int) { self.limit = limit }

    /// The kept candidates, best first.
    func sorted() -> [Candidate] { heap.sorted(by: Candidate.precedes) }

    /// No candidate below this score would be kept.
    var leastScore: Double { heap.count == limit ? heap.first?.score ?? -.infinity : -.infinity }

    @inline(__always)
    mutating func keep(_ candidate: Candidate) {
        if heap.count == limit, let worst = heap.first, !Candidate.precedes(candidate, worst) { return }
        push(candidate)
    }

    private mutating func push(_ candidate: Candidate) {
        if heap.count < limit {
            heap.append(candidate)
            var index = heap.count - 1
            while index > 0, Candidate.precedes(heap[(index - 1) / 2], heap[index]) {
                heap.swapAt(index, (index - 1) / 2)
                index = (index - 1) / 2
            }
            return
        }
        heap[0] = candidate
        var index = 0
        while true {
            var worst = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if Candidate.precedes(heap[worst], heap[child]) { worst = child }
            }
            if worst == index { return }
            heap.swapAt(index, worst)
            index = worst
        }
    }
}
