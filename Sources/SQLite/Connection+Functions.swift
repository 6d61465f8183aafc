private import CSQLite
internal import Database

extension Connection {
    /// Registers an SQL function that takes two texts and returns a Boolean; the result is false if either text is
    /// NULL.
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
    /// Registers the SQL function that returns the number of the connection's reader; 0 for the owner. SQLite calls it
    /// once for each execution of a statement.
    public func registerReaderFunction() throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let code = unsafe sqlite3_create_function_v2(
            handle, SQLReader.sqliteFunction, 0, flags, Unmanaged.passUnretained(self).toOpaque(), callReaderFunction,
            nil, nil, nil)
        if code != SQLITE_OK { throw error(code, sql: nil) }
    }
}

private func callReaderFunction(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let user = unsafe sqlite3_user_data(context) else { return }
    let connection = unsafe Unmanaged<Connection>.fromOpaque(user).takeUnretainedValue()
    unsafe sqlite3_result_int64(context, connection.reader?.number ?? 0)
}

extension Connection {
    /// The error message for a blob that a function registered by `registerUnpacking` cannot unpack.
    public static let unpackingFailure = "a compressed text is damaged, or its dictionary is missing"

    /// Registers an SQL function that unpacks a blob to a text, and returns other values unchanged. Views may call it.
    ///
    /// - Parameter unpack: passes the unpacked text to `give`. Returns false if the blob is damaged; the statement then
    ///   fails with `SQLiteError.corrupt`.
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

/// The current row in a call of an FTS5 auxiliary function:
/// <https://www.sqlite.org/fts5.html#custom_auxiliary_functions>.
///
/// The value is valid only during that call.
@safe public struct FTS5Row: ~Copyable {
    private let api: UnsafePointer<Fts5ExtensionApi>
    private let context: OpaquePointer

    fileprivate init(api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer) {
        unsafe self.api = unsafe api
        unsafe self.context = unsafe context
    }

    public var rowID: Int64 { unsafe api.pointee.xRowid(context) }
    /// The number of phrases in the MATCH expression. Phrases are numbered in the order in which they are written.
    public var phraseCount: Int { Int(unsafe api.pointee.xPhraseCount(context)) }

    /// The number of tokens in a column, not counting colocated tokens.
    public func tokenCount(column: Int32) -> Int {
        var count: Int32 = 0
        _ = unsafe api.pointee.xColumnSize(context, column, &count)
        return Int(count)
    }

    /// Calls `body` with the column and the token position of each occurrence of a phrase, in ascending order. Faster
    /// than FTS5's `xInst`.
    public func forEachOccurrence(ofPhrase phrase: Int, _ body: (_ column: Int, _ position: Int) -> Void) {
        var iterator = unsafe Fts5PhraseIter()
        var column: Int32 = 0
        var position: Int32 = 0
        guard unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &position) == SQLITE_OK else {
            return
        }
        while column >= 0 {
            body(Int(column), Int(position))
            unsafe api.pointee.xPhraseNext(context, &iterator, &column, &position)
        }
    }

    /// The number of occurrences of a phrase in column 1 (`second`) and in all other columns (`first`).
    public func termFrequencies(ofPhrase phrase: Int) -> (first: Int, second: Int) {
        var iterator = unsafe Fts5PhraseIter()
        var column: Int32 = 0
        var position: Int32 = 0
        var counts = (first: 0, second: 0)
        guard unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &position) == SQLITE_OK else {
            return counts
        }
        while column >= 0 {
            if column == 1 { counts.second += 1 } else { counts.first += 1 }
            unsafe api.pointee.xPhraseNext(context, &iterator, &column, &position)
        }
        return counts
    }
}

extension Connection {
    /// Registers an auxiliary function with FTS5, which calls `body` once for each matching row. In SQL, the function
    /// returns 1 or 0.
    public func registerFTS5Function(_ name: String, _ body: @escaping (borrowing FTS5Row) -> Bool) throws {
        guard let api = unsafe csqlite_fts5_api(handle) else {
            throw SQLiteError(extendedCode: SQLITE_ERROR, message: "this SQLite has no FTS5")
        }
        let box = unsafe Unmanaged.passRetained(FunctionBox(body)).toOpaque()
        let code = unsafe api.pointee.xCreateFunction(api, name, box, callFTS5Function) { box in
            if let box = unsafe box { unsafe Unmanaged<FunctionBox>.fromOpaque(box).release() }
        }
        if code != SQLITE_OK { throw error(code, sql: nil) }
    }
}

private final class FunctionBox {
    let body: (borrowing FTS5Row) -> Bool
    init(_ body: @escaping (borrowing FTS5Row) -> Bool) { self.body = body }
}

private func callFTS5Function(
    _ api: UnsafePointer<Fts5ExtensionApi>?, _ context: OpaquePointer?, _ out: OpaquePointer?, _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let api = unsafe api, let context = unsafe context, let user = unsafe api.pointee.xUserData(context) else {
        return
    }
    let box = unsafe Unmanaged<FunctionBox>.fromOpaque(user).takeUnretainedValue()
    unsafe sqlite3_result_int(out, box.body(FTS5Row(api: api, context: context)) ? 1 : 0)
}

/// Splits text into tokens for FTS5. Called on the connection's thread, possibly while other statements are running.
public protocol FTS5Tokenizer: AnyObject {
    /// Calls `emit` once for each token in text order, until `emit` returns false.
    ///
    /// - Parameters:
    ///   - isQuery: whether the text is from a MATCH expression rather than an article.
    ///   - emit: receives the term, whether it has the same position as the previous token, and its range in UTF-8
    ///     bytes.
    func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, _ colocated: Bool, Range<Int>) -> Bool)
}

extension Connection {
    /// Registers `tokenizer` with FTS5 as `name`: <https://www.sqlite.org/fts5.html#custom_tokenizers>.
    ///
    /// The tokenizer is stored in a box that is retained here and released by SQLite in xDestroy.
    public func register(_ tokenizer: any FTS5Tokenizer, as name: String) throws {
        guard let api = unsafe csqlite_fts5_api(handle) else {
            throw SQLiteError(extendedCode: SQLITE_ERROR, message: "this SQLite has no FTS5")
        }
        var callbacks = unsafe fts5_tokenizer(
            xCreate: { context, _, _, out in
                unsafe out?.pointee = OpaquePointer(context)
                return SQLITE_OK
            },
            xDelete: { _ in },
            xTokenize: tokenizeForFTS5)
        let box = unsafe Unmanaged.passRetained(TokenizerBox(tokenizer)).toOpaque()
        let code = unsafe api.pointee.xCreateTokenizer(api, name, box, &callbacks) { box in
            if let box = unsafe box { unsafe Unmanaged<TokenizerBox>.fromOpaque(box).release() }
        }
        if code != SQLITE_OK { throw error(code, sql: nil) }
    }
}

private final class TokenizerBox {
    let tokenizer: any FTS5Tokenizer
    init(_ tokenizer: any FTS5Tokenizer) { self.tokenizer = tokenizer }
}

private typealias TokenCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

private func tokenizeForFTS5(
    _ instance: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ text: UnsafePointer<CChar>?,
    _ count: Int32, _ callback: TokenCallback?
) -> Int32 {
    guard let instance = unsafe instance, let callback = unsafe callback else { return SQLITE_OK }
    let box = unsafe Unmanaged<TokenizerBox>.fromOpaque(UnsafeRawPointer(instance)).takeUnretainedValue()
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count)).bindMemory(to: UInt8.self)
    var result = SQLITE_OK
    unsafe box.tokenizer.tokenize(bytes.span, isQuery: flags & FTS5_TOKENIZE_QUERY != 0) { term, colocated, range in
        result = unsafe term.withUnsafeBufferPointer { term in
            unsafe callback(
                context, colocated ? FTS5_TOKEN_COLOCATED : 0,
                UnsafeRawPointer(term.baseAddress)?.assumingMemoryBound(to: CChar.self),
                Int32(truncatingIfNeeded: term.count),
                Int32(truncatingIfNeeded: range.lowerBound), Int32(truncatingIfNeeded: range.upperBound))
        }
        return result == SQLITE_OK
    }
    return result
}
