private import CSQLite

/// Records a connection's changes to some tables, and creates their inverse, with SQLite's session extension
/// (<https://www.sqlite.org/sessionintro.html>).
///
/// Changes made by triggers and foreign keys are recorded too, but changes to tables without a primary key are not. The
/// recorder uses a few bytes of memory for each changed row.
@safe public final class ChangeRecorder {
    private let session: OpaquePointer

    /// Starts recording.
    ///
    /// - Parameter tables: tables of the main database.
    public init(_ connection: Connection, tables: [String]) throws {
        var session: OpaquePointer?
        var code = unsafe sqlite3session_create(connection.handle, "main", &session)
        guard code == SQLITE_OK, let session = unsafe session else {
            throw SQLiteError(extendedCode: code, message: "cannot record changes")
        }
        unsafe self.session = session
        for table in tables where code == SQLITE_OK { code = unsafe sqlite3session_attach(session, table) }
        if code != SQLITE_OK { throw SQLiteError(extendedCode: code, message: "cannot record changes") }
    }

    deinit { unsafe sqlite3session_delete(session) }

    /// Memory in use, in bytes.
    public var byteCount: Int64 { unsafe sqlite3session_memory_used(session) }

    /// A changeset that undoes the changes since the recorder was created; empty if nothing has changed.
    public func inverse() throws -> [UInt8] {
        var size: Int32 = 0
        var changes: UnsafeMutableRawPointer?
        let code = unsafe sqlite3session_changeset(session, &size, &changes)
        defer { unsafe sqlite3_free(changes) }
        guard code == SQLITE_OK else { throw SQLiteError(extendedCode: code, message: "cannot record changes") }
        if size == 0 { return [] }
        var inverseSize: Int32 = 0
        var inverse: UnsafeMutableRawPointer?
        let inverting = unsafe sqlite3changeset_invert(size, changes, &inverseSize, &inverse)
        defer { unsafe sqlite3_free(inverse) }
        guard inverting == SQLITE_OK else {
            throw SQLiteError(extendedCode: inverting, message: "cannot record changes")
        }
        return unsafe Array(UnsafeRawBufferPointer(start: inverse, count: Int(inverseSize)))
    }
}

extension Connection {
    /// Applies a changeset. A row whose current values differ from those in the changeset is not changed. A row to be
    /// deleted may already be missing.
    ///
    /// Runs inside the caller's transaction.
    ///
    /// - Parameters:
    ///   - tables: the tables to change; changes to other tables are ignored.
    ///   - leavesOrphans: whether to apply changes even if the rows then refer to missing rows. The caller must remove
    ///     such rows before the transaction ends, or the commit fails.
    /// - Returns: the number of rows left unchanged.
    /// - Throws: `SQLiteError`, such as `corrupt` if the bytes are not a changeset. The database is then unchanged.
    public func apply(
        _ changeset: [UInt8], to tables: Set<String>, leavesOrphans: Bool = false
    ) throws -> Int {
        let run = ApplyRun(tables, leavesOrphans: leavesOrphans)
        var bytes = changeset
        let code = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe sqlite3changeset_apply(
                handle, Int32(clamping: bytes.count), bytes.baseAddress,
                { context, table in
                    guard let context = unsafe context, let table = unsafe table else { return 0 }
                    let run = unsafe Unmanaged<ApplyRun>.fromOpaque(context).takeUnretainedValue()
                    return unsafe run.tables.contains(String(cString: table)) ? 1 : 0
                },
                { context, reason, change in
                    guard let context = unsafe context else { return SQLITE_CHANGESET_ABORT }
                    let run = unsafe Unmanaged<ApplyRun>.fromOpaque(context).takeUnretainedValue()
                    // The row refers to a row that was deleted or whose own change was refused.
                    if reason == SQLITE_CHANGESET_FOREIGN_KEY {
                        return run.leavesOrphans ? SQLITE_CHANGESET_OMIT : SQLITE_CHANGESET_ABORT
                    }
                    // The row to be deleted is already missing, usually because its parent row was deleted.
                    if reason == SQLITE_CHANGESET_NOTFOUND, unsafe isRemoval(change) { return SQLITE_CHANGESET_OMIT }
                    run.refused += 1
                    return SQLITE_CHANGESET_OMIT
                }, Unmanaged.passUnretained(run).toOpaque())
        }
        guard code == SQLITE_OK else { throw error(code, sql: "sqlite3changeset_apply") }
        return run.refused
    }
}

/// Whether a change deletes its row.
private func isRemoval(_ change: OpaquePointer?) -> Bool {
    var table: UnsafePointer<CChar>?
    var (columns, operation, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
    let code = unsafe sqlite3changeset_op(change, &table, &columns, &operation, &isIndirect)
    return code == SQLITE_OK && operation == SQLITE_DELETE
}

/// State that the callbacks of one `apply` share.
private final class ApplyRun {
    let tables: Set<String>
    let leavesOrphans: Bool
    var refused = 0

    init(_ tables: Set<String>, leavesOrphans: Bool) {
        self.tables = tables
        self.leavesOrphans = leavesOrphans
    }
}
