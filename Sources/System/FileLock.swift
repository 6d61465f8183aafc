private import Glibc

/// A lock between processes, held while the value lives. The kernel lets go of it however the process ends.
public final class FileLock: Sendable {
    private let descriptor: Int32

    /// - Parameter waits: for its turn. Else EWOULDBLOCK is thrown where another has the lock.
    /// - Throws: `SystemError` with the path.
    public init(_ path: String, waits: Bool = true, followsLinks: Bool = false) throws(SystemError) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw SystemError(number: errno, path: path) }
        while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
            if errno == EINTR { continue }
            // All properties are set: `deinit` closes the file, and a second close might be of another thread's.
            throw SystemError(number: errno, path: path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
