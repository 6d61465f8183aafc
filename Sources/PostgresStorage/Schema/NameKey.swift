private import Formats
internal import PostgreSQL

/// The key of a name in an index: addresses and guids may be longer than an entry of an index.
enum NameKey {
    /// 128 bits of SHA-256: nobody can make two names with one key.
    static let byteCount = 16

    static func of(_ name: String) -> [UInt8] { Array(SHA256.hash(Array(name.utf8)).prefix(byteCount)) }

    static func value(of name: String) -> PostgresValue { .bytes(of(name)) }
}
