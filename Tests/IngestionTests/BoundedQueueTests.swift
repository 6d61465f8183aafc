import Dispatch
import Testing

@testable import Ingestion

@Suite struct BoundedQueueTests {
    @Test("Elements come out in order, however little room there is")
    func order() {
        let queue = BoundedQueue<Int>(capacity: 2)
        DispatchQueue(label: "give").async { for number in 0..<1_000 { _ = queue.put(number) } }
        for number in 0..<1_000 { #expect(queue.take() == number) }
    }

    @Test("After it is cancelled, whoever waits to give or to take goes on, and elements that lay there are gone")
    func cancelled() {
        for round in 0..<200 {
            let queue = BoundedQueue<Int>(capacity: 2)
            let group = DispatchGroup()
            for number in 0..<3 {
                DispatchQueue(label: "take.\(number)").async(group: group) { while queue.take() != nil {} }
                DispatchQueue(label: "give.\(number)").async(group: group) { while queue.put(number) {} }
            }
            queue.cancel()
            #expect(group.wait(timeout: .now() + 60) == .success, "round \(round)")
            #expect(queue.take() == nil)
            #expect(!queue.put(1))
        }
    }
}
