import Foundation
import Testing

@testable import System

@Suite struct FileLockTests {
    @Test("A lock is refused as long as another has it")
    func refusal() throws {
        let path = NSTemporaryDirectory() + "feedsearch-lock-\(UUID().uuidString)"
        defer { try? FileSystem.remove(path) }
        var lock: FileLock? = try FileLock(path)
        #expect(throws: SystemError(number: EWOULDBLOCK, path: path)) { try FileLock(path, waits: false) }
        #expect(lock != nil)
        lock = nil
        #expect(throws: Never.self) { try FileLock(path, waits: false) }
    }

    @Test("A refused lock closes its own file once: a file that another thread has opened meanwhile stays open")
    func descriptors() throws {
        let path = NSTemporaryDirectory() + "feedsearch-lock-\(UUID().uuidString)"
        defer { try? FileSystem.remove(path) }
        let lock = try FileLock(path)
        let (isDone, lost) = (Locked(false), Locked(0))
        let ended = DispatchSemaphore(value: 0)
        let hasStarted = BackgroundThread.start {
            while !isDone.withLock({ $0 }) {
                guard let file = try? FileDescriptor.reading("/dev/null") else { continue }
                for _ in 0..<10 where FileStatus(file) == nil { lost.withLock { $0 += 1 } }
                file.close()
            }
            ended.signal()
        }
        try #require(hasStarted)
        for _ in 0..<20_000 { _ = try? FileLock(path, waits: false) }
        isDone.withLock { $0 = true }
        ended.wait()
        #expect(lost.withLock { $0 } == 0)
        _ = consume lock
    }
}
