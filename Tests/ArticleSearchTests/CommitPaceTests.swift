import Testing

@testable import ArticleSearch

@Suite struct CommitPaceTests {
    private let start = ContinuousClock.now
    private var pace = CommitPace()

    private mutating func isSettled(_ version: Int64, after seconds: Int) -> Bool {
        pace.isSettled(at: version, start + .seconds(seconds))
    }

    @Test("It pays to read ahead after opening and after commits far apart")
    mutating func single() {
        #expect(isSettled(1, after: 0))
        #expect(isSettled(1, after: 1))
        #expect(isSettled(2, after: 10))
        #expect(isSettled(2, after: 11))
        #expect(isSettled(3, after: 16))
    }

    @Test("It does not while commits come one after another, and does again five seconds after the last")
    mutating func rapid() {
        #expect(isSettled(1, after: 0))
        #expect(!isSettled(2, after: 1))
        #expect(!isSettled(3, after: 4))
        #expect(!isSettled(3, after: 8))
        #expect(isSettled(3, after: 9))
        #expect(isSettled(3, after: 10))
        #expect(isSettled(4, after: 13))
        #expect(!isSettled(5, after: 17))
    }
}
