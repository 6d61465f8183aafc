/// Reads changesets of SQLite's session extension. The format is described under "CHANGESET BLOB FORMAT" in
/// <https://www.sqlite.org/src/file/ext/session/sqlite3session.c>. For each table, a changeset contains the letter `T`,
/// the number of columns, their positions in the primary key, the table's name and a zero byte, followed by the table's
/// changes. A change is an operation byte and one or two records, which contain a value or "undefined" for each column.
public enum Changeset {
    public enum Operation: UInt8, Sendable {
        // The values of SQLITE_DELETE, SQLITE_INSERT and SQLITE_UPDATE.
        case delete = 9
        case insert = 18
        case update = 23
    }

    /// One element for each column: its value, or nil if the change does not contain the column.
    public typealias Record = [SQLValue?]

    /// A change without its values.
    public struct Change: Sendable {
        public let operation: Operation
        /// The number of columns of the table in the changeset.
        public let columnCount: Int
        /// The offset of the change's first record in the changeset.
        public let offset: Int
    }

    /// The bytes are not a valid changeset.
    public struct Malformed: Error {
        public init() {}
    }

    /// An upper bound on the number of columns of a table.
    private static let maxColumns = 2_000

    /// Calls `body` with each change and the name of its table.
    ///
    /// - Throws: `Malformed`.
    public static func forEach(in bytes: [UInt8], _ body: (String, Change) throws -> Void) throws {
        var reader = ChangesetReader(bytes, at: 0)
        var (table, columns): (String?, Int) = (nil, 0)
        while !reader.isAtEnd {
            let sign = try reader.byte()
            if sign == UInt8(ascii: "T") {
                columns = try reader.varint()
                guard (1...maxColumns).contains(columns) else { throw Malformed() }
                for _ in 0..<columns { _ = try reader.byte() }
                table = try reader.name()
                continue
            }
            guard let operation = Operation(rawValue: sign), let table else { throw Malformed() }
            _ = try reader.byte()
            let change = Change(operation: operation, columnCount: columns, offset: reader.place)
            for _ in 0..<(operation == .update ? 2 * columns : columns) { _ = try reader.value(isWanted: false) }
            try body(table, change)
        }
    }

    /// The values of a row before and after a change.
    public static func records(of change: Change, in bytes: [UInt8]) throws -> (old: Record, new: Record) {
        var reader = ChangesetReader(bytes, at: change.offset)
        func record() throws -> Record { try (0..<change.columnCount).map { _ in try reader.value() } }
        let first = try record()
        return switch change.operation {
        case .delete: (first, [])
        case .insert: ([], first)
        case .update: (first, try record())
        }
    }
}

/// Types of values in a record.
private enum ChangesetType {
    static let undefined: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let blob: UInt8 = 4
    static let null: UInt8 = 5
}

/// Reads a changeset without trusting its contents.
private struct ChangesetReader {
    private let bytes: [UInt8]
    private(set) var place: Int

    init(_ bytes: [UInt8], at place: Int) {
        self.bytes = bytes
        self.place = place
    }

    var isAtEnd: Bool { place >= bytes.count }

    mutating func byte() throws -> UInt8 {
        guard place < bytes.count else { throw Changeset.Malformed() }
        place += 1
        return bytes[place - 1]
    }

    /// Reads a variable-length integer of at most 35 bits; changesets use at most 32:
    /// <https://www.sqlite.org/fileformat.html#varint>.
    mutating func varint() throws -> Int {
        var value = 0
        for _ in 0..<5 {
            let byte = try byte()
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        throw Changeset.Malformed()
    }

    /// Reads a name that ends with a zero byte.
    mutating func name() throws -> String {
        let start = place
        while try byte() != 0 {}
        return String(decoding: bytes[start..<place - 1], as: UTF8.self)
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= bytes.count - place else { throw Changeset.Malformed() }
        place += count
        return bytes[place - count..<place]
    }

    /// - Parameter isWanted: if false, texts and blobs are skipped and returned as NULL.
    mutating func value(isWanted: Bool = true) throws -> SQLValue? {
        switch try byte() {
        case ChangesetType.undefined: return nil
        case ChangesetType.null: return .null
        case ChangesetType.integer: return .integer(Int64(bitPattern: try number()))
        case ChangesetType.real: return .real(Double(bitPattern: try number()))
        case let type where type == ChangesetType.text || type == ChangesetType.blob:
            let content = try take(varint())
            if !isWanted { return .null }
            return type == ChangesetType.text ? .text(String(decoding: content, as: UTF8.self)) : .blob(Array(content))
        default: throw Changeset.Malformed()
        }
    }

    private mutating func number() throws -> UInt64 { try take(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Writes a changeset.
public struct ChangesetWriter {
    /// A table as described in the changeset.
    public struct Table: Sendable {
        public let name: String
        /// The position of each column in the primary key, from 1, or 0 if the column is not part of the key.
        public let keyPlaces: [UInt8]

        public init(name: String, keyPlaces: [UInt8]) {
            self.name = name
            self.keyPlaces = keyPlaces
        }
    }

    public private(set) var bytes: [UInt8]
    private var table = ""

    /// - Parameter bytes: a changeset to which further changes are appended.
    public init(appendingTo bytes: [UInt8] = []) { self.bytes = bytes }

    /// - Parameters:
    ///   - old: the values before the change; empty for an insertion. For an update, the key and the changed columns.
    ///   - new: the values after the change; empty for a deletion. For an update, the changed columns.
    public mutating func append(
        _ operation: Changeset.Operation, of table: Table, old: Changeset.Record, new: Changeset.Record
    ) {
        if table.name != self.table {
            self.table = table.name
            bytes.append(UInt8(ascii: "T"))
            append(varint: table.keyPlaces.count)
            bytes += table.keyPlaces
            bytes += table.name.utf8
            bytes.append(0)
        }
        bytes += [operation.rawValue, 0]
        for value in old + new { append(value) }
    }

    private mutating func append(_ value: SQLValue?) {
        switch value {
        case nil: bytes.append(ChangesetType.undefined)
        case .null: bytes.append(ChangesetType.null)
        case .integer(let number): append(UInt64(bitPattern: number), ChangesetType.integer)
        case .real(let number): append(number.bitPattern, ChangesetType.real)
        case .text(let text):
            bytes.append(ChangesetType.text)
            append(varint: text.utf8.count)
            bytes += text.utf8
        case .blob(let content):
            bytes.append(ChangesetType.blob)
            append(varint: content.count)
            bytes += content
        }
    }

    private mutating func append(_ number: UInt64, _ type: UInt8) {
        bytes.append(type)
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func append(varint value: Int) {
        var shift = 28
        while shift > 0 {
            if value >> shift != 0 { bytes.append(UInt8(value >> shift & 0x7F) | 0x80) }
            shift -= 7
        }
        bytes.append(UInt8(value & 0x7F))
    }
}
