/// The columns of a table in a program's schema.
struct TableShape {
    var name: String
    /// Columns without which the table cannot be read.
    var needed: [String]
    /// Columns that are read if present and reported if missing.
    var wanted: [String]
    /// Known columns that are not read.
    var ignored: [String]

    init(_ name: String, needed: [String], wanted: [String] = [], ignored: [String] = []) {
        self.name = name
        self.needed = needed
        self.wanted = wanted
        self.ignored = ignored
    }
}

/// A table that was compared with its expected columns, and whose pages are undamaged.
struct ForeignTable {
    private let columns: [String: Int64]

    /// Returns nil if there is no such table, or if required columns are missing; these are reported.
    init?(_ shape: TableShape, in database: ForeignDatabase, report: inout ArchiveReport) throws(ReaderArchiveError) {
        guard let columns = try database.columns(of: shape.name) else {
            report.missingColumns += (shape.needed + shape.wanted).map { "\(shape.name).\($0)" }
            return nil
        }
        self.columns = columns
        let missing = (shape.needed + shape.wanted).filter { columns[$0.lowercased()] == nil }
        report.missingColumns += missing.map { "\(shape.name).\($0)" }
        let known = Set((shape.needed + shape.wanted + shape.ignored).map { $0.lowercased() })
        for name in columns.keys.sorted() where !known.contains(name) {
            guard report.unknownColumns.count < ArchiveReport.maxUnknownColumns else { break }
            report.unknownColumns.append("\(shape.name).\(String(name.prefix(64)))")
        }
        guard shape.needed.allSatisfy({ columns[$0.lowercased()] != nil }) else { return nil }
        try database.verify(shape.name)
    }

    /// Opens a table that must exist.
    ///
    /// - Throws: `ReaderArchiveError.missing`.
    static func needed(
        _ shape: TableShape, in database: ForeignDatabase, report: inout ArchiveReport
    ) throws(ReaderArchiveError) -> ForeignTable {
        if let table = try ForeignTable(shape, in: database, report: &report) { return table }
        let columns = try database.columns(of: shape.name)
        throw .missing(
            columns == nil
                ? [shape.name]
                : shape.needed.filter { columns?[$0.lowercased()] == nil }.map { "\(shape.name).\($0)" })
    }

    /// Whether rows with a given value of this column can be found without reading all rows: it is the first column of
    /// the primary key.
    func isKeyed(by column: String) -> Bool { columns[column.lowercased()] == 1 }

    /// Whether this column alone is the primary key, so that at most one row has a given value.
    func isKey(_ column: String) -> Bool {
        isKeyed(by: column) && columns.values.count { $0 > 0 } == 1
    }

    /// Columns for a SELECT, in order. A column that is missing in the file is replaced by NULL.
    func list(_ names: [String], of alias: String) -> String {
        names.map { columns[$0.lowercased()] == nil ? "NULL" : "\(alias).\($0)" }.joined(separator: ", ")
    }
}

extension ForeignTable? {
    /// Sets the table to nil and reports it if the column is not its key. Without the key, each row of another table
    /// would require a search through this whole table, and several rows could match.
    mutating func needKey(_ column: String, of shape: TableShape, report: inout ArchiveReport) {
        guard let table = self, !table.isKey(column) else { return }
        report.missingColumns.append("\(shape.name).\(column) as a key")
        self = nil
    }

    /// Like `ForeignTable.list`; all columns are NULL if the table is missing.
    func list(_ names: [String], of alias: String) -> String {
        self?.list(names, of: alias) ?? names.map { _ in "NULL" }.joined(separator: ", ")
    }
}
