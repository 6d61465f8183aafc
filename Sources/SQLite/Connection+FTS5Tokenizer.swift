private import CSQLite

/// Splits text into tokens for FTS5. Called on the connection's thread, also while other statements run.
public protocol FTS5Tokenizer: AnyObject {
    /// Calls `emit` once for each token in text order, until `emit` returns false.
    ///
    /// - Parameters:
    ///   - isQuery: the text is from a MATCH expression, not from an article.
    ///   - emit: term, whether it has the position of the token before it, range in UTF-8 bytes.
    func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, _ colocated: Bool, Range<Int>) -> Bool)
}

extension Connection {
    /// Registers `tokenizer` with FTS5 as `name`: <https://www.sqlite.org/fts5.html#custom_tokenizers>.
    ///
    /// A box holds the tokenizer; it is retained here and released by SQLite in xDestroy.
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
