import Synchronization
import Testing

@testable import Pipelines

@Suite struct PipelineTests {
    private struct Trouble: Error, Equatable { var stage: Int }

    @Test("Pieces come in order, and all of them")
    func order() throws {
        var seen: [Int] = []
        try Pipeline.run(ahead: 3) { give in
            for number in 0..<1_000 { try give(number) }
        } consume: {
            seen.append($0)
        }
        #expect(seen == Array(0..<1_000))
    }

    @Test("A failure of the first stage comes after what it gave")
    func failureOfProducer() {
        var seen: [Int] = []
        #expect(throws: Trouble(stage: 1)) {
            try Pipeline.run(ahead: 2) { give in
                for number in 0..<10 { try give(number) }
                throw Trouble(stage: 1)
            } consume: {
                seen.append($0)
            }
        }
        #expect(seen == Array(0..<10))
    }

    @Test("A failure of the second stage ends the first, which is waited for")
    func failureOfConsumer() {
        let given = Mutex(0)
        let hasEnded = Mutex(false)
        #expect(throws: Trouble(stage: 2)) {
            try Pipeline.run(ahead: 2) { give in
                defer { hasEnded.withLock { $0 = true } }
                while true {
                    try give(0)
                    given.withLock { $0 += 1 }
                }
            } consume: { _ in
                throw Trouble(stage: 2)
            }
        }
        #expect(hasEnded.withLock { $0 })
        #expect(given.withLock { $0 } < 10)
    }
}
