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

    @Test("A file that another process has locked is known, and one that this process has is not")
    func elsewhere() throws {
        let path = NSTemporaryDirectory() + "feedsearch-lock-\(UUID().uuidString)"
        defer { try? FileSystem.remove(path) }
        var own: FileLock? = try FileLock(path)
        #expect(FileLock.isHeldElsewhere([path, path + "-none"]) == false)
        #expect(own != nil)
        own = nil
        let (input, output) = try FileDescriptor.pipe()
        // It has the lock until its input ends.
        let other = try ChildProcess(["flock", "-s", path, "cat"], input: input)
        input.close()
        let end = ContinuousClock.now + .seconds(600)
        while FileLock.isHeldElsewhere([path]) == false, ContinuousClock.now < end { usleep(2_000) }
        #expect(FileLock.isHeldElsewhere([path + "-none", path]) == true)
        output.close()
        #expect(try other.wait() == .exited(0))
        #expect(FileLock.isHeldElsewhere([path]) == false)
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
