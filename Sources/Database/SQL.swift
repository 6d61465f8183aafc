/// SQL text with its values, written once for both engines. Interpolations are values, unless their label says
/// otherwise:
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
        /// The table that a statement changes.
        case target(Table)
        case isOneOf([Int64])
        /// Like `isOneOf`, but in SQLite the numbers are part of the text.
        case isOneOfInText([Int64])
        /// A number that is part of the text in SQLite.
        case inText(Int64)
        /// The number of possible texts of the statement is unlimited.
        case varies
        /// A condition: a keyed column equals one of these texts.
        case name(String, [String])
        /// The key of a text in PostgreSQL.
        case key(DatabaseValue)
        case dialect(sqlite: String, postgres: String)
        /// A list of keys in PostgreSQL, as a table `u`.
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

        /// ` IN (…)` with numbers; the list may be empty.
        public mutating func appendInterpolation(isOneOf numbers: [Int64]) { parts.append(.isOneOf(numbers)) }

        /// Like `isOneOf`, but with at least one number. In SQLite the numbers are part of the text: the planner then
        /// knows how many there are, and a statement that runs many times does not parse a list each time.
        public mutating func appendInterpolation(isOneOfInText numbers: [Int64]) {
            parts.append(.isOneOfInText(numbers))
        }

        /// A number that SQLite's planner must know, such as a limit; in SQLite it is part of the text.
        public mutating func appendInterpolation(inText number: Int64) { parts.append(.inText(number)) }

        /// A condition: a keyed column equals this text. Example: `\(name: "f.url", is: address)`.
        public mutating func appendInterpolation(name column: String, is text: String) {
            parts.append(.name(column, [text]))
        }

        /// A condition: a keyed column equals one of these texts. The list may be empty.
        public mutating func appendInterpolation(name column: String, isOneOf texts: [String]) {
            parts.append(.name(column, texts))
        }

        /// Statement text; must not come from input.
        public mutating func appendInterpolation(sql: SQL) { parts += sql.parts }

        /// Text that differs between the engines.
        public mutating func appendInterpolation(sqlite: String, postgres: String) {
            parts.append(.dialect(sqlite: sqlite, postgres: postgres))
        }

        mutating func appendInterpolation(keys: [NumberedName]) { parts.append(.keys(keys)) }
        mutating func appendInterpolation(target table: Table) { parts.append(.target(table)) }
    }

    /// Marks a statement with an unlimited number of texts, such as one with a user's filter: SQLite does not cache it.
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

    /// An integer in the text itself, for numbers that plans depend on, such as a bit in the condition of an index.
    public static func literal(_ number: Int64) -> SQL { SQL(stringLiteral: String(number)) }
}
