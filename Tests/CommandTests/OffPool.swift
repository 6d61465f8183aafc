import System
import Testing

/// Runs the tests of a suite on threads of their own. They wait for other processes; on the cooperative pool, which has a
/// thread for each processor, they would hold up whatever waits for a moment there.
struct OffPool: SuiteTrait, TestTrait, TestScoping {
    private static let executor = QueueExecutor(label: "command tests", width: 2)
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if testCase == nil { return try await function() }
        try await withTaskExecutorPreference(Self.executor) { try await function() }
    }
}

extension Trait where Self == OffPool {
    static var offPool: Self { Self() }
}
