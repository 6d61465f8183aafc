/// What a program's schema says of one of its tables.
struct TableShape {
    var name: String
    /// Without them there is nothing to read.
    var needed: [String]
    /// Read where they are; reported where not.
    var wanted: [String]
    /// Known, but not read.
    var ignored: [String]

    init(_ name: String, needed: [String], wanted: [String] = [], ignored: [String] = []) {
        self.name = name
        self.needed = needed
        self.wanted = wanted
        self.ignored = ignored
    }
}

/// A table that was compared with its shape, and whose pages are sound.
struct ForeignTable {
    private let columns: [String: Int64]

    /// Nil if there is no such table, or it has not the needed columns: these are reported.
    init?(_ shape: TableShape, in database: ForeignDatabase, report: inout ArchiveReport) throws(ArchiveError) {
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

    /// As above, for a table that must be there.
    ///
    /// - Throws: `ArchiveError.missing`.
    static func needed(
        _ shape: TableShape, in database: ForeignDatabase, report: inout ArchiveReport
    ) throws(ArchiveError) -> ForeignTable {
        if let table = try ForeignTable(shape, in: database, report: &report) { return table }
        let columns = try database.columns(of: shape.name)
        throw .missing(
            columns == nil
                ? [shape.name]
                : shape.needed.filter { columns?[$0.lowercased()] == nil }.map { "\(shape.name).\($0)" })
    }

    /// Whether rows are found by the column without reading all: it is the first of the primary key.
    func isKeyed(by column: String) -> Bool { columns[column.lowercased()] == 1 }

    /// Whether the column alone is the primary key, so that one row at most has a value.
    func isKey(_ column: String) -> Bool {
        isKeyed(by: column) && columns.values.count { $0 > 0 } == 1
    }

    /// Columns for a SELECT, in order; NULL for those that the file has not.
    func list(_ names: [String], of alias: String) -> String {
        names.map { columns[$0.lowercased()] == nil ? "NULL" : "\(alias).\($0)" }.joined(separator: ", ")
    }
}

extension ForeignTable? {
    /// Nil, and reported, unless the column is the key: without it each row of another table would search all of this
    /// one, and find several.
    mutating func needKey(_ column: String, of shape: TableShape, report: inout ArchiveReport) {
        guard let table = self, !table.isKey(column) else { return }
        report.missingColumns.append("\(shape.name).\(column) as a key")
        self = nil
    }

    /// The same where the table itself may be missing.
    func list(_ names: [String], of alias: String) -> String {
        self?.list(names, of: alias) ?? names.map { _ in "NULL" }.joined(separator: ", ")
    }
}
