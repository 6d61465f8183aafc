private import CSQLite

/// One prepared statement. As in SQLite, columns are counted from 0 and parameters from 1.
@safe public final class Statement {
    let handle: OpaquePointer
    /// Unowned, because the connection retains its cached statements. A retain cycle would keep the file open.
    private unowned let connection: Connection
    public let sql: String

    init(connection: Connection, sql: String, persistent: Bool) throws {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            connection.handle, sql, -1, persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &prepared, nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else { throw connection.error(code, sql: sql) }
        unsafe handle = prepared
        self.connection = connection
        self.sql = sql
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Steps to the next row; returns false at the end.
    public func step() throws -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code, sql: sql)
        }
    }

    /// Resets the statement so that it can run again, and clears its bound values.
    public func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Resets the statement so that it can run again with the same bound values.
    public func rewind() { unsafe sqlite3_reset(handle) }

    /// Runs a statement that returns no rows, then resets it.
    public func run() throws {
        defer { reset() }
        while try step() {}
    }

    // MARK: - Parameters

    public func bind(_ values: [SQLValue]) throws {
        for (index, value) in values.enumerated() {
            let parameter = Int32(index + 1)
            switch value {
            case .null: bindNull(parameter)
            case .integer(let number): bind(number, at: parameter)
            case .real(let number): bind(real: number, at: parameter)
            case .text(let text): bind(text, at: parameter)
            case .blob(let bytes): bind(blob: bytes.span, at: parameter)
            }
        }
    }

    public func bind(real value: Double, at index: Int32) { unsafe sqlite3_bind_double(handle, index, value) }
    public func bindNull(_ index: Int32) { unsafe sqlite3_bind_null(handle, index) }
    public func bind(_ value: Int64, at index: Int32) { unsafe sqlite3_bind_int64(handle, index, value) }
    public func bind(_ value: Int64?, at index: Int32) {
        if let value { bind(value, at: index) } else { bindNull(index) }
    }

    public func bind(_ value: String?, at index: Int32) {
        guard var value else { return bindNull(index) }
        value.withUTF8 { unsafe _ = csqlite_bind_text_copy(handle, index, Self.address($0), Int32(clamping: $0.count)) }
    }

    /// Binds a copy of a UTF-8 text.
    public func bind(text bytes: Span<UInt8>, at index: Int32) {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe _ = csqlite_bind_text_copy(handle, index, Self.address($0), Int32(clamping: $0.count))
        }
    }

    public func bind(blob bytes: Span<UInt8>, at index: Int32) {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe _ = csqlite_bind_blob_copy(handle, index, Self.address($0), Int32(clamping: $0.count))
        }
    }

    /// Binds a text or blob without copying it, and calls `body`, which must reset the statement after running it.
    public func withInPlace<Result>(
        _ bytes: Span<UInt8>, isText: Bool, at index: Int32, _ body: () throws -> Result
    ) rethrows -> Result {
        try unsafe bytes.withUnsafeBufferPointer {
            if isText {
                unsafe _ = csqlite_bind_text_static(handle, index, Self.address($0), Int32(clamping: $0.count))
            } else {
                unsafe _ = csqlite_bind_blob_static(handle, index, Self.address($0), Int32(clamping: $0.count))
            }
            return try body()
        }
    }

    /// A non-null address even for an empty value. SQLite would bind a null pointer as NULL.
    private static func address(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeRawPointer {
        unsafe UnsafeRawPointer(bytes.baseAddress) ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    }

    // MARK: - Columns

    public var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }
    public func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }
    public func isBlob(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB }
    public func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }
    public func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    /// The column as text; bytes that are not UTF-8 become U+FFFD.
    public func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { span in unsafe span.withUnsafeBufferPointer { unsafe Array($0) } }
    }

    /// Replaces the contents of `out` with a blob of 16-bit little-endian numbers; an odd last byte is ignored.
    public func copyUnits(_ column: Int32, into out: inout [UInt16]) {
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column)) / 2
        out.removeAll(keepingCapacity: true)
        guard let start = unsafe start, count > 0 else { return }
        out.reserveCapacity(count)
        // A blob in a page may not be aligned.
        out.append(contentsOf: repeatElement(0, count: count))
        unsafe out.withUnsafeMutableBytes {
            unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count * 2))
        }
    }

    /// Binds 16-bit numbers as a blob, little-endian.
    public func bind(units: Span<UInt16>, at index: Int32) {
        unsafe units.withUnsafeBytes {
            unsafe _ = csqlite_bind_blob_copy(
                handle, index, Self.address($0.bindMemory(to: UInt8.self)), Int32(clamping: $0.count))
        }
    }

    /// Calls `body` with the column's bytes, which are not copied and are valid only during the call. Text is UTF-8.
    public func withBytes<Result>(_ column: Int32, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        guard let start = unsafe start, count > 0 else { return try body([UInt8]().span) }
        return try unsafe body(
            UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count).span)
    }
}

/// A value to bind.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}
