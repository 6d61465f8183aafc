private import Glibc

/// Reads and writes file descriptors with read(2) and write(2).
public struct FileDescriptor: Sendable, Equatable {
    public let number: Int32
    public static let standardInput = FileDescriptor(number: 0)
    public static let standardOutput = FileDescriptor(number: 1)
    public static let standardError = FileDescriptor(number: 2)

    public init(number: Int32) { self.number = number }

    public var isTerminal: Bool { isatty(number) == 1 }

    /// Opens a file for reading.
    ///
    /// - Parameter waits: for a named pipe, whether to wait until a program has opened the other end.
    public static func reading(
        _ path: String, waits: Bool = true, followsLinks: Bool = true
    ) throws(SystemError) -> FileDescriptor {
        let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK) | (followsLinks ? 0 : O_NOFOLLOW)
        return try opened(unsafe open(path, flags), path)
    }

    /// Creates a file for writing; fails with EEXIST if a file with this name exists.
    public static func creating(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try opened(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode), path)
    }

    /// Opens a file for writing at its end, or creates it; fails with ELOOP for a symbolic link.
    public static func appending(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        try opened(unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, mode), path)
    }

    /// Creates an unnamed file for reading and writing. The file is deleted when its last descriptor is closed.
    public static func temporary() throws(SystemError) -> FileDescriptor {
        guard let file = unsafe tmpfile() else { throw SystemError(number: errno, path: "") }
        defer { unsafe fclose(file) }
        return try opened(unsafe fcntl(fileno(file), F_DUPFD_CLOEXEC, 3), "")
    }

    /// Creates a pipe. Bytes written to `writing` can be read from `reading`.
    public static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
        var numbers: [Int32] = [0, 0]
        if unsafe Glibc.pipe(&numbers) != 0 { throw SystemError(number: errno, path: "") }
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return (FileDescriptor(number: numbers[0]), FileDescriptor(number: numbers[1]))
    }

    /// Returns a second descriptor of the same file.
    public func duplicate() throws(SystemError) -> FileDescriptor {
        try Self.opened(fcntl(number, F_DUPFD_CLOEXEC, 3), "")
    }

    /// Makes another descriptor refer to this file, like dup2(2).
    public func replace(_ other: FileDescriptor) { dup2(number, other.number) }

    private static func opened(_ number: Int32, _ path: String) throws(SystemError) -> FileDescriptor {
        if number < 0 { throw SystemError(number: errno, path: path) }
        return FileDescriptor(number: number)
    }

    public func close() { _ = Glibc.close(number) }

    /// Size of a regular file in bytes; 0 for other kinds of files.
    public var size: Int {
        guard let status = FileStatus(self), status.kind == .file else { return 0 }
        return max(0, status.byteCount)
    }

    /// Whether a read would return at once, because bytes or the end of the input are available.
    public var isReady: Bool { waitForInput(seconds: 0) }

    /// Waits until a read would return at once. Returns false if the time limit is reached first.
    public func waitForInput(seconds: Int) -> Bool { waitForInput(milliseconds: Int32(seconds) * 1_000) }

    /// Waits until a read would return at once. Returns false if the time limit is reached first.
    public func waitForInput(milliseconds: Int32) -> Bool {
        var input = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&input, 1, milliseconds) != 0
    }

    /// Waits until one of two descriptors has input or is at its end.
    ///
    /// - Parameter milliseconds: time limit; nil for none. A signal may end the wait early.
    /// - Returns: for each descriptor, whether it can be read without waiting.
    public static func waitForInput(
        _ first: FileDescriptor, _ second: FileDescriptor, milliseconds: Int32? = nil
    ) -> (first: Bool, second: Bool) {
        var inputs = [first, second].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        let count = unsafe poll(&inputs, 2, milliseconds ?? -1)
        if count <= 0 { return (false, false) }
        return (inputs[0].revents != 0, inputs[1].revents != 0)
    }

    /// Appends up to `count` bytes to `buffer`. Returns false at the end of the input.
    public func read(into buffer: inout [UInt8], count: Int = 1 << 16) throws(SystemError) -> Bool {
        var failure: Int32 = 0
        let got = unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { bytes in
            var got = -1
            repeat { got = unsafe Glibc.read(number, bytes.baseAddress, count) } while got < 0 && errno == EINTR
            failure = errno
            if got > 0 { unsafe buffer.append(contentsOf: bytes[..<got]) }
            return got
        }
        if got < 0 { throw SystemError(number: failure, path: "") }
        return got > 0
    }

    /// Reads all bytes up to the end.
    ///
    /// - Parameter maxWaitSeconds: maximum time to wait for a pipe that sends nothing; nil for no limit.
    /// - Throws: `SystemError`: EFBIG if the input has more than `limit` bytes, ETIMEDOUT if a pipe sends nothing for
    ///   too long.
    public func readAll(limit: Int, maxWaitSeconds: Int? = nil) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // Reserve the memory at once, because growing the array step by step would need up to three times as much.
        bytes.reserveCapacity(min(size, limit))
        repeat {
            if bytes.count > limit { throw SystemError(number: EFBIG, path: "") }
            if let maxWaitSeconds, !waitForInput(seconds: maxWaitSeconds) {
                throw SystemError(number: ETIMEDOUT, path: "")
            }
        } while try read(into: &bytes)
        return bytes
    }

    /// Writes all bytes. If it throws, the number of written bytes is unknown.
    public func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes.span) }

    /// Writes all bytes. If it throws, the number of written bytes is unknown.
    public func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(number, $0.baseAddress! + done, $0.count - done)
            }
            if count >= 0 {
                done += count
            } else if errno != EINTR {
                throw SystemError(number: errno, path: "")
            }
        }
    }

    /// Moves the read position to the first byte.
    public func rewind() { lseek(number, 0, SEEK_SET) }

    /// Flushes written data to the disk.
    public func synchronize() throws(SystemError) {
        if fsync(number) != 0 { throw SystemError(number: errno, path: "") }
    }

    /// Tells the system that these bytes will not be read again, so that it can free the memory that caches them:
    /// <https://man7.org/linux/man-pages/man2/posix_fadvise.2.html>.
    public func release(_ range: Range<Int>) {
        posix_fadvise(number, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    }
}
