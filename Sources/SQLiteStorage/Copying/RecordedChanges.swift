internal import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import SQLite

/// Converts the row changes of actions between the changesets in the file and the form that all engines share.
///
/// The file stores the inverse of an action: the new values of its changesets are those before the action, the old
/// values those after it.
struct RecordedChanges {
    private let connection: Connection
    /// The tables of `Table.recorded`.
    private let tables: [FileTable]
    private let compressor = PrefixCompressor()

    init(_ connection: Connection) throws {
        self.connection = connection
        tables = try Table.recorded.map { try FileTable($0, connection) }
    }

    /// Ids of actions that have changes, from `first` on.
    func actions(from first: Int64) throws -> [Int64] {
        try connection.integers("SELECT DISTINCT action FROM action_change WHERE action >= \(first) ORDER BY action")
    }

    /// The row changes of an action.
    ///
    /// - Throws: `Changeset.Malformed` or `MalformedRowChange` if the stored changes are damaged.
    func changes(of action: Int64) throws -> SortedChanges {
        // The last part is applied first.
        let parts = try connection.rows(
            "SELECT inverse FROM action_change WHERE action = \(action) ORDER BY part DESC"
        ) { $0.bytes(0) }.map { packed in
            guard let inverse = compressor.decompress(packed, prefix: []) else { throw Changeset.Malformed() }
            return inverse
        }
        var changes = try SortedChanges(parts, tables)
        // Two parts may change the same row.
        if changes.hasRowTwice { changes = try SortedChanges([Changeset.merged(parts)], tables) }
        return changes
    }

    /// Appends parts to those that are stored for an action.
    ///
    /// - Parameter first: the number of the first new part.
    func append(_ parts: [String], from first: Int64, to action: Int64) throws {
        var stored: [UInt8] = []
        if first > 0 {
            stored = try Array(
                connection.rows("SELECT inverse FROM action_change WHERE action = \(action) ORDER BY part") {
                    compressor.decompress($0.bytes(0), prefix: []) ?? []
                }.joined())
        }
        var writer = ChangesetWriter(appendingTo: stored)
        for part in parts { try RowChange.forEach(in: part) { append($0, to: &writer) } }
        try store(writer.bytes, of: action)
    }

    /// Removes a part of an action, and all parts after it.
    func remove(from part: Int64, of action: Int64) throws {
        var writer = ChangesetWriter()
        if part > 0, let changes = try? changes(of: action) {
            for place in 0..<min(changes.count, Int(part) * RowChange.partCount) {
                append(try changes[place], to: &writer)
            }
        }
        try store(writer.bytes, of: action)
    }

    /// Stores all changes as one part: parts are applied separately, but a row in one may refer to a row in another.
    private func store(_ inverse: [UInt8], of action: Int64) throws {
        try connection.run("DELETE FROM action_change WHERE action = ?", [.integer(action)])
        if inverse.isEmpty { return }
        guard let packed = compressor.compress(inverse, prefix: []) else {
            throw SQLiteError(extendedCode: SQLiteError.outOfMemory, message: "out of memory")
        }
        try connection.run(
            "INSERT INTO action_change (action, part, inverse) VALUES (?, 0, ?)", [.integer(action), .blob(packed)])
    }

    private func append(_ change: RowChange, to writer: inout ChangesetWriter) {
        guard let table = tables.first(where: { $0.table == change.table }) else { return }
        switch change.kind {
        case .insertion:
            writer.append(.delete, of: table.form, old: table.record(change.key, change.values, \.new), new: [])
        case .deletion:
            writer.append(.insert, of: table.form, old: [], new: table.record(change.key, change.values, \.old))
        case .update:
            writer.append(
                .update, of: table.form, old: table.part(change.key, change.values, \.new),
                new: table.part([], change.values, \.old))
        }
    }
}

/// A table whose changes are recorded, with its columns in the file.
struct FileTable {
    let table: Table
    let form: ChangesetWriter.Table
    /// For each column of the file its index in `table`; nil if `table` does not have it.
    private let places: [Int?]
    /// For each key column its index in the file.
    private let keyPlaces: [Int]
    /// The default value of each column of the file.
    private let defaults: [SQLValue]

    init(_ table: Table, _ connection: Connection) throws {
        let rows = try connection.rows("SELECT name, pk, dflt_value FROM pragma_table_info(\(table.name))") {
            (name: $0.text(0), key: UInt8(clamping: $0.integer(1)), value: Int64($0.text(2)))
        }
        self.table = table
        form = ChangesetWriter.Table(name: table.name, keyPlaces: rows.map(\.key))
        places = rows.map { row in table.columns.firstIndex { $0.sqliteName == row.name } }
        keyPlaces = table.key.compactMap { column in rows.firstIndex { $0.name == column.sqliteName } }
        defaults = rows.map { $0.value.map { .integer($0) } ?? .null }
    }

    /// All values of a row; missing ones have their defaults.
    fileprivate func record(
        _ key: [Int64], _ values: [RowChange.Value], _ side: KeyPath<RowChange.Value, CopiedValue>
    ) -> Changeset.Record {
        zip(part(key, values, side), defaults).map { $0 ?? $1 }
    }

    /// The values of a row that are known; the others are nil.
    fileprivate func part(
        _ key: [Int64], _ values: [RowChange.Value], _ side: KeyPath<RowChange.Value, CopiedValue>
    ) -> Changeset.Record {
        places.map { place in
            guard let place else { return nil }
            if place < table.keyCount { return key.indices.contains(place) ? .integer(key[place]) : nil }
            return values.first { $0.place == place }.map { SQLValue($0[keyPath: side]) }
        }
    }

    /// The key of a record.
    ///
    /// - Throws: `MalformedRowChange`.
    fileprivate func key(of record: Changeset.Record) throws -> [Int64] {
        try keyPlaces.map { place in
            guard place < record.count, case .integer(let number) = record[place] else { throw MalformedRowChange() }
            return number
        }
    }

    /// Converts a change of the file, whose changesets are inverses.
    ///
    /// - Throws: `MalformedRowChange` if a column cannot have such a value.
    fileprivate func rowChange(
        _ operation: Changeset.Operation, old: Changeset.Record, new: Changeset.Record
    ) throws -> RowChange {
        let key = try key(of: operation == .insert ? new : old)
        var values: [RowChange.Value] = []
        for (fileColumn, place) in places.enumerated() {
            guard let place, place >= table.keyCount else { continue }
            let before = fileColumn < new.count ? new[fileColumn] : nil
            let after = fileColumn < old.count ? old[fileColumn] : nil
            if before == nil, after == nil { continue }
            if operation == .update, before == nil || after == nil { throw MalformedRowChange() }
            values.append(
                RowChange.Value(
                    place: place, old: try value(before ?? .null, of: place), new: try value(after ?? .null, of: place))
            )
        }
        values.sort { $0.place < $1.place }
        let kind: RowChange.Kind =
            switch operation {
            case .delete: .insertion
            case .insert: .deletion
            case .update: .update
            }
        return RowChange(kind, table: table, key: key, values: values)
    }

    private func value(_ value: SQLValue, of place: Int) throws -> CopiedValue {
        let column = table.columns[place]
        let copied: CopiedValue? =
            switch value {
            // Earlier versions stored NULL if there was no delivery.
            case .null: table == .alert && column.name == "delivery" ? .integer(0) : .null
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            case .real: nil
            }
        guard let copied, column.holds(copied) else { throw MalformedRowChange() }
        return copied
    }
}

extension SQLValue {
    fileprivate init(_ value: CopiedValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .bytes(let bytes): .blob(bytes)
            case .integers: preconditionFailure("actions change no lists")
            }
    }
}

/// The changes of one action, in the order in which they are copied. Holds the changesets, about 55 bytes for each
/// marked article, and as much again for the order.
struct SortedChanges {
    private struct Entry: Comparable {
        let table: Int
        var key: InlineArray<3, Int64>
        let part: Int
        let change: Changeset.Change

        func isSameRow(as other: Self) -> Bool { !(self < other) && !(other < self) }

        static func == (one: Self, two: Self) -> Bool { one.isSameRow(as: two) }

        static func < (one: Self, two: Self) -> Bool {
            if one.table != two.table { return one.table < two.table }
            for place in one.key.indices where one.key[place] != two.key[place] {
                return one.key[place] < two.key[place]
            }
            return false
        }
    }

    private let tables: [FileTable]
    private let parts: [[UInt8]]
    private var entries: [Entry] = []

    /// Skips changes of other tables, which undo does not apply either.
    ///
    /// - Parameter tables: the tables of `Table.recorded`.
    fileprivate init(_ parts: [[UInt8]], _ tables: [FileTable]) throws {
        self.parts = parts
        self.tables = tables
        let places = Dictionary(uniqueKeysWithValues: tables.enumerated().map { ($1.table.name, $0) })
        for (part, bytes) in parts.enumerated() {
            try Changeset.forEach(in: bytes) { name, change in
                guard let table = places[name] else { return }
                let (old, new) = try Changeset.records(of: change, in: bytes)
                var key = InlineArray<3, Int64>(repeating: 0)
                for (place, number) in try tables[table].key(of: old.isEmpty ? new : old).enumerated() {
                    key[place] = number
                }
                // Decode each change once, so that damage is found before the first change is copied.
                _ = try tables[table].rowChange(change.operation, old: old, new: new)
                entries.append(Entry(table: table, key: key, part: part, change: change))
            }
        }
        entries.sort()
    }

    var count: Int { entries.count }
    var partCount: Int { (count + RowChange.partCount - 1) / RowChange.partCount }
    fileprivate var hasRowTwice: Bool { zip(entries, entries.dropFirst()).contains { $0 == $1 } }

    subscript(place: Int) -> RowChange {
        get throws {
            let entry = entries[place]
            let (old, new) = try Changeset.records(of: entry.change, in: parts[entry.part])
            return try tables[entry.table].rowChange(entry.change.operation, old: old, new: new)
        }
    }

    /// The text of a part.
    func text(ofPart part: Int) throws -> String {
        var out: [UInt8] = []
        let first = part * RowChange.partCount
        for place in first..<min(count, first + RowChange.partCount) { try self[place].append(to: &out) }
        return String(decoding: out, as: UTF8.self)
    }
}
