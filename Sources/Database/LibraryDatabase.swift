/// The database of one library, implemented by SQLite and PostgreSQL. Not thread-safe.
///
/// All statements of one call are sent together, so PostgreSQL needs one round trip.
public protocol LibraryDatabase {
    var dialect: SQLDialect { get }

    /// The reader whose state statements read; nil for the owner of the library.
    var reader: SQLReader? { get nonmutating set }

    /// Runs a query and calls `body` with each row. PostgreSQL first loads all rows into memory.
    ///
    /// - Parameter body: must not use the database.
    func visit(_ sql: SQL, _ body: (any DatabaseRow) throws -> Void) throws

    /// Runs queries in one round trip.
    ///
    /// - Parameter read: converts a row to a value, given the row and the index of its query. It must not use the
    ///   database.
    /// - Returns: the values of each query.
    @discardableResult
    func rows<Value>(of queries: [SQL], _ read: (Int, any DatabaseRow) throws -> Value) throws -> [[Value]]

    /// Runs a query for each of many keys, in one round trip.
    ///
    /// - Parameters:
    ///   - query: uses `SQL.keyNumber` and `SQL.keyName` for the key.
    ///   - body: receives the index of the key and a row, whose columns are counted from 1. It must not use the
    ///     database.
    func visit(
        keys: [NumberedName], _ query: KeyedQuery, _ body: (Int, any DatabaseRow) throws -> Void
    ) throws

    /// Runs a query and calls `body` with each row as it arrives, so that memory use stays low for many rows.
    ///
    /// - Parameter body: must not use the database; returns false to stop. PostgreSQL then cancels the statement over
    ///   another connection.
    func forEachRow(_ sql: SQL, _ body: (any DatabaseRow) throws -> Bool) throws

    /// Runs statements that change rows, in order and in one round trip.
    ///
    /// - Returns: the number of rows changed by each statement.
    @discardableResult
    func run(_ statements: [SQL]) throws -> [Int]

    /// Queues statements of the current transaction. They are sent with the transaction's next statements or at its
    /// end, which saves a round trip. SQLite runs them immediately.
    func postpone(_ statements: [SQL]) throws

    /// Inserts rows. If conflicts are errors, PostgreSQL loads large numbers of rows with COPY
    /// (<https://www.postgresql.org/docs/15/populate.html#POPULATE-COPY-FROM>).
    ///
    /// - Returns: the number of rows that were inserted or updated.
    @discardableResult
    func insert(
        _ rows: [[DatabaseValue]], into table: Table, _ columns: [String], onConflict conflict: SQL.Conflict
    ) throws -> Int

    /// Allocates consecutive ids for new rows of a table. Once the transaction has committed, the ids are never reused.
    ///
    /// - Precondition: called inside a write transaction, which also inserts the rows.
    /// - Returns: the first id.
    func takeIDs(_ count: Int, of table: Table) throws -> Int64

    /// Returns an article's text from a column that may be compressed. May be called in the closures of `rows`, but not
    /// of `forEachRow`, since loading an unknown dictionary takes a round trip.
    func storedText(_ row: any DatabaseRow, _ column: Int32) throws -> [UInt8]
}

extension LibraryDatabase {
    /// Runs a query.
    ///
    /// - Parameter read: converts a row to a value; it must not use the database.
    /// - Returns: the values of all rows.
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
    /// Whether a query returns at least one row.
    public func hasRow(_ sql: SQL) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// Runs a statement that changes rows.
    ///
    /// - Returns: the number of changed rows.
    @discardableResult
    public func run(_ statement: SQL) throws -> Int { try run([statement])[0] }

    /// Runs `body` with statements that read the state of the given reader; nil for the owner.
    public func reading<Result>(as reader: SQLReader?, _ body: () throws -> Result) rethrows -> Result {
        let known = self.reader
        self.reader = reader
        defer { self.reader = known }
        return try body()
    }

    @discardableResult
    public func insert(_ rows: [[DatabaseValue]], into table: Table, _ columns: [String]) throws -> Int {
        try insert(rows, into: table, columns, onConflict: .fails)
    }
}
