private import Formats

/// The hash that PostgreSQL indexes instead of a text: a B-tree accepts no values larger than a third of a page
/// (<https://www.postgresql.org/docs/15/btree-limits.html>).
///
/// What both engines compare names by: to Swift canonically equivalent texts are equal, to databases they are not.
public enum NameKey {
    /// 128 bits of SHA-256: two texts with one hash take some 2^64 attempts.
    public static let byteCount = 16

    public static func of(_ text: String) -> [UInt8] { Array(SHA256.hash(Array(text.utf8)).prefix(byteCount)) }
}

extension SQLDialect {
    /// What `SQL.key` gives for a name.
    public func key(of name: String) -> [UInt8] {
        switch self {
        case .sqlite: Array(name.utf8)
        case .postgres: NameKey.of(name)
        }
    }
}

extension SQL {
    /// The bytes that distinguish the names of a keyed column: the text in SQLite; its hash in PostgreSQL, which cannot store NUL.
    public static func key(_ column: String) -> SQL { "\(sqlite: column, postgres: column + "_key")" }
}
