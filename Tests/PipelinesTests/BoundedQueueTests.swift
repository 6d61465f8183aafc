import Dispatch
import Testing

@testable import Pipelines

@Suite struct BoundedQueueTests {
    @Test("Every taker learns that there are no more, and nothing is lost before")
    func finish() async {
        for _ in 0..<200 {
            let queue = BoundedQueue<Int>(capacity: 2)
            DispatchQueue.global().async {
                for number in 0..<10 { _ = queue.put(number) }
                queue.finish()
            }
            let taken = await withTaskGroup(of: Int.self) { group in
                for number in 0..<2 {
                    group.addTask {
                        await withCheckedContinuation { done in
                            DispatchQueue(label: "taker \(number)").async {
                                var count = 0
                                while queue.take() != nil { count += 1 }
                                done.resume(returning: count)
                            }
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(taken == 10)
        }
    }

    @Test("A queue is finished once no more are given, while what was given still lies there")
    func isFinished() {
        let queue = BoundedQueue<Int>(capacity: 2)
        _ = queue.put(1)
        #expect(!queue.isFinished)
        queue.finish()
        #expect(queue.isFinished)
        #expect(queue.take() == 1)
        #expect(queue.take() == nil)
    }

    @Test("A giver and a taker that wait go on when the queue is cancelled")
    func cancel() async {
        let full = BoundedQueue<Int>(capacity: 1)
        let empty = BoundedQueue<Int>(capacity: 1)
        async let gave = withCheckedContinuation { done in
            DispatchQueue(label: "giver").async {
                var goesOn = true
                while goesOn { goesOn = full.put(1) }
                done.resume(returning: goesOn)
            }
        }
        async let took = withCheckedContinuation { done in
            DispatchQueue(label: "taker").async { done.resume(returning: empty.take()) }
        }
        full.cancel()
        empty.cancel()
        #expect(await gave == false)
        #expect(await took == nil)
    }
}
