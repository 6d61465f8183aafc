private import Formats

/// What an index of PostgreSQL has in place of a text that may be long: a B-tree takes no values of more than a third of a page
/// (<https://www.postgresql.org/docs/15/btree-limits.html>).
public enum NameKey {
    /// 128 bits of SHA-256: nobody can make two texts with one key.
    public static let byteCount = 16

    public static func of(_ text: String) -> [UInt8] { Array(SHA256.hash(Array(text.utf8)).prefix(byteCount)) }
}
