private import CSQLite

extension Connection {
    /// Registers an SQL function of two texts with a Boolean result; it is false if a text is NULL.
    public func registerTextFunction(
        _ name: String, _ body: @escaping (_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool
    ) throws {
        let box = unsafe Unmanaged.passRetained(TextFunctionBox(body)).toOpaque()
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let code = unsafe sqlite3_create_function_v2(
            handle, name, 2, flags, box, callTextFunction, nil, nil
        ) { box in
            if let box = unsafe box { unsafe Unmanaged<TextFunctionBox>.fromOpaque(box).release() }
        }
        if code != SQLITE_OK { throw error(code, sql: nil) }
    }
}

extension Connection {
    /// The error message for a blob that a function of `registerUnpacking` cannot unpack.
    public static let unpackingFailure = "a compressed text is damaged, or its dictionary is missing"

    /// Registers an SQL function that unpacks a blob to a text, and returns other values unchanged. Views may call it.
    ///
    /// - Parameter unpack: passes the text to `give`; returns false if the blob is damaged, which ends the statement
    ///   with `SQLiteError.corrupt`.
    public func registerUnpacking(
        _ name: String, _ unpack: @escaping (_ blob: Span<UInt8>, _ give: (Span<UInt8>) -> Void) -> Bool
    ) throws {
        let box = unsafe Unmanaged.passRetained(UnpackingBox(unpack)).toOpaque()
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        let code = unsafe sqlite3_create_function_v2(handle, name, 1, flags, box, callUnpacking, nil, nil) { box in
            if let box = unsafe box { unsafe Unmanaged<UnpackingBox>.fromOpaque(box).release() }
        }
        if code != SQLITE_OK { throw error(code, sql: nil) }
    }
}

private final class UnpackingBox {
    let unpack: (Span<UInt8>, (Span<UInt8>) -> Void) -> Bool
    init(_ unpack: @escaping (Span<UInt8>, (Span<UInt8>) -> Void) -> Bool) { self.unpack = unpack }
}

private func callUnpacking(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let user = unsafe sqlite3_user_data(context), let values = unsafe values, count == 1 else { return }
    let value = unsafe values[0]
    guard unsafe sqlite3_value_type(value) == SQLITE_BLOB else { return unsafe sqlite3_result_value(context, value) }
    let box = unsafe Unmanaged<UnpackingBox>.fromOpaque(user).takeUnretainedValue()
    let start = unsafe sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
    let blob = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    let isText = unsafe box.unpack(blob.span) { text in
        unsafe text.withUnsafeBufferPointer {
            unsafe csqlite_result_text(context, $0.baseAddress, Int32(clamping: $0.count))
        }
    }
    if isText { return }
    unsafe sqlite3_result_error(context, Connection.unpackingFailure, -1)
    unsafe sqlite3_result_error_code(context, SQLITE_CORRUPT)
}

private final class TextFunctionBox {
    let body: (Span<UInt8>, Span<UInt8>) -> Bool
    init(_ body: @escaping (Span<UInt8>, Span<UInt8>) -> Bool) { self.body = body }
}

private func callTextFunction(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let user = unsafe sqlite3_user_data(context), let values = unsafe values, count == 2 else { return }
    let box = unsafe Unmanaged<TextFunctionBox>.fromOpaque(user).takeUnretainedValue()
    guard let first = unsafe sqlite3_value_text(values[0]), let second = unsafe sqlite3_value_text(values[1]) else {
        return unsafe sqlite3_result_int(context, 0)
    }
    let firstBytes = unsafe UnsafeBufferPointer(start: first, count: Int(sqlite3_value_bytes(values[0])))
    let secondBytes = unsafe UnsafeBufferPointer(start: second, count: Int(sqlite3_value_bytes(values[1])))
    unsafe sqlite3_result_int(context, box.body(firstBytes.span, secondBytes.span) ? 1 : 0)
}
