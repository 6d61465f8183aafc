private import Formats

/// A hash of a text. PostgreSQL indexes the hash, because a B-tree accepts no values larger than a third of a page
/// (<https://www.postgresql.org/docs/15/btree-limits.html>).
///
/// Names with different bytes have different keys, even if Swift treats the names as equal because they are canonically
/// equivalent.
public enum NameKey {
    /// 128 bits of SHA-256, so that finding a collision takes about 2^64 attempts.
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
    /// The column that distinguishes names: the text column in SQLite, its hash in PostgreSQL, which cannot store NUL.
    public static func key(_ column: String) -> SQL { "\(sqlite: column, postgres: column + "_key")" }
}
