/// A number and a name that identify rows, such as a feed and a guid.
public struct NumberedName: Sendable, Hashable {
    public var number: Int64
    public var name: String

    public init(number: Int64, name: String) {
        self.number = number
        self.name = name
    }

    /// Compares the bytes of the names, because Swift's `String` treats canonically equivalent texts as equal.
    public static func == (one: Self, other: Self) -> Bool {
        one.number == other.number && one.name.utf8.elementsEqual(other.name.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

/// A query that is run for each of many keys. SQLite runs one prepared statement repeatedly. PostgreSQL runs a single
/// statement that joins the list of keys.
public struct KeyedQuery: Sendable {
    public let columns: SQL
    /// The tables and joins after FROM; nil if the query has no FROM clause.
    public let from: SQL?
    public let condition: SQL

    public init(_ columns: SQL, from: SQL?, where condition: SQL) {
        self.columns = columns
        self.from = from
        self.condition = condition
    }

    public func sql(for keys: [NumberedName]) -> SQL {
        var sql: SQL = "SELECT \(sqlite: "0", postgres: "u.place"), \(sql: columns)"
        if let from {
            sql += " FROM \(keys: keys)\(sqlite: "", postgres: " CROSS JOIN ")\(sql: from)"
        } else {
            sql += "\(sqlite: "", postgres: " FROM ")\(keys: keys)"
        }
        return sql + " WHERE \(sql: condition)"
    }
}

extension SQL {
    public static let keyNumber: SQL = "\(sqlite: "?1", postgres: "u.number")"
    /// The name in the current key, to be compared with the `SQL.key` of a column.
    public static let keyName: SQL = "\(sqlite: "?2", postgres: "u.name")"
}
