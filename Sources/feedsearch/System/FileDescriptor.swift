import Glibc

/// Reading and writing of descriptors by read(2) and write(2): the one door of the command to them.
struct FileDescriptor: Sendable, Equatable {
    let number: Int32
    static let standardInput = FileDescriptor(number: 0)
    static let standardOutput = FileDescriptor(number: 1)
    static let standardError = FileDescriptor(number: 2)

    var isTerminal: Bool { isatty(number) == 1 }

    /// Opens a file for reading.
    static func reading(_ path: String) throws(SystemError) -> FileDescriptor {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
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

    /// Appends up to `count` bytes to `buffer`; false at the end of the input.
    func read(into buffer: inout [UInt8], count: Int = 1 << 16) throws(SystemError) -> Bool {
        let start = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: count))
        var got = -1
        repeat {
            got = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(number, bytes.baseAddress! + start, count)
            }
        } while got < 0 && errno == EINTR
        let failure = errno
        buffer.removeLast(count - max(got, 0))
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
