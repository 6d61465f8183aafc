private import CPQ

/// The rows of a result, in binary form. Columns are counted from 0.
@safe public final class PostgresRows {
    let result: OpaquePointer

    /// Takes over the result.
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

/// One row. A value of another type than is asked for is read as 0 or empty text; NULL too.
public struct PostgresRow {
    let rows: PostgresRows
    let row: Int32

    public func isNull(_ column: Int32) -> Bool { unsafe cPQgetisnull(rows.result, row, column) != 0 }

    /// int2, int4, int8 or bool.
    public func integer(_ column: Int32) -> Int64 {
        withBytes(column) { bytes in
            guard !bytes.isEmpty, bytes.count <= 8 else { return 0 }
            var value = bytes.count > 1 && bytes[0] >= 0x80 ? Int64(-1) : 0
            for index in bytes.indices { value = value << 8 | Int64(bytes[index]) }
            return value
        }
    }

    public func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// A count: negative numbers become 0, and large ones are limited so that sums of forged rows do not overflow.
    public func count(_ column: Int32) -> Int { Int(max(0, min(integer(column), Int64(UInt32.max)))) }
    public func countOrNil(_ column: Int32) -> Int? { isNull(column) ? nil : count(column) }
    /// Seconds since 1970, limited to the years 1 to 9999, so that arithmetic on times of forged rows is safe.
    public func seconds(_ column: Int32) -> Int64 { Self.bounded(seconds: integer(column)) }
    public func secondsOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : seconds(column) }

    /// The nearest time within the years 1 to 9999.
    public static func bounded(seconds: Int64) -> Int64 { max(-62_135_596_800, min(253_402_300_799, seconds)) }

    public func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    /// float4 or float8.
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

    public func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    public func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }

    /// Calls `body` with the value's bytes, without a copy and valid only during the call; none for NULL.
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
