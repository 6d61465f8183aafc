package import Database
internal import LibraryStorage
package import PostgreSQL

extension LibraryConnection: LibraryDatabase {
    package var dialect: SQLDialect { .postgres }

    package var reader: SQLReader? {
        get { connection.reader }
        nonmutating set { connection.reader = newValue }
    }

    package func visit(_ sql: SQL, _ body: (any DatabaseRow) throws -> Void) throws {
        let request = request(sql)
        for row in try connection.query(request.sql, request.values) { try body(row) }
    }

    @discardableResult
    package func rows<Value>(of queries: [SQL], _ read: (Int, any DatabaseRow) throws -> Value) throws -> [[Value]] {
        try pipeline(queries.map { request($0) }).enumerated().map { place, rows in
            try rows.map { try read(place, $0) }
        }
    }

    package func visit(
        keys: [NumberedName], _ query: KeyedQuery, _ body: (Int, any DatabaseRow) throws -> Void
    ) throws {
        if keys.isEmpty { return }
        try visit(query.sql(for: keys)) { try body(Int($0.integer(0)) - 1, $0) }
    }

    package func forEachRow(_ sql: SQL, _ body: (any DatabaseRow) throws -> Bool) throws {
        let request = request(sql)
        try connection.forEachRow(request.sql, request.values) { try body($0) }
    }

    @discardableResult
    package func run(_ statements: [SQL]) throws -> [Int] {
        try pipeline(statements.map { request($0) }).map(\.changedRows)
    }

    package func postpone(_ statements: [SQL]) throws {
        for sql in statements { try connection.postpone(request(sql)) }
    }

    /// Maximum number of statements in one round trip, because their results are kept in memory.
    private static let rowsAtOnce = 1_000
    /// From this number of rows on, COPY is faster than single statements, although it takes two round trips.
    private static let minCopiedRows = 8
    /// If at least this many feeds were added, statistics are collected at once (ANALYZE). Autovacuum would collect
    /// them only minutes later. Until then, the server assumes that every index that begins with the library finds a
    /// single row.
    private static let minCountedRows = 1_000

    @discardableResult
    package func insert(
        _ rows: [[DatabaseValue]], into table: Table, _ columns: [String], onConflict conflict: SQL.Conflict
    ) throws -> Int {
        let wanted = columns.map { table.column($0) }
        if conflict == .fails, rows.count >= Self.minCopiedRows, wanted.allSatisfy(\.isCopied) {
            try copy(into: table.name, columns + wanted.filter(\.hasKey).map(\.keyName), rows) { row in
                row.map { PostgresValue($0) }
                    + zip(wanted, row).filter(\.0.hasKey).map { _, value in
                        if case .text(let name) = value { NameKey.value(of: name) } else { .null }
                    }
            }
            if table == .feed, rows.count >= Self.minCountedRows {
                try connection.postpone(PostgresRequest("ANALYZE (SKIP_LOCKED) feedsearch.feed"))
            }
            return rows.count
        }
        var count = 0
        for first in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
            let some = rows[first..<min(first + Self.rowsAtOnce, rows.count)]
            count += try run(some.map { SQL.insert(into: table, columns, $0, onConflict: conflict) }).reduce(0, +)
        }
        return count
    }

    package func takeIDs(_ count: Int, of table: Table) throws -> Int64 {
        guard let counter = table.counter.flatMap(Counter.init) else {
            preconditionFailure("the rows of \(table.name) have no counter")
        }
        return try take(count, counter)
    }

    package func storedText(_ row: any DatabaseRow, _ column: Int32) throws -> [UInt8] {
        guard let row = row as? PostgresRow else { preconditionFailure("a row of another engine") }
        return try text(row, column)
    }

    package func request(_ sql: SQL) -> PostgresRequest {
        let rendered = sql.rendered(for: .postgres, reader: reader)
        return request(
            rendered.text,
            rendered.values.map { value in
                switch value {
                case .value(let value): PostgresValue(value)
                case .numbers(let numbers): .integers(numbers)
                case .keys(let keys): .byteArrays(keys)
                }
            })
    }
}

extension Column {
    /// Whether COPY accepts the column's values in the form in which they are bound.
    fileprivate var isCopied: Bool {
        switch kind {
        case .integer, .bool, .text, .bytes, .integers: true
        case .integer16, .integer32, .body, .html: false
        }
    }
}

extension PostgresValue {
    init(_ value: DatabaseValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .real(let value): .real(value)
            case .text(let value): .text(value)
            case .bytes(let value): .bytes(value)
            case .integers(let values), .packedIntegers(let values): .integers(values)
            }
    }
}

extension NameKey {
    package static func value(of name: String) -> PostgresValue { .bytes(of(name)) }
}
