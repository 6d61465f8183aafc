/// The values of a statement in the form that libpq requires.
@safe struct StatementParameters {
    let types: [UInt32]
    private var bytes: [UInt8] = []
    /// The end of each value in `bytes`; nil for NULL.
    private var ends: [Int?] = []

    init(_ values: [PostgresValue]) {
        types = values.map(\.type)
        for value in values { ends.append(value.append(to: &bytes) ? bytes.count : nil) }
        // Reserve an extra byte, so that an empty value at the end also has an address. libpq treats a null pointer as
        // NULL.
        bytes.append(0)
    }

    var count: Int32 { Int32(clamping: types.count) }

    /// Calls `body` with the addresses, lengths and formats of the values.
    func withPointers<Result>(
        _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            var start = 0
            var lengths: [Int32] = []
            let base = unsafe UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped)
            let addresses: [UnsafePointer<CChar>?] = unsafe ends.map { end in
                guard let end else {
                    lengths.append(0)
                    return nil
                }
                defer { start = end }
                lengths.append(Int32(clamping: end - start))
                return unsafe (base + start).assumingMemoryBound(to: CChar.self)
            }
            return try unsafe body(addresses, lengths, Array(repeating: 1, count: ends.count))
        }
    }
}
