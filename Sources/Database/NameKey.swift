private import Formats

/// A hash of a text, which PostgreSQL indexes instead of the text, because a B-tree accepts no values larger than a
/// third of a page (<https://www.postgresql.org/docs/15/btree-limits.html>).
///
/// Keys of names are also compared as both databases compare them: Swift treats canonically equivalent texts as equal,
/// databases do not.
public enum NameKey {
    /// 128 bits of SHA-256: a collision takes about 2^64 attempts.
    public static let byteCount = 16

    public static func of(_ text: String) -> [UInt8] { Array(SHA256.hash(Array(text.utf8)).prefix(byteCount)) }
}

extension SQLDialect {
    /// The value of `SQL.key` for a name.
    public func key(of name: String) -> [UInt8] {
        switch self {
        case .sqlite: Array(name.utf8)
        case .postgres: NameKey.of(name)
        }
    }
}

extension SQL {
    /// The bytes that distinguish names of a keyed column: in SQLite the text, in PostgreSQL its hash, because it
    /// cannot store NUL.
    public static func key(_ column: String) -> SQL { "\(sqlite: column, postgres: column + "_key")" }
}
