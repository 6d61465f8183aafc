private import CPQ
private import Glibc

extension PostgresConnection {
    /// Inserts rows with COPY in binary form (<https://www.postgresql.org/docs/15/sql-copy.html>, "Binary Format").
    ///
    /// - Parameters:
    ///   - target: a table with its columns, such as `article (id, title)`.
    ///   - body: writes the rows. It must not use the connection for anything else.
    /// - Returns: the number of inserted rows.
    /// - Throws: the server's error or the error of `body`. If it throws, no row is stored.
    @discardableResult
    public func copy(into target: String, _ body: (CopyWriter) throws -> Void) throws -> Int {
        try requireUsable()
        let sql = "COPY \(target) FROM STDIN (FORMAT binary)"
        guard unsafe cPQsendQuery(handle, sql) == 1 else { throw connectionError(sql: sql) }
        try flush()
        guard let begun = try finishStatement(sql), unsafe cPQresultStatus(begun.result) == PGRES_COPY_IN else {
            throw connectionError(sql: sql)
        }
        let writer = CopyWriter(self)
        do {
            try body(writer)
            try writer.finish()
        } catch {
            _ = try? end(copy: sql, because: "given up")
            throw error
        }
        return try end(copy: sql, because: nil)
    }

    @discardableResult
    private func end(copy sql: String, because message: String?) throws -> Int {
        while true {
            let code = unsafe cPQputCopyEnd(handle, message)
            if code > 0 { break }
            if code < 0 { throw connectionError(sql: sql) }
            wait(for: POLLIN | POLLOUT)
        }
        try flush()
        return try finishStatement(sql)?.changedRows ?? 0
    }

    fileprivate func put(_ bytes: [UInt8]) throws {
        while true {
            let code = unsafe bytes.withUnsafeBytes {
                unsafe cPQputCopyData(handle, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count))
            }
            if code > 0 { break }
            if code < 0 { throw connectionError() }
            try checkDeadline()
            wait(for: POLLIN | POLLOUT)
        }
        try flush()
    }
}

/// Writes the rows of a COPY. For each row, call `begin` and then write one value for each column.
public final class CopyWriter {
    private unowned let connection: PostgresConnection
    private var bytes: [UInt8] = []
    private static let maxHeldBytes = 1 << 18

    init(_ connection: PostgresConnection) {
        self.connection = connection
        bytes += "PGCOPY\n".utf8
        bytes += [0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }

    /// Begins a row.
    public func begin(columns: Int) throws {
        if bytes.count >= Self.maxHeldBytes { try send() }
        PostgresValue.append(Int16(clamping: columns), to: &bytes)
    }

    /// Writes a row.
    public func write(_ values: [PostgresValue]) throws {
        try begin(columns: values.count)
        for value in values { write(value) }
    }

    public func write(_ value: PostgresValue) {
        if case .null = value {
            PostgresValue.append(Int32(-1), to: &bytes)
        } else {
            PostgresValue.appendSized(to: &bytes) { value.append(to: &$0) }
        }
    }

    public func write(_ value: Int64) {
        PostgresValue.append(Int32(8), to: &bytes)
        PostgresValue.append(value, to: &bytes)
    }

    /// Writes a bytea value, or a text value that contains no NUL.
    public func write(bytes value: Span<UInt8>) {
        PostgresValue.append(Int32(clamping: value.count), to: &bytes)
        unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    fileprivate func finish() throws {
        PostgresValue.append(Int16(-1), to: &bytes)
        try send()
    }

    private func send() throws {
        try connection.put(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
