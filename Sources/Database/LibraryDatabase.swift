/// The database of one library, as an engine opens it. Used by one thread at a time.
///
/// Statements of one call are sent together: in PostgreSQL they take one round trip.
public protocol LibraryDatabase {
    var dialect: SQLDialect { get }

    /// Runs a query, and calls `body` with each row. PostgreSQL has all rows in memory first.
    ///
    /// - Parameter body: must not use the database.
    func visit(_ sql: SQL, _ body: (any DatabaseRow) throws -> Void) throws

    /// Runs queries in one round trip.
    ///
    /// - Parameter read: converts a row to a value of the query at that place; it must not use the database.
    /// - Returns: the values of each query.
    @discardableResult
    func rows<Value>(of queries: [SQL], _ read: (Int, any DatabaseRow) throws -> Value) throws -> [[Value]]

    /// Runs a query for each of many keys, in one round trip.
    ///
    /// - Parameters:
    ///   - query: in its parts, `SQL.keyNumber` and `SQL.keyName` are the key's.
    ///   - body: is given the place of the key, and a row, whose columns are counted from 1; it must not use the database.
    func visit(
        keys: [NumberedName], _ query: KeyedQuery, _ body: (Int, any DatabaseRow) throws -> Void
    ) throws

    /// Runs a query and gives its rows one by one, so that many take little memory.
    ///
    /// - Parameter body: must not use the database; false stops: in PostgreSQL the statement is cancelled then, over a
    ///   connection of its own.
    func forEachRow(_ sql: SQL, _ body: (any DatabaseRow) throws -> Bool) throws

    /// Runs statements that change rows, in order and in one round trip.
    ///
    /// - Returns: the number of rows that each statement has changed.
    @discardableResult
    func run(_ statements: [SQL]) throws -> [Int]

    /// Runs statements of the transaction under way with its next ones, at the latest when it ends: they take no round trip of their
    /// own. SQLite runs them at once.
    func postpone(_ statements: [SQL]) throws

    /// Inserts rows. PostgreSQL loads many rows by COPY where no conflict is allowed
    /// (<https://www.postgresql.org/docs/15/populate.html#POPULATE-COPY-FROM>).
    ///
    /// - Returns: the number of rows that were inserted or updated.
    @discardableResult
    func insert(
        _ rows: [[DatabaseValue]], into table: Table, _ columns: [String], onConflict conflict: SQL.Conflict
    ) throws -> Int

    /// Takes consecutive ids for new rows of a table. If the transaction commits, they are never given again.
    ///
    /// - Precondition: a transaction that writes is under way; the rows are inserted in it.
    /// - Returns: the first of them.
    func takeIDs(_ count: Int, of table: Table) throws -> Int64

    /// An article's text, in a column that may be compressed. It may be read while the values of `rows` are made, but not in
    /// `forEachRow`: a dictionary that is not known yet takes one round trip.
    func storedText(_ row: any DatabaseRow, _ column: Int32) throws -> [UInt8]
}

extension LibraryDatabase {
    /// Runs a query.
    ///
    /// - Parameter read: converts a row to a value; it must not use the database.
    /// - Returns: the values; all of them are in memory.
    @inlinable @discardableResult
    public func rows<Value>(_ sql: SQL, _ read: (any DatabaseRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try visit(sql) { values.append(try read($0)) }
        return values
    }

    public func first<Value>(_ sql: SQL, _ read: (any DatabaseRow) throws -> Value) throws -> Value? {
        try rows(sql, read).first
    }

    /// The first column of the first row; nil if there is no row or the value is NULL.
    public func integer(_ sql: SQL) throws -> Int64? { try first(sql) { $0.integerOrNil(0) } ?? nil }
    /// The first column of the first row; nil if there is no row or the value is NULL.
    public func text(_ sql: SQL) throws -> String? { try first(sql) { $0.textOrNil(0) } ?? nil }
    /// The first column of each row.
    public func integers(_ sql: SQL) throws -> [Int64] { try rows(sql) { $0.integer(0) } }
    /// Whether a query has a row.
    public func hasRow(_ sql: SQL) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// Runs a statement that changes rows.
    ///
    /// - Returns: how many it has changed.
    @discardableResult
    public func run(_ statement: SQL) throws -> Int { try run([statement])[0] }

    @discardableResult
    public func insert(_ rows: [[DatabaseValue]], into table: Table, _ columns: [String]) throws -> Int {
        try insert(rows, into: table, columns, onConflict: .fails)
    }
}
