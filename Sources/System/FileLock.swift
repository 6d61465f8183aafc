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

extension FileLock {
    private static let maxListBytes = 4 << 20

    /// Whether another process has a lock of any kind on one of these files, found in /proc/locks
    /// (<https://man7.org/linux/man-pages/man5/proc_locks.5.html>).
    ///
    /// - Returns: nil where the system does not tell.
    /// - Complexity: that of the list of all locks; some 50 µs for a hundred.
    public static func isHeldElsewhere(_ paths: [String]) -> Bool? {
        guard let list = try? FileSystem.read("/proc/locks", limit: maxListBytes) else { return nil }
        let inodes = paths.compactMap { FileStatus($0)?.inode }
        return list.split(separator: 0x0A).contains { line in
            guard let (process, inode) = holder(String(decoding: line, as: UTF8.self)) else { return false }
            return process != getpid() && inodes.contains(inode)
        }
    }

    /// Of a line such as `3: POSIX  ADVISORY  READ 21560 fe:00:16236726 128 128`. Devices are not compared: some file systems name
    /// others there than in `stat`.
    private static func holder(_ line: String) -> (process: Int32, inode: UInt64)? {
        let fields = line.split(separator: " ")
        guard let place = fields.firstIndex(where: { $0.count { $0 == ":" } == 2 }), place > 0,
            let process = Int32(fields[place - 1]),
            let inode = fields[place].split(separator: ":").last.flatMap({ UInt64($0) })
        else { return nil }
        return (process, inode)
    }
}
