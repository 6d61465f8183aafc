/// The top k: a binary heap with the lowest kept score on top.
package struct CandidateHeap {
    package let limit: Int
    private var heap: [Candidate] = []

    package init(limit: Int) { self.limit = limit }

    /// The kept candidates, best first.
    ///
    /// - Complexity: O(*n* log *n*), a heap sort.
    package consuming func sorted() -> [Candidate] {
        var count = heap.count
        while count > 1 {
            count -= 1
            heap.swapAt(0, count)
            sink(within: count)
        }
        return heap
    }

    /// Candidates below this score are not kept.
    var minScore: Double { heap.count == limit ? heap.first?.score ?? -.infinity : -.infinity }

    @inline(__always)
    package mutating func keep(_ candidate: Candidate) {
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
        sink(within: heap.count)
    }

    /// Moves the first candidate down to its place.
    private mutating func sink(within count: Int) {
        var index = 0
        while true {
            var worst = index
            let left = 2 * index + 1
            if left < count, Candidate.precedes(heap[worst], heap[left]) { worst = left }
            if left + 1 < count, Candidate.precedes(heap[worst], heap[left + 1]) { worst = left + 1 }
            if worst == index { return }
            heap.swapAt(index, worst)
            index = worst
        }
    }
}
