private import Glibc

/// A value that one thread at a time may change, behind a lock of POSIX.
///
/// It does what `Mutex` of Synchronization does. The thread sanitizer sees POSIX locks and does not see those of
/// Synchronization, whose every use it reports as a race; a lock costs some 20 ns either way.
@safe public final class Locked<Value>: @unchecked Sendable {
    // `value` is read and written by anyone who holds `lock`.
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    public init(_ value: sending Value) {
        self.value = value
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Runs `body` while no other thread has the value. It must be short, and must not ask for the value again.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
