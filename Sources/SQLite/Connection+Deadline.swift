private import CSQLite
public import Pipelines

extension Connection {
    /// The number of SQLite's virtual machine instructions between two checks of the deadline. 1,000 instructions take
    /// about 10 µs.
    private static let instructionsPerCheck: Int32 = 1_000

    /// Runs `body` with a deadline for all its work on the database. A nested call cannot extend the deadline.
    ///
    /// A progress handler (<https://www.sqlite.org/c3ref/progress_handler.html>) stops statements at the deadline; FTS5
    /// calls it for each page that it reads. Loops in this program call `checkDeadline`. COMMIT and ROLLBACK are never
    /// stopped.
    ///
    /// - Throws: `SQLiteError.interrupted` once the deadline is reached, and errors of `body`. The connection stays
    ///   usable; SQLite rolls back the transaction of a statement that was writing.
    public func withDeadline<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        if deadline.isNever { return try body() }
        let outer = self.deadline
        apply(outer.or(deadline))
        defer { apply(outer) }
        try checkDeadline()
        return try body()
    }

    /// - Throws: `SQLiteError.interrupted` once the current deadline is reached.
    public func checkDeadline() throws {
        if deadline.isReached { throw SQLiteError(extendedCode: SQLiteError.interrupted, message: "deadline reached") }
    }

    /// Runs `body` without a deadline, for work that must be done even if the request has ended.
    func withoutDeadline<Result>(_ body: () throws -> Result) rethrows -> Result {
        if deadline.isNever { return try body() }
        let outer = deadline
        apply(.never)
        defer { apply(outer) }
        return try body()
    }

    private func apply(_ deadline: Deadline) {
        self.deadline = deadline
        if deadline.isNever {
            unsafe sqlite3_progress_handler(handle, 0, nil, nil)
            return
        }
        unsafe sqlite3_progress_handler(
            handle, Self.instructionsPerCheck,
            { context in
                guard let context = unsafe context else { return 0 }
                let connection = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                return connection.deadline.isReached ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
