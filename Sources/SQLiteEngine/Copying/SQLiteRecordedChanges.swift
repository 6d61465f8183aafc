internal import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import SQLite

/// Converts the row changes of actions between SQLite changesets, which the file stores, and the form that all engines
/// share.
///
/// The file stores the inverse of each action. So the new values in a changeset are the values before the action, and
/// the old values are the values after the action.
struct SQLiteRecordedChanges {
    private let connection: Connection
    /// The tables whose changes are recorded (`Table.recorded`).
    private let tables: [FileTable]
    private let compressor = PrefixCompressor()
    /// Maximum size of the changesets of one action: enough for about five million marked articles.
    private static let maxBytes = 256 << 20

    init(_ connection: Connection) throws {
        self.connection = connection
        tables = try Table.recorded.map { try FileTable($0, connection) }
    }

    /// Ids of the actions that have recorded changes, ascending, starting at `first`.
    func actions(from first: Int64) throws -> [Int64] {
        try connection.integers("SELECT DISTINCT action FROM action_change WHERE action >= \(first) ORDER BY action")
    }

    /// The row changes of an action.
    ///
    /// - Throws: `Changeset.Malformed` or `MalformedRowChange` if the stored changes are damaged.
    func changes(of action: Int64) throws -> SortedChanges {
        // Undo applies the last part first.
        let statement = try connection.prepare(
            "SELECT inverse FROM action_change WHERE action = ? ORDER BY part DESC")
        try statement.bind([.integer(action)])
        var parts: [[UInt8]] = []
        var byteCount = 0
        while try statement.step() {
            guard let inverse = compressor.decompress(statement.bytes(0), prefix: []) else {
                throw Changeset.Malformed()
            }
            byteCount += inverse.count
            // A crafted file may contain parts that are full of zeros and take almost no space when compressed.
            if byteCount > Self.maxBytes { throw Changeset.Malformed() }
            parts.append(inverse)
        }
        return try SortedChanges(parts, tables)
    }

    /// Appends parts to the stored changes of an action.
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

    /// Stores all changes as one part, because parts are applied separately, but a row in one part may refer to a row
    /// in another.
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
    /// The index in `table` of each column of the file; nil for a column that `table` does not have.
    private let places: [Int?]
    /// The position of each key column in the file.
    private let keyPlaces: [Int]
    /// The default value of each column of the file; NULL for a column without a default.
    private let defaults: [SQLValue]
    /// For each column of the file, whether it may be NULL.
    private let isOptional: [Bool]

    init(_ table: Table, _ connection: Connection) throws {
        let rows = try connection.rows(
            """
            SELECT name, pk, dflt_value, "notnull" FROM pragma_table_info(\(table.name))
            """
        ) {
            (
                name: $0.text(0), key: UInt8(clamping: $0.integer(1)), value: Int64($0.text(2)), isOptional: !$0.bool(3)
            )
        }
        self.table = table
        form = ChangesetWriter.Table(name: table.name, keyPlaces: rows.map(\.key))
        places = rows.map { row in table.columns.firstIndex { $0.sqliteName == row.name } }
        keyPlaces = table.key.compactMap { column in rows.firstIndex { $0.name == column.sqliteName } }
        defaults = rows.map { $0.value.map { .integer($0) } ?? .null }
        isOptional = rows.map(\.isOptional)
    }

    /// All values of a row. A missing value is replaced by the column's default.
    fileprivate func record(
        _ key: [Int64], _ values: [RowChange.Value], _ side: KeyPath<RowChange.Value, CopiedValue>
    ) -> Changeset.Record {
        zip(part(key, values, side), defaults).map { $0 ?? $1 }
    }

    /// The known values of a row; unknown values are nil.
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
        try zip(keyPlaces, table.key).map { place, column in
            guard place < record.count, case .integer(let number) = record[place], column.holds(.integer(number))
            else { throw MalformedRowChange() }
            return number
        }
    }

    /// Converts a change from the file, whose changesets contain the inverse of the action.
    ///
    /// - Throws: `MalformedRowChange` if a column cannot store the recorded value.
    fileprivate func rowChange(
        _ operation: Changeset.Operation, old: Changeset.Record, new: Changeset.Record
    ) throws -> RowChange {
        let key = try key(of: operation == .insert ? new : old)
        var values: [RowChange.Value] = []
        for (fileColumn, place) in places.enumerated() {
            guard let place, place >= table.keyCount else { continue }
            var before = fileColumn < new.count ? new[fileColumn] : nil
            var after = fileColumn < old.count ? old[fileColumn] : nil
            if before == nil, after == nil {
                if operation == .update { continue }
                // Records of an older schema have fewer columns, and undo sets the missing ones to their defaults. The
                // copy needs a value for each column.
                if fileColumn >= max(old.count, new.count) {
                    if operation == .insert { before = defaults[fileColumn] } else { after = defaults[fileColumn] }
                }
            }
            if operation != .insert, after == nil { throw MalformedRowChange() }
            if operation != .delete, before == nil { throw MalformedRowChange() }
            values.append(
                RowChange.Value(
                    place: place, old: try value(before, of: place, fileColumn),
                    new: try value(after, of: place, fileColumn)))
        }
        // The PostgreSQL engine records only changes of an article's state, such as `read` and `starred`.
        if table == .article, operation != .update || !values.allSatisfy({ Self.isState(table.columns[$0.place]) }) {
            throw MalformedRowChange()
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

    private static func isState(_ column: Column) -> Bool { ["read", "starred", "flags"].contains(column.name) }

    /// - Parameter value: nil if the record has no value for the column; nil is treated as NULL.
    private func value(_ value: SQLValue?, of place: Int, _ fileColumn: Int) throws -> CopiedValue {
        let column = table.columns[place]
        let copied: CopiedValue? =
            switch value {
            case nil: .null
            // Earlier versions of the program stored NULL for an alert without a delivery.
            case .null where table == .alert && column.name == "delivery": .integer(0)
            case .null: isOptional[fileColumn] ? .null : nil
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

/// The row changes of one action, in the order in which they are copied.
///
/// The changesets stay in memory. They take about 55 bytes for each marked article, and the sort order takes about the
/// same again.
struct SortedChanges {
    private struct Entry {
        let table: Int
        var key: InlineArray<3, Int64>
        let part: Int
        let change: Changeset.Change

        func isSameRow(as other: Self) -> Bool { !isBefore(other) && !other.isBefore(self) }

        /// Compares table and key.
        func isBefore(_ other: Self) -> Bool {
            if table != other.table { return table < other.table }
            for place in key.indices where key[place] != other.key[place] { return key[place] < other.key[place] }
            return false
        }

        /// Like `isBefore`, but sorts changes of the same row in the order in which they are applied.
        func precedes(_ other: Self) -> Bool {
            if isBefore(other) { return true }
            return !other.isBefore(self) && (part, change.offset) < (other.part, other.change.offset)
        }
    }

    private let tables: [FileTable]
    private let parts: [[UInt8]]
    private var entries: [Entry] = []
    /// The range of each row's entries; nil if every row has exactly one entry.
    private var rows: [Range<Int>]?

    /// Skips changes of tables that are not in `tables`, because undo does not apply such changes either.
    ///
    /// - Parameters:
    ///   - parts: the changesets, in the order in which they are applied.
    ///   - tables: the tables of `Table.recorded`.
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
        entries.sort { $0.precedes($1) }
        if zip(entries, entries.dropFirst()).contains(where: { $0.isSameRow(as: $1) }) { rows = try rowsOfEntries() }
    }

    /// The entries of each row, without rows whose entries cancel each other out.
    private func rowsOfEntries() throws -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].isSameRow(as: entries[start]) { end += 1 }
            if try end == start + 1 || change(of: start..<end) != nil { rows.append(start..<end) }
            start = end
        }
        return rows
    }

    var count: Int { rows?.count ?? entries.count }
    var partCount: Int { (count + RowChange.partCount - 1) / RowChange.partCount }

    subscript(place: Int) -> RowChange {
        get throws {
            guard let change = try change(of: rows?[place] ?? place..<place + 1) else { throw MalformedRowChange() }
            return change
        }
    }

    /// - Returns: the combined effect of the entries in `range`, which belong to one row; nil if they cancel each other
    ///   out.
    private func change(of range: Range<Int>) throws -> RowChange? {
        var whole: RowChange?
        for (place, entry) in entries[range].enumerated() {
            let (old, new) = try Changeset.records(of: entry.change, in: parts[entry.part])
            let change = try tables[entry.table].rowChange(entry.change.operation, old: old, new: new)
            whole = place == 0 ? change : whole.map { $0.takenBack(before: change) } ?? change
        }
        return whole
    }

    /// The row changes of a part as text.
    func text(ofPart part: Int) throws -> String {
        var out: [UInt8] = []
        let first = part * RowChange.partCount
        for place in first..<min(count, first + RowChange.partCount) { try self[place].append(to: &out) }
        return String(decoding: out, as: UTF8.self)
    }
}
