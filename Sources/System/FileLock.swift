private import Glibc

/// A lock on a file between processes, held until this object is deallocated. If the process dies, the kernel releases
/// the lock.
public final class FileLock: Sendable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - waits: whether to wait for the lock. If false, throws EWOULDBLOCK if another process holds the lock.
    ///   - model: a file whose owner a new lock file gets, so that `root` creates no file that the owner cannot open.
    /// - Throws: `SystemError` with the path.
    public init(
        _ path: String, waits: Bool = true, followsLinks: Bool = false, ownedLike model: String? = nil
    ) throws(SystemError) {
        let owner = geteuid() == 0 && FileStatus(path) == nil ? model.flatMap { FileStatus($0) } : nil
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw SystemError(number: errno, path: path) }
        if let owner { _ = fchown(descriptor, owner.owner, owner.group) }
        while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
            if errno == EINTR { continue }
            // All properties are initialised, so `deinit` runs and closes the file. If it were closed here too, this
            // could close another thread's file.
            throw SystemError(number: errno, path: path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}

extension FileLock {
    private static let maxListBytes = 4 << 20

    /// Whether another process holds a lock of any kind on one of these files, according to /proc/locks
    /// (<https://man7.org/linux/man-pages/man5/proc_locks.5.html>).
    ///
    /// - Returns: nil if /proc/locks cannot be read.
    /// - Complexity: linear in the number of all locks; about 50 µs for 100.
    public static func isHeldElsewhere(_ paths: [String]) -> Bool? {
        guard let list = try? FileSystem.read("/proc/locks", limit: maxListBytes) else { return nil }
        let inodes = paths.compactMap { FileStatus($0)?.inode }
        return list.split(separator: 0x0A).contains { line in
            guard let (process, inode) = holder(String(decoding: line, as: UTF8.self)) else { return false }
            return process != getpid() && inodes.contains(inode)
        }
    }

    /// Parses a line such as `3: POSIX  ADVISORY  READ 21560 fe:00:16236726 128 128`. The device numbers are ignored,
    /// because some file systems report different numbers in /proc/locks and in `stat`.
    private static func holder(_ line: String) -> (process: Int32, inode: UInt64)? {
        let fields = line.split(separator: " ")
        guard let place = fields.firstIndex(where: { $0.count { $0 == ":" } == 2 }), place > 0,
            let process = Int32(fields[place - 1]),
            let inode = fields[place].split(separator: ":").last.flatMap({ UInt64($0) })
        else { return nil }
        return (process, inode)
    }
}
