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
