internal import Database
internal import LibraryStorage
internal import SQLite
internal import TextAnalysis

/// Converts the rows of a table between SQLite's form and the form that is copied between engines.
struct SQLiteCopiedForm {
    private let form: CopiedForm
    private var table: CopiedTable { form.table }

    init(_ form: CopiedForm) { self.form = form }

    // MARK: - Reading

    /// - Parameter isPart: whether to select only rows after a key. The caller binds the key's values.
    func selection(isPart: Bool) -> String {
        var columns = table.columns.map { Self.expressions["\(table.name).\($0.name)"] ?? $0.sqliteName }
        if form.holdsHTML { columns.append("typeof(html) = 'blob'") }
        let order = table.keys.map(\.name).joined(separator: ", ")
        let places = table.keys.map { _ in "?" }.joined(separator: ", ")
        return """
            SELECT \(columns.joined(separator: ", ")) FROM \(table.name)
            WHERE \(form.condition) \(isPart ? "AND (\(order)) > (\(places))" : "") ORDER BY \(order)
            """
    }

    func bind(key: [CopiedValue], to statement: Statement) {
        for (place, value) in key.enumerated() {
            switch value {
            case .integer(let number): statement.bind(number, at: Int32(place + 1))
            case .text(let text): statement.bind(text, at: Int32(place + 1))
            default: preconditionFailure("keys are numbers and texts")
            }
        }
    }

    /// SQL expressions for columns that SQLite stores in a different form, or not as columns at all.
    private static let expressions = [
        "feed_fetch.last_fetch": "coalesce(last_fetch, 0)",
        "feed_fetch.last_success": "coalesce(last_success, 0)",
        "alert.delivery": "coalesce(delivery, 0)",
        "article_text.body": "\(SQLiteStoredTexts.functionName)(body)",
        "removed_article.body": "\(SQLiteStoredTexts.functionName)(body)",
        "removed_article.tags": removedTags(own: false),
        "removed_article.own_tags": removedTags(own: true),
    ]

    private static func removedTags(own: Bool) -> String {
        """
        (SELECT group_concat(tag) FROM (
            SELECT value ->> 0 AS tag FROM json_each(tags) WHERE value ->> 1 = \(own ? 1 : 0) ORDER BY 1))
        """
    }

    // MARK: - Writing

    var removal: String {
        "DELETE FROM \(table.name) WHERE \(table.keys.map { "\($0.name) = ?" }.joined(separator: " AND "))"
    }

    var insertion: String {
        var columns = table.columns.filter { !isTagList($0) || $0.name == "tags" }
            .map(\.sqliteName)
        if isName { columns.append("folded") }
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// Whether the table stores names of authors or tags. Such a table also has a column with the folded name, which
    /// ignores case, width and accents.
    private var isName: Bool { ["author", "tag"].contains(table.name) }

    private func isTagList(_ column: Column) -> Bool {
        table.name == "removed_article" && column.kind == .integers
    }

    func bind(_ row: [CopiedValue], to statement: Statement) {
        var place: Int32 = 0
        for (column, value) in zip(table.columns, row) where !isTagList(column) {
            place += 1
            bind(value, of: column, in: row, to: statement, at: place)
        }
        if table.name == "removed_article" {
            let lists = row.suffix(2).map(\.integers)
            let tags = zip(lists, [0, 1]).flatMap { tags, own in tags.map { "[\($0),\(own)]" } }
            statement.bind("[\(tags.joined(separator: ","))]", at: place + 1)
        }
        if isName { statement.bind(Analyzer.shared.foldedText(row.last?.text ?? ""), at: place + 1) }
    }

    private func bind(
        _ value: CopiedValue, of column: Column, in row: [CopiedValue], to statement: Statement, at place: Int32
    ) {
        switch value {
        case .null: statement.bindNull(place)
        case .integer(let number): statement.bind(number, at: place)
        case .text(let text): statement.bind(text, at: place)
        case .bytes(let bytes):
            if let packed = form.packed(value, of: column, in: row) {
                statement.bind(blob: packed.span, at: place)
            } else if column.kind == .body || column.kind == .html {
                statement.bind(text: bytes.span, at: place)
            } else {
                statement.bind(blob: bytes.span, at: place)
            }
        case .integers(let numbers):
            statement.bind(column.name == "changed" ? .packedIntegers(numbers) : .integers(numbers), at: place)
        }
    }
}
