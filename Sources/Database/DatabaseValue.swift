/// A value that is bound to a statement.
public enum DatabaseValue: Sendable, Hashable {
    case null
    /// A Boolean value, which SQLite stores as 0 or 1.
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
    /// A list of numbers in one column: `int8[]` in PostgreSQL, text separated by commas in SQLite.
    case integers([Int64])
    /// Like `integers`, but SQLite stores each number in 8 bytes, little-endian, and NULL for an empty list.
    case packedIntegers([Int64])

    public static func integer(orNull value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
    public static func text(orNull value: String?) -> Self { value.map { .text($0) } ?? .null }
    public static func bytes(orNull value: [UInt8]?) -> Self { value.map { .bytes($0) } ?? .null }
}
