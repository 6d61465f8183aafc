/// The description of a table, from which statements for both engines are generated.
///
/// In PostgreSQL, each table also begins with the columns `library` and `slot`, which are not listed here.
public struct Table: Sendable, Hashable {
    public let name: String
    /// The columns of the primary key come first.
    public let columns: [Column]
    public let keyCount: Int
    /// The PostgreSQL counter for the ids of new rows. SQLite uses the highest id plus one.
    public let counter: String?

    public init(_ name: String, key: Int = 1, counter: String? = nil, _ columns: [Column]) {
        self.name = name
        self.columns = columns
        self.counter = counter
        keyCount = key
    }

    public var key: ArraySlice<Column> { columns.prefix(keyCount) }

    /// - Precondition: the table has the column.
    public func column(_ name: String) -> Column {
        guard let column = columns.first(where: { $0.name == name }) else {
            preconditionFailure("\(self.name) has no column \(name)")
        }
        return column
    }
}

public struct Column: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// A 64-bit integer.
        case integer
        case integer16
        case integer32
        case bool
        case text
        case bytes
        case integers
        /// A text that an engine may compress.
        case body
        /// An article's HTML, which an engine may compress with the body as prefix.
        case html
    }

    public let name: String
    public let kind: Kind
    /// The name in SQLite. It may differ, because columns of existing files are not renamed.
    public let sqliteName: String
    /// Whether PostgreSQL also stores the text's `NameKey`, in the column `keyName`, and finds rows by it.
    public let hasKey: Bool
    /// Whether only SQLite has the column.
    public let isSQLiteOnly: Bool

    public init(
        _ name: String, _ kind: Kind, sqliteName: String? = nil, hasKey: Bool = false, isSQLiteOnly: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.sqliteName = sqliteName ?? name
        self.hasKey = hasKey
        self.isSQLiteOnly = isSQLiteOnly
    }

    public var keyName: String { name + "_key" }
}
