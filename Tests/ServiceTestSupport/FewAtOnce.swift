internal import System
package import Testing

/// Runs the tests of a suite some at a time. Each has a service with two databases: all that wait at once had thousands of files
/// open, with which Foundation's `Process.run` in another test reads beyond the end of a page of memory (it copies the whole
/// `dirent` of each open file).
package struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
    private struct Turns {
        var free = 32
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let turns = Locked(Turns())
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if testCase == nil { return try await function() }
        await Self.take()
        defer { Self.give() }
        try await function()
    }

    private static func take() async {
        await withCheckedContinuation { continuation in
            let hasTurn = turns.withLock { turns in
                if turns.free > 0 {
                    turns.free -= 1
                    return true
                }
                turns.waiting.append(continuation)
                return false
            }
            if hasTurn { continuation.resume() }
        }
    }

    private static func give() {
        let next = turns.withLock { turns in
            if turns.waiting.isEmpty {
                turns.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return turns.waiting.removeFirst()
        }
        next?.resume()
    }
}

extension Trait where Self == FewAtOnce {
    package static var fewAtOnce: Self { Self() }
}
