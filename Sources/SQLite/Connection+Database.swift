public import Database

extension Connection: LibraryDatabase {
    public var dialect: SQLDialect { .sqlite }

    public func visit(_ sql: SQL, _ body: (any DatabaseRow) throws -> Void) throws {
        let statement = try bound(sql)
        defer { statement.reset() }
        while try statement.step() { try body(statement) }
    }

    @discardableResult
    public func rows<Value>(of queries: [SQL], _ read: (Int, any DatabaseRow) throws -> Value) throws -> [[Value]] {
        try snapshot {
            try queries.enumerated().map { place, query in try rows(query) { try read(place, $0) } }
        }
    }

    public func visit(
        keys: [NumberedName], _ query: KeyedQuery, _ body: (Int, any DatabaseRow) throws -> Void
    ) throws {
        let statement = try bound(query.sql(for: keys))
        defer { statement.reset() }
        for (place, key) in keys.enumerated() {
            statement.bind(key.number, at: 1)
            statement.bind(key.name, at: 2)
            while try statement.step() { try body(place, statement) }
            statement.reset()
        }
    }

    public func forEachRow(_ sql: SQL, _ body: (any DatabaseRow) throws -> Bool) throws {
        let statement = try bound(sql)
        defer { statement.reset() }
        while try statement.step() { if try !body(statement) { return } }
    }

    @discardableResult
    public func run(_ statements: [SQL]) throws -> [Int] {
        try statements.map { sql in
            try bound(sql).run()
            return Int(changedRows)
        }
    }

    public func postpone(_ statements: [SQL]) throws { try run(statements) }

    @discardableResult
    public func insert(
        _ rows: [[DatabaseValue]], into table: Table, _ columns: [String], onConflict conflict: SQL.Conflict
    ) throws -> Int {
        guard let first = rows.first else { return 0 }
        let sql = SQL.insert(into: table, columns, first, onConflict: conflict).rendered(for: .sqlite).text
        let statement = try cachedStatement(sql)
        var count = 0
        for row in rows {
            for (place, value) in row.enumerated() { statement.bind(value, at: Int32(place + 1)) }
            try statement.run()
            count += Int(changedRows)
        }
        return count
    }

    public func takeIDs(_ count: Int, of table: Table) throws -> Int64 {
        let column = table.columns[0].sqliteName
        // The id that SQLite would assign: AUTOINCREMENT never reuses the id of a deleted row, and fails once the
        // largest possible id has been used (<https://www.sqlite.org/autoinc.html>).
        let last = try integer("SELECT max(\(column)) FROM \(table.name)") ?? 0
        let given = try integer("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table.name)]) ?? 0
        let (end, isOver) = max(last, given).addingReportingOverflow(Int64(count))
        guard !isOver else {
            throw SQLiteError(extendedCode: SQLiteError.full, message: "\(table.name) has no more ids")
        }
        return end - Int64(count) + 1
    }

    public func storedText(_ row: any DatabaseRow, _ column: Int32) throws -> [UInt8] { row.bytes(column) }

    /// An uncached statement with its values.
    public func statement(_ sql: SQL) throws -> Statement {
        let rendered = sql.rendered(for: .sqlite, reader: reader)
        let statement = try prepare(rendered.text)
        statement.bind(rendered.values)
        return statement
    }

    private func bound(_ sql: SQL) throws -> Statement {
        let rendered = sql.rendered(for: .sqlite, reader: reader)
        let statement = try rendered.varies ? prepare(rendered.text) : cachedStatement(rendered.text)
        statement.bind(rendered.values)
        return statement
    }
}

extension Statement {
    fileprivate func bind(_ values: [RenderedSQL.Value]) {
        for (place, value) in values.enumerated() {
            let parameter = Int32(place + 1)
            switch value {
            case .value(let value): bind(value, at: parameter)
            case .numbers(let numbers):
                bind("[\(numbers.map { String($0) }.joined(separator: ","))]", at: parameter)
            case .keys: preconditionFailure("PostgreSQL alone has keys of texts")
            }
        }
    }
}

extension Statement: DatabaseRow {
    public func integers(_ column: Int32) -> [Int64] {
        isBlob(column)
            ? PackedIntegers.numbers(in: bytes(column)) : text(column).split(separator: ",").compactMap { Int64($0) }
    }

    public func bind(_ value: DatabaseValue, at parameter: Int32) {
        switch value {
        case .null: bindNull(parameter)
        case .bool(let value): bind(value ? 1 : 0, at: parameter)
        case .integer(let value): bind(value, at: parameter)
        case .real(let value): bind(real: value, at: parameter)
        case .text(let value): bind(value, at: parameter)
        case .bytes(let value): bind(blob: value.span, at: parameter)
        case .integers(let values): bind(values.map { String($0) }.joined(separator: ","), at: parameter)
        case .packedIntegers(let values):
            if values.isEmpty { return bindNull(parameter) }
            bind(blob: PackedIntegers.bytes(of: values).span, at: parameter)
        }
    }
}
