private import Glibc

/// An error number of the C library, and the path passed to the failed call.
public struct SystemError: Error, Equatable, Sendable {
    public var number: Int32
    /// The object of the failed call, usually a path.
    public var path: String

    public init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    /// Whether the disk or the user's quota is full.
    public var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether a file would exceed the maximum size allowed by the system or for the process.
    public var isFileTooLarge: Bool { number == EFBIG }

    /// Whether another process holds a lock that was requested without waiting.
    public var isLockHeld: Bool { number == EWOULDBLOCK }

    /// The C library's message for the error number, in English.
    public var words: String { unsafe String(cString: strerror(number)) }
}
