private import Formats
package import PostgreSQL

/// The key of a name in an index: addresses and guids may be longer than an entry of an index.
package enum NameKey {
    /// 128 bits of SHA-256: nobody can make two names with one key.
    package static let byteCount = 16

    package static func of(_ name: String) -> [UInt8] { Array(SHA256.hash(Array(name.utf8)).prefix(byteCount)) }

    package static func value(of name: String) -> PostgresValue { .bytes(of(name)) }
}
