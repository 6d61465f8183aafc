private import Glibc

/// The first 100 bytes of a database file. They are read without SQLite, because SQLite might change the file:
/// <https://www.sqlite.org/fileformat.html#the_database_header>.
public struct DatabaseHeader: Sendable {
    public let userVersion: Int64
    public let applicationID: Int64

    /// Reads the header; nil if the file is missing or its header is damaged.
    public init?(path: String) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        close(file)
        guard count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        func number(at offset: Int) -> Int64 {
            Int64(Int32(bitPattern: bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }))
        }
        userVersion = number(at: 60)
        applicationID = number(at: 68)
    }
}
