private import CSQLite

/// The current row of an auxiliary function: <https://www.sqlite.org/fts5.html#custom_auxiliary_functions>.
///
/// Valid only during the call.
@safe public struct FTS5Row: ~Copyable {
    private let api: UnsafePointer<Fts5ExtensionApi>
    private let context: OpaquePointer

    fileprivate init(api: UnsafePointer<Fts5ExtensionApi>, context: OpaquePointer) {
        unsafe self.api = unsafe api
        unsafe self.context = unsafe context
    }

    public var rowID: Int64 { unsafe api.pointee.xRowid(context) }
    /// Number of phrases of the MATCH expression, which are numbered in the order written.
    public var phraseCount: Int { Int(unsafe api.pointee.xPhraseCount(context)) }

    /// Number of tokens in a column, without colocated ones.
    public func tokenCount(column: Int32) -> Int {
        var count: Int32 = 0
        _ = unsafe api.pointee.xColumnSize(context, column, &count)
        return Int(count)
    }

    /// Calls `body` with column and token position of each occurrence of a phrase, ascending. Cheaper than instances.
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

    /// The number of occurrences of a phrase in column 1 (`second`) and in all others (`first`).
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
    /// Registers an auxiliary function with FTS5. It is called once for each matching row; its result is 1 or 0.
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
