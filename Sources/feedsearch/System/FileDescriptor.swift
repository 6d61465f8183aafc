import Glibc

/// Reading and writing of descriptors by read(2) and write(2): the one door of the command to them.
struct FileDescriptor: Sendable, Equatable {
    let number: Int32
    static let standardInput = FileDescriptor(number: 0)
    static let standardOutput = FileDescriptor(number: 1)
    static let standardError = FileDescriptor(number: 2)

    var isTerminal: Bool { isatty(number) == 1 }

    /// Opens a file for reading.
    ///
    /// - Parameter waits: whether a pipe is waited for until a program has opened its other end.
    static func reading(_ path: String, waits: Bool = true) throws(SystemError) -> FileDescriptor {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
        if number < 0 { throw SystemError(number: errno, path: path) }
        return FileDescriptor(number: number)
    }

    /// Creates or empties a file for writing.
    static func writing(_ path: String, mode: mode_t = 0o644) throws(SystemError) -> FileDescriptor {
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        if number < 0 { throw SystemError(number: errno, path: path) }
        return FileDescriptor(number: number)
    }

    func close() { _ = Glibc.close(number) }

    /// Bytes of a plain file; 0 for all else.
    var size: Int {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return max(0, Int(status.st_size))
    }

    /// Whether a read would not wait: there are bytes, or the end.
    var isReady: Bool { waitForInput(seconds: 0) }

    /// Waits until a read would not wait; false where that takes longer.
    func waitForInput(seconds: Int) -> Bool {
        var input = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&input, 1, Int32(seconds) * 1_000) != 0
    }

    /// Appends up to `count` bytes to `buffer`; false at the end of the input.
    func read(into buffer: inout [UInt8], count: Int = 1 << 16) throws(SystemError) -> Bool {
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

    /// Writes all bytes. Nothing says how many were written where it throws.
    func write(_ bytes: [UInt8]) throws(SystemError) {
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
}
