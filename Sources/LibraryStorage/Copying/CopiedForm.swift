internal import Articles
package import Database
internal import Formats

/// Converts rows of a table between an engine's own form and the form in which rows are copied between engines.
/// Contains the part of the conversion that all engines share.
package struct CopiedForm {
    package let table: CopiedTable
    package let database: any LibraryDatabase
    private let location: String
    private let texts: TextDictionaries?
    private let compressor = PrefixCompressor()
    /// The index of the column with an article's text; nil if the table has no such column. Every table with texts also
    /// has HTML.
    private let bodyColumn: Int?

    /// - Parameters:
    ///   - location: the library's location, for error messages.
    ///   - texts: compresses the texts of written rows; nil if rows are only read.
    package init(_ table: CopiedTable, _ database: any LibraryDatabase, texts: TextDictionaries?, location: String) {
        self.table = table
        self.database = database
        self.location = location
        self.texts = texts
        bodyColumn = table.columns.firstIndex { $0.kind == .body }
    }

    /// Whether the table's rows have HTML. If so, the last selected column indicates whether the HTML is compressed.
    package var holdsHTML: Bool { bodyColumn != nil }

    /// The SQL condition that selects the rows to copy.
    package var condition: String {
        switch table.selection {
        case .all, .recordedChanges: "true"
        case .withGuid: "guid <> ''"
        case .clients: "client NOT IN (\(CopiedTable.engineClients.map { "'\($0)'" }.joined(separator: ", ")))"
        }
    }

    /// - Throws: `StorageError.damaged` if HTML cannot be decompressed.
    package func row(_ stored: any DatabaseRow) throws -> [CopiedValue] {
        var row: [CopiedValue] = []
        row.reserveCapacity(table.columns.count)
        for (place, column) in table.columns.enumerated() {
            row.append(try value(of: column, stored, Int32(place), row))
        }
        return row
    }

    private func value(
        of column: Column, _ stored: any DatabaseRow, _ place: Int32, _ row: [CopiedValue]
    ) throws -> CopiedValue {
        switch column.kind {
        case .integer, .integer16, .integer32: return .integer(orNull: stored.integerOrNil(place))
        case .bool: return .integer(stored.bool(place) ? 1 : 0)
        case .text: return .text(orNull: stored.textOrNil(place))
        case .body: return .bytes(try database.storedText(stored, place))
        case .bytes: return stored.isNull(place) ? .null : .bytes(stored.bytes(place))
        case .integers: return .integers(stored.integers(place))
        case .html:
            if stored.isNull(place) { return .null }
            let bytes = stored.bytes(place)
            guard stored.bool(Int32(table.columns.count)) else { return .bytes(bytes) }
            guard let html = compressor.decompress(bytes, prefix: body(of: row)) else {
                throw StorageError.damaged(
                    location: location, message: "the HTML of article \(stored.integer(0)) cannot be unpacked")
            }
            return .bytes(html)
        }
    }

    /// The compressed form of a text or HTML; nil if the value is stored uncompressed or belongs to another column.
    package func packed(_ value: CopiedValue, of column: Column, in row: [CopiedValue]) -> [UInt8]? {
        guard let bytes = value.bytes else { return nil }
        return switch column.kind {
        case .body: texts?.pack(bytes)
        case .html: PackedHTML.packed(bytes, body: body(of: row), by: compressor)
        case .integer, .integer16, .integer32, .bool, .text, .bytes, .integers: nil
        }
    }

    /// - Parameter row: a row, or a prefix of its columns that includes the text.
    private func body(of row: [CopiedValue]) -> [UInt8] {
        bodyColumn.flatMap { $0 < row.count ? row[$0].bytes : nil } ?? []
    }
}
