internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import TextAnalysis

/// Converts the rows of a table between the server's form and the form that is copied between engines.
struct PostgresCopiedForm {
    private let form: CopiedForm
    private let place: LibrarySlot
    private var table: CopiedTable { form.table }
    /// Number of rows that the server sends at once.
    private var rowsAtOnce: Int { table.holdsTexts ? 50 : 1_000 }

    init(_ form: CopiedForm, _ place: LibrarySlot) {
        self.form = form
        self.place = place
    }

    // MARK: - Reading

    /// A query for the rows of the library, sorted by key.
    ///
    /// - Parameter key: if not nil, only rows after this key are selected.
    func selection(after key: [CopiedValue]?) -> String {
        var columns = table.columns.map(\.name)
        if form.holdsHTML { columns.append("html_packed") }
        let order = table.keys.map { $0.kind == .text ? "\($0.name) COLLATE \"C\"" : $0.name }
            .joined(separator: ", ")
        let part = key.map { key in
            "AND (\(order)) > (\(zip(table.keys, key).map { Self.literal($1, of: $0) }.joined(separator: ", ")))"
        }
        return """
            SELECT \(columns.joined(separator: ", ")) FROM feedsearch.\(table.name)
            WHERE library = \(place.library) AND slot = \(place.slot) AND \(form.condition) \(part ?? "")
            ORDER BY \(order)
            """
    }

    /// Cursors cannot have parameters, so values become literals. Texts are written as hexadecimal bytes, which need no
    /// escaping.
    private static func literal(_ value: CopiedValue, of column: Column) -> String {
        if let number = value.integer { return column.kind == .bool ? "\(number != 0)" : "\(number)" }
        let digits = Array("0123456789abcdef")
        // Replace NUL with U+FFFD, as in stored texts.
        let bytes = (value.text ?? "").utf8.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "convert_from('\\x\(String(text))', 'UTF8')"
    }

    /// Each table needs its own cursor name. Statements with the same text are prepared only once, so their columns
    /// must not change.
    var cursor: String { "copied_\(table.name)_\(table.columns.count)" }
    var fetch: String { "FETCH FORWARD \(rowsAtOnce) FROM \(cursor)" }

    // MARK: - Writing

    /// A statement that deletes the row with a given key.
    var removal: String {
        let conditions = table.keys.enumerated().map { place, column in
            "\(column.hasKey ? column.keyName : column.name) = $\(place + 3)"
        }
        return """
            DELETE FROM feedsearch.\(table.name) WHERE library = $1 AND slot = $2 AND \(conditions.joined(separator: " AND "))
            """
    }

    func keyValues(_ key: [CopiedValue]) -> [PostgresValue] {
        zip(table.keys, key).map { column, value in
            column.hasKey ? NameKey.value(of: value.text ?? "") : Self.value(value, of: column)
        }
    }

    /// The columns that a copy writes, in the order in which `values` returns their values.
    var columns: [String] {
        var columns = table.columns.map(\.name)
        columns += table.columns.filter(\.hasKey).map(\.keyName)
        if form.holdsHTML { columns.append("html_packed") }
        if table.name == "tag" { columns += ["folded", "folded_key"] }
        return columns
    }

    func values(_ row: [CopiedValue]) -> [PostgresValue] {
        var values: [PostgresValue] = []
        var isPacked = false
        for (column, value) in zip(table.columns, row) {
            if let packed = form.packed(value, of: column, in: row) {
                if column.kind == .html { isPacked = true }
                values.append(.bytes(packed))
            } else {
                values.append(Self.value(value, of: column))
            }
        }
        for (column, value) in zip(table.columns, row) where column.hasKey {
            values.append(NameKey.value(of: value.text ?? ""))
        }
        if form.holdsHTML { values.append(.bool(isPacked)) }
        if table.name == "tag" {
            let folded = Analyzer.shared.foldedText(row.last?.text ?? "")
            values += [.text(folded), NameKey.value(of: folded)]
        }
        return values
    }

    /// COPY requires each value to have the exact type of its column.
    private static func value(_ value: CopiedValue, of column: Column) -> PostgresValue {
        switch value {
        case .null: column.kind == .integers ? .integers([]) : .null
        case .integer(let number):
            switch column.kind {
            case .integer16: .int16(Int16(clamping: number))
            case .integer32: .int32(Int32(clamping: number))
            case .bool: .bool(number != 0)
            default: .integer(number)
            }
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        case .integers(let numbers): .integers(numbers)
        }
    }
}
