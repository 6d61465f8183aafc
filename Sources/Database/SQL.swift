/// SQL text with its values, written once for both engines. An interpolation without a label inserts a value, for
/// example:
///
///     "SELECT url FROM \(rows: .feed) f WHERE f.id = \(id)"
///
/// - Note: Modelled on GRDB's `SQL`: <https://github.com/groue/GRDB.swift/blob/master/GRDB/Core/SQL.swift>.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    enum Part: Sendable {
        case text(String)
        case value(DatabaseValue)
        /// The rows of a table that belong to the library.
        case rows(Table)
        /// The rows of a table, read in SQLite with an index hint.
        case hinted(Table, alias: String, sqliteHint: String)
        /// The table that a statement changes.
        case target(Table)
        /// The number of the reader whose state is read; 0 for the owner.
        case reader
        /// Parts that differ between the owner and other readers.
        case byReader(owner: [Part], other: [Part])
        case isOneOf([Int64])
        /// Like `isOneOf`, but in SQLite the numbers are part of the text.
        case isOneOfInText([Int64])
        /// A number that is part of the text in SQLite.
        case inText(Int64)
        /// Marks a statement whose text varies without limit.
        case varies
        /// A condition that compares a column that has a key with a list of texts.
        case name(String, [String])
        /// The key of a text in PostgreSQL.
        case key(DatabaseValue)
        case dialect(sqlite: String, postgres: String)
        /// A list of keys, which PostgreSQL joins as a table named `u`.
        case keys([NumberedName])
    }

    var parts: [Part] = []

    public init(stringLiteral text: String) { parts = [.text(text)] }
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        public mutating func appendInterpolation(_ value: DatabaseValue) { parts.append(.value(value)) }
        public mutating func appendInterpolation(_ value: Int64) { parts.append(.value(.integer(value))) }
        public mutating func appendInterpolation(_ value: Int) { parts.append(.value(.integer(Int64(value)))) }
        public mutating func appendInterpolation(_ value: Int64?) { parts.append(.value(.integer(orNull: value))) }
        public mutating func appendInterpolation(_ value: Bool) { parts.append(.value(.bool(value))) }
        public mutating func appendInterpolation(_ value: String) { parts.append(.value(.text(value))) }
        public mutating func appendInterpolation(_ value: String?) { parts.append(.value(.text(orNull: value))) }
        public mutating func appendInterpolation(_ value: [UInt8]) { parts.append(.value(.bytes(value))) }

        /// The rows of a table, for FROM and JOIN; an alias must follow.
        public mutating func appendInterpolation(rows table: Table) { parts.append(.rows(table)) }

        /// The rows of a table under an alias. SQLite reads them with a hint such as `INDEXED BY`, which cannot follow
        /// the view of a reader.
        public mutating func appendInterpolation(rows table: Table, as alias: String, sqliteHint hint: String) {
            parts.append(.hinted(table, alias: alias, sqliteHint: hint))
        }

        /// SQL that differs between the owner of the library and other readers.
        public mutating func appendInterpolation(owner: SQL, other: SQL) {
            parts.append(.byReader(owner: owner.parts, other: other.parts))
        }

        /// An `IN` condition with a list of numbers, which may be empty.
        public mutating func appendInterpolation(isOneOf numbers: [Int64]) { parts.append(.isOneOf(numbers)) }

        /// Like `isOneOf`, for a list that is not empty. In SQLite, the numbers are part of the text. The planner then
        /// knows how many there are, and a statement that runs repeatedly does not parse a list each time.
        public mutating func appendInterpolation(isOneOfInText numbers: [Int64]) {
            parts.append(.isOneOfInText(numbers))
        }

        /// A number that SQLite's planner must know, such as a limit. In SQLite, it is part of the text.
        public mutating func appendInterpolation(inText number: Int64) { parts.append(.inText(number)) }

        /// The condition that a column with a key equals this text. Example: `\(name: "f.url", is: address)`.
        public mutating func appendInterpolation(name column: String, is text: String) {
            parts.append(.name(column, [text]))
        }

        /// The condition that a column with a key equals one of these texts. The list may be empty.
        public mutating func appendInterpolation(name column: String, isOneOf texts: [String]) {
            parts.append(.name(column, texts))
        }

        /// Inserts another statement. It must not contain text from user input.
        public mutating func appendInterpolation(sql: SQL) { parts += sql.parts }

        /// Text that differs between the engines.
        public mutating func appendInterpolation(sqlite: String, postgres: String) {
            parts.append(.dialect(sqlite: sqlite, postgres: postgres))
        }

        mutating func appendInterpolation(keys: [NumberedName]) { parts.append(.keys(keys)) }
        mutating func appendInterpolation(target table: Table) { parts.append(.target(table)) }
    }

    /// The number of the reader whose state is read; 0 for the owner.
    public static var reader: SQL {
        var sql = SQL(stringLiteral: "")
        sql.parts = [.reader]
        return sql
    }

    /// Marks a statement whose text varies without limit, for example because it contains a user's filter. SQLite does
    /// not cache it.
    public static var varies: SQL {
        var sql = SQL(stringLiteral: "")
        sql.parts = [.varies]
        return sql
    }

    public static func + (one: SQL, other: SQL) -> SQL { "\(sql: one)\(sql: other)" }

    public static func += (one: inout SQL, other: SQL) { one.parts += other.parts }

    /// Joins parts with commas.
    public static func list(_ parts: [SQL]) -> SQL { joined(parts, by: ", ") }

    public static func joined(_ parts: [SQL], by separator: String) -> SQL {
        var out = SQL(stringLiteral: "")
        for (place, part) in parts.enumerated() {
            if place > 0 { out.parts.append(.text(separator)) }
            out.parts += part.parts
        }
        return out
    }

    /// Inserts an integer into the text itself. Query plans depend on some numbers, such as a bit in the condition of
    /// an index.
    public static func literal(_ number: Int64) -> SQL { SQL(stringLiteral: String(number)) }
}
