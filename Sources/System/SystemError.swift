private import Glibc

/// An error number of the C library, with the call's object.
public struct SystemError: Error, Equatable, Sendable {
    public var number: Int32
    /// What the call was about, usually a path.
    public var path: String

    public init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    /// Whether the disk, or the user's share of it, is full.
    public var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether a file would be larger than the system, or this process, may make it.
    public var isFileTooLarge: Bool { number == EFBIG }

    /// The C library's words for the number, in English.
    public var words: String { unsafe String(cString: strerror(number)) }
}
