private import Glibc

/// The metadata of a file: <https://man7.org/linux/man-pages/man2/stat.2.html>.
public struct FileStatus: Equatable, Sendable {
    public enum Kind: Sendable { case file, folder, other }

    /// Identifies a file even if it has several names.
    public struct Identity: Hashable, Sendable {
        private let device: UInt64
        fileprivate let inode: UInt64

        fileprivate init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    public let kind: Kind
    public let byteCount: Int
    public let identity: Identity
    private let permissions: UInt32
    let owner: UInt32
    let group: UInt32
    private let seconds: Int
    private let nanoseconds: Int

    public var inode: UInt64 { identity.inode }
    /// Time of the last modification, seconds since 1970.
    public var modified: Int64 { Int64(seconds) }

    /// Reads the status of a path; nil if the path does not exist or its status cannot be read.
    public init?(_ path: String, followsLinks: Bool = true) {
        var status = stat()
        guard unsafe (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of an open file; nil if the descriptor is not open.
    public init?(_ descriptor: FileDescriptor) {
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        byteCount = Int(status.st_size)
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        permissions = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether only the owner can read or write the file.
    public var isPrivate: Bool { permissions & 0o077 == 0 }

    /// Whether the path is a regular file that belongs to this user and that no other user can write to.
    public var isOwn: Bool { kind == .file && owner == geteuid() && permissions & 0o022 == 0 }
}
