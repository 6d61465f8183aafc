internal import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import PostgreSQL

/// Converts the row changes of actions between the table `action_change` and the form that all engines share.
struct PostgresRecordedChanges {
    private let library: LibraryConnection
    private let location: String

    init(_ library: LibraryConnection, location: String) {
        self.library = library
        self.location = location
    }

    private var ours: String { "library = \(library.place.library) AND slot = \(library.place.slot)" }
    private static let names = Table.recorded.map { "'\($0.name)'" }.joined(separator: ", ")
    /// An SQL expression for the index of a table in `Table.recorded`.
    private static let tablePlace =
        "CASE relation \(Table.recorded.enumerated().map { "WHEN '\($1.name)' THEN \($0)" }.joined(separator: " ")) END"
    /// An SQL expression for the integers of a key, in the order of the key's columns.
    private static let keyNumbers =
        "CASE relation \(Table.recorded.map { "WHEN '\($0.name)' THEN \(numbers(of: $0))" }.joined(separator: " ")) END"

    private static func numbers(of table: Table) -> String {
        let numbers = table.key.map { column in
            "(key ->> '\(column.name)')::\(column.kind == .bool ? "bool::int" : "int8")"
        }
        return "ARRAY[\(numbers.joined(separator: ", "))]::int8[]"
    }

    /// A query for the recorded changes of the library, numbered from 0 within each action.
    private func placed(_ condition: String) -> String {
        """
        SELECT action, relation, key, old, new, table_place, numbers,
            row_number() OVER (PARTITION BY action ORDER BY table_place, numbers) - 1 AS place
        FROM feedsearch.action_change
        CROSS JOIN LATERAL (SELECT \(Self.tablePlace) AS table_place, \(Self.keyNumbers) AS numbers) n
        WHERE \(ours) AND relation IN (\(Self.names)) AND \(condition)
        """
    }

    // MARK: - Reading

    var fetch: String { "FETCH FORWARD \(RowChange.partCount) FROM recorded_changes" }

    /// - Parameter start: if not nil, only parts after this part are selected.
    func selection(after start: (action: Int64, part: Int64)?) -> String {
        """
        SELECT action, part, relation, numbers, old::text, new::text FROM (
            SELECT p.*, place / \(RowChange.partCount) AS part FROM (\(placed(Self.condition(start)))) p
        ) q \(Self.limit(start)) ORDER BY action, table_place, numbers
        """
    }

    /// A query for the action and the part number of every part.
    func keys(after start: (action: Int64, part: Int64)?) -> String {
        """
        SELECT action, part FROM (
            SELECT action, generate_series(0, (count(*) - 1) / \(RowChange.partCount)) AS part
            FROM feedsearch.action_change
            WHERE \(ours) AND relation IN (\(Self.names)) AND \(Self.condition(start)) GROUP BY action
        ) q \(Self.limit(start)) ORDER BY action, part
        """
    }

    private static func condition(_ start: (action: Int64, part: Int64)?) -> String {
        start.map { "action >= \($0.action)" } ?? "true"
    }

    private static func limit(_ start: (action: Int64, part: Int64)?) -> String {
        start.map { "WHERE (action, part) > (\($0.action), \($0.part))" } ?? ""
    }

    /// - Parameter row: a row of `selection`.
    /// - Throws: `StorageError.damaged`.
    func change(_ row: PostgresRow) throws -> RowChange {
        let name = row.text(2)
        guard let table = Table.recorded.first(where: { $0.name == name }),
            let old = values(row, 4, of: table), let new = values(row, 5, of: table),
            case let key = row.integers(3), key.count == table.keyCount
        else { throw damage(row.integer(0)) }
        let kind: RowChange.Kind = row.isNull(4) ? .insertion : row.isNull(5) ? .deletion : .update
        var changed: [RowChange.Value] = []
        for place in table.columns.indices.dropFirst(table.keyCount) {
            switch (old[place], new[place]) {
            case (nil, nil): continue
            case (let before, let after):
                if kind == .update, before == nil || after == nil { throw damage(row.integer(0)) }
                changed.append(RowChange.Value(place: place, old: before ?? .null, new: after ?? .null))
            }
        }
        return RowChange(kind, table: table, key: key, values: changed)
    }

    private func damage(_ action: Int64) -> StorageError {
        .damaged(location: location, message: "what action \(action) changed cannot be read")
    }

    /// The values of a row, keyed by the index of their column; nil if the row is damaged. Columns that exist only in
    /// PostgreSQL are skipped.
    private func values(_ row: PostgresRow, _ column: Int32, of table: Table) -> [Int: CopiedValue]? {
        if row.isNull(column) { return [:] }
        guard let fields = FlatJSON.fields(of: row.bytes(column)) else { return nil }
        var values: [Int: CopiedValue] = [:]
        for (name, field) in fields {
            guard let place = table.columns.firstIndex(where: { $0.name == name }) else { continue }
            let value: CopiedValue? =
                switch (field, table.columns[place].kind) {
                case (.null, _): .null
                case (.bool(let value), .bool): .integer(value ? 1 : 0)
                case (.number(let number), let kind) where kind != .bool: .integer(number)
                case (.text(let text), .text): .text(text)
                // The text form of bytea: <https://www.postgresql.org/docs/15/datatype-binary.html>.
                case (.text(let text), .bytes) where text.hasPrefix("\\x"):
                    Hexadecimal.decode(text.dropFirst(2)).map { .bytes($0) }
                default: nil
                }
            guard let value, table.columns[place].holds(value) else { return nil }
            values[place] = value
        }
        return values
    }

    // MARK: - Writing

    static let columns = ["action", "relation", "key", "old", "new"]

    /// The changes in a copied part, with the id of their action.
    func changes(of row: [CopiedValue]) throws -> [(action: Int64, change: RowChange)] {
        let action = row.first?.integer ?? 0
        var changes: [(Int64, RowChange)] = []
        try RowChange.forEach(in: row.last?.text ?? "") { changes.append((action, $0)) }
        return changes
    }

    /// The values of a recorded change, in the order of `columns`.
    func values(_ row: (action: Int64, change: RowChange)) -> [PostgresValue] {
        let change = row.change
        var key = JSONWriter(.required)
        key.object { write(key: change, to: &$0) }
        return [
            .integer(row.action), .text(change.table.name), .json(key.bytes),
            change.kind == .insertion ? .null : json(change, \.old),
            change.kind == .deletion ? .null : json(change, \.new),
        ]
    }

    private func write(key change: RowChange, to writer: inout JSONWriter) {
        for (column, number) in zip(change.table.key, change.key) { write(.integer(number), of: column, to: &writer) }
    }

    /// The values of a row as JSON. Like the triggers, writes all columns for an insertion or a deletion.
    private func json(_ change: RowChange, _ side: KeyPath<RowChange.Value, CopiedValue>) -> PostgresValue {
        var writer = JSONWriter(.required)
        writer.object { writer in
            if change.kind != .update {
                writer.key("library")
                writer.number(library.place.library)
                writer.key("slot")
                writer.number(Int64(library.place.slot))
                write(key: change, to: &writer)
            }
            for value in change.values {
                write(value[keyPath: side], of: change.table.columns[value.place], to: &writer)
            }
        }
        return .json(writer.bytes)
    }

    private func write(_ value: CopiedValue, of column: Column, to writer: inout JSONWriter) {
        writer.key(column.name)
        switch value {
        case .null: writer.null()
        case .integer(let number): if column.kind == .bool { writer.bool(number != 0) } else { writer.number(number) }
        case .text(let text):
            // Replace NUL with U+FFFD, as `PostgresValue.text` does.
            writer.string(
                text.utf8.contains(0)
                    ? String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
                    : text)
        case .bytes(let bytes): writer.string("\\x" + Hexadecimal.encode(bytes))
        case .integers: preconditionFailure("actions change no lists")
        }
        guard column.hasKey else { return }
        writer.key(column.keyName)
        if let name = value.text { writer.string("\\x" + Hexadecimal.encode(NameKey.of(name))) } else { writer.null() }
    }

    /// A statement that deletes the changes of an action, starting with a given part.
    var removal: String {
        """
        DELETE FROM feedsearch.action_change c USING (\(placed("action = $3"))) p
        WHERE c.library = $1 AND c.slot = $2 AND c.action = $3 AND c.relation = p.relation AND c.key = p.key
            AND p.place >= $4 * \(RowChange.partCount)
        """
    }
}

/// Parses JSON objects in the text form of `jsonb`. Nested arrays and objects are not supported.
enum FlatJSON {
    enum Value: Equatable {
        case null
        case bool(Bool)
        case number(Int64)
        case text(String)
    }

    /// The fields of a JSON object; nil if the bytes are anything else.
    static func fields(of bytes: [UInt8]) -> [(name: String, value: Value)]? {
        var scanner = Scanner(bytes: bytes)
        guard scanner.take("{") else { return nil }
        var fields: [(String, Value)] = []
        if !scanner.take("}") {
            repeat {
                guard let name = scanner.string(), scanner.take(":"), let value = scanner.value() else { return nil }
                fields.append((name, value))
            } while scanner.take(",")
            guard scanner.take("}") else { return nil }
        }
        return scanner.isAtEnd ? fields : nil
    }

    private struct Scanner {
        let bytes: [UInt8]
        var place = 0

        var isAtEnd: Bool { place == bytes.count }

        /// Skips spaces and then `text`. Returns false if the spaces are not followed by `text`.
        mutating func take(_ text: StaticString) -> Bool {
            while place < bytes.count, bytes[place] == 0x20 { place += 1 }
            let wanted = text.description.utf8
            guard bytes[place...].starts(with: wanted) else { return false }
            place += wanted.count
            return true
        }

        mutating func value() -> Value? {
            if take("null") { return .null }
            if take("true") { return .bool(true) }
            if take("false") { return .bool(false) }
            if let text = string() { return .text(text) }
            let digits = bytes[place...].prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
            place += digits.count
            return Int64(String(decoding: digits, as: UTF8.self)).map { .number($0) }
        }

        mutating func string() -> String? {
            guard take("\"") else { return nil }
            var out: [UInt8] = []
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: out, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let character = escaped() else { return nil }
                    out += character.utf8
                default: out.append(byte)
                }
            }
            return nil
        }

        /// Parses the part of an escape after the backslash. The server uses numeric escapes only for control
        /// characters.
        private mutating func escaped() -> String? {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
            case UInt8(ascii: "u"):
                let digits = bytes[place...].prefix(4)
                place += digits.count
                guard digits.count == 4 else { return nil }
                return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(UnicodeScalar.init)
                    .map { String($0) }
            default: return nil
            }
        }
    }
}
