/// The SQL dialect of an engine.
public enum SQLDialect: Sendable {
    case sqlite
    /// PostgreSQL. The parameters `$1` and `$2` of every statement contain the values of `library` and `slot`.
    case postgres
}

/// The text and values of a statement for one engine.
public struct RenderedSQL: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case value(DatabaseValue)
        /// A list of numbers: an array in PostgreSQL, a JSON array in SQLite.
        case numbers([Int64])
        /// The keys of a list of texts, passed to PostgreSQL as an array.
        case keys([[UInt8]])
    }

    public var text = ""
    /// The values of the parameters. In PostgreSQL, they are numbered from `$3`.
    public var values: [Value] = []
    /// Whether the prepared statement should not be cached.
    public var varies = false
}

extension SQL {
    /// - Parameter reader: the reader whose state the statement reads; nil for the owner of the library.
    public func rendered(for dialect: SQLDialect, reader: SQLReader? = nil) -> RenderedSQL {
        var out = RenderedSQL()
        for part in parts { out.append(part, dialect, reader) }
        return out
    }
}

extension RenderedSQL {
    fileprivate mutating func append(_ part: SQL.Part, _ dialect: SQLDialect, _ reader: SQLReader?) {
        switch (part, dialect) {
        case (.byReader(let owner, let other), _):
            for part in reader == nil ? owner : other { append(part, dialect, reader) }
        case (.rows(let table), _):
            guard let view = reader?.view(of: table) else { return append(part, dialect) }
            append(view, of: reader, dialect)
        case (.hinted(let table, let alias, let hint), _):
            if let view = reader?.view(of: table, sqliteHint: hint) {
                append(view, of: reader, dialect)
                text += " \(alias)"
            } else {
                append(.rows(table), dialect)
                text += dialect == .sqlite ? " \(alias) \(hint)" : " \(alias)"
            }
        case (.reader, .sqlite): text += reader == nil ? "0" : "\(SQLReader.sqliteFunction)()"
        case (.reader, .postgres): bind(.value(.integer(reader?.number ?? 0)), "$", +2)
        default: append(part, dialect)
        }
    }

    /// Appends a view as a subquery. Its own tables are not replaced by views.
    private mutating func append(_ view: SQL, of reader: SQLReader?, _ dialect: SQLDialect) {
        text += "("
        for part in view.parts {
            append(part, dialect, reader.map { SQLReader(number: $0.number, views: { _, _ in nil }) })
        }
        text += ")"
    }

    private mutating func append(_ part: SQL.Part, _ dialect: SQLDialect) {
        switch dialect {
        case .sqlite: append(sqlite: part)
        case .postgres: append(postgres: part)
        }
    }

    fileprivate mutating func append(sqlite part: SQL.Part) {
        switch part {
        case .text(let text), .dialect(let text, _): self.text += text
        case .value(let value): bind(.value(value), "?")
        case .key, .keys, .reader, .byReader, .hinted: break
        case .rows(let table), .target(let table): text += table.name
        case .isOneOf(let numbers):
            text += " IN (SELECT value FROM json_each("
            bind(.numbers(numbers), "?")
            text += "))"
        case .isOneOfInText(let numbers): text += " IN (\(numbers.map { String($0) }.joined(separator: ",")))"
        case .inText(let number): text += String(number)
        case .varies: varies = true
        case .name(let column, let texts):
            // A JSON array would truncate a text at NUL, so use parameters. Their number is a power of 2, so that few
            // different statements are cached.
            text += "\(column) IN ("
            var count = 1
            while count < texts.count { count *= 2 }
            for place in 0..<(texts.isEmpty ? 0 : count) {
                if place > 0 { text += ", " }
                bind(.value(.text(texts[min(place, texts.count - 1)])), "?")
            }
            text += ")"
        }
    }

    fileprivate mutating func append(postgres part: SQL.Part) {
        switch part {
        case .text(let text), .dialect(_, let text): self.text += text
        case .value(let value): bind(.value(value), "$", +2)
        case .key(let value):
            if case .text(let name) = value { bind(.value(.bytes(NameKey.of(name))), "$", +2) } else { text += "NULL" }
        case .reader, .byReader, .hinted: break
        // PostgreSQL's planner merges the subquery into the statement
        // (<https://www.postgresql.org/docs/15/explicit-joins.html>).
        case .rows(let table): text += "(SELECT * FROM feedsearch.\(table.name) WHERE library = $1 AND slot = $2)"
        case .target(let table): text += "feedsearch.\(table.name)"
        case .isOneOf(let numbers), .isOneOfInText(let numbers):
            text += " = ANY ("
            bind(.numbers(numbers), "$", +2)
            text += ")"
        case .inText(let number): bind(.value(.integer(number)), "$", +2)
        case .varies: varies = true
        case .keys(let keys):
            text += "unnest("
            bind(.numbers(keys.map(\.number)), "$", +2)
            text += "::int8[], "
            bind(.keys(keys.map { NameKey.of($0.name) }), "$", +2)
            text += "::bytea[]) WITH ORDINALITY AS u(number, name, place)"
        case .name(let column, let texts):
            text += "\(column)_key = ANY ("
            bind(.keys(texts.map(NameKey.of)), "$", +2)
            text += ")"
        }
    }

    private mutating func bind(_ value: Value, _ sign: String, _ offset: Int = 0) {
        values.append(value)
        text += "\(sign)\(values.count + offset)"
    }
}
