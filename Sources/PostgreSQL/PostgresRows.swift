private import CPQ
public import Database

/// The rows of a result, in binary form. Columns are counted from 0.
@safe public final class PostgresRows {
    let result: OpaquePointer

    /// Takes ownership of the result.
    init(_ result: OpaquePointer) { unsafe self.result = result }

    deinit { unsafe cPQclear(result) }

    public var count: Int { Int(unsafe cPQntuples(result)) }
    public var isEmpty: Bool { count == 0 }
    public var columnCount: Int { Int(unsafe cPQnfields(result)) }

    /// The number of rows that an INSERT, UPDATE, DELETE or COPY has changed.
    public var changedRows: Int {
        guard let text = unsafe cPQcmdTuples(result) else { return 0 }
        return Int(unsafe String(cString: text)) ?? 0
    }

    public subscript(row: Int) -> PostgresRow {
        precondition(row >= 0 && row < count)
        return PostgresRow(rows: self, row: Int32(row))
    }

    public var first: PostgresRow? { isEmpty ? nil : self[0] }
}

extension PostgresRows: Sequence {
    public func makeIterator() -> AnyIterator<PostgresRow> {
        var next = 0
        return AnyIterator {
            guard next < self.count else { return nil }
            defer { next += 1 }
            return self[next]
        }
    }
}

public struct PostgresRow: DatabaseRow {
    let rows: PostgresRows
    let row: Int32

    public func isNull(_ column: Int32) -> Bool { unsafe cPQgetisnull(rows.result, row, column) != 0 }

    /// A value of type int2, int4, int8 or bool.
    public func integer(_ column: Int32) -> Int64 {
        withBytes(column) { bytes in
            guard !bytes.isEmpty, bytes.count <= 8 else { return 0 }
            var value = bytes.count > 1 && bytes[0] >= 0x80 ? Int64(-1) : 0
            for index in bytes.indices { value = value << 8 | Int64(bytes[index]) }
            return value
        }
    }

    /// A value of type float4 or float8.
    public func real(_ column: Int32) -> Double {
        let bits = UInt64(bitPattern: integer(column))
        return withBytes(column) { bytes in
            switch bytes.count {
            case 8: Double(bitPattern: bits)
            case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            default: 0
            }
        }
    }

    public func text(_ column: Int32) -> String {
        withBytes(column) { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    /// A value of type int8[].
    public func integers(_ column: Int32) -> [Int64] {
        withBytes(column) { bytes in
            // The binary form has a header of 12 bytes and 8 bytes for each dimension. Each element follows its size
            // (<https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/utils/adt/arrayfuncs.c>,
            // `array_send`).
            stride(from: 20, through: bytes.count - 12, by: 12).map { start in
                var value: UInt64 = 0
                for place in start + 4..<start + 12 { value = value << 8 | UInt64(bytes[place]) }
                return Int64(bitPattern: value)
            }
        }
    }

    public func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }

    /// Calls `body` with the bytes of a value, which are valid only during the call and empty for NULL.
    public func withBytes<Result>(_ column: Int32, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let count = Int(unsafe cPQgetlength(rows.result, row, column))
        guard let start = unsafe cPQgetvalue(rows.result, row, column), count > 0 else {
            return try body([UInt8]().span)
        }
        return try unsafe UnsafeRawBufferPointer(start: start, count: count).withMemoryRebound(to: UInt8.self) {
            try unsafe body($0.span)
        }
    }
}
