/// A parameter value, sent in binary form with its type.
public enum PostgresValue: Sendable, Hashable {
    /// NULL. The server infers its type.
    case null
    case bool(Bool)
    /// A value of type int2.
    case int16(Int16)
    /// A value of type int4.
    case int32(Int32)
    /// A value of type int8.
    case integer(Int64)
    /// A value of type float8.
    case real(Double)
    /// A value of type text. NUL characters, which PostgreSQL cannot store, become U+FFFD.
    case text(String)
    /// A value of type bytea.
    case bytes([UInt8])
    /// A value of type int8[].
    case integers([Int64])
    /// A value of type text[].
    case texts([String])
    /// A value of type bytea[].
    case byteArrays([[UInt8]])
    /// A jsonb value as JSON text; its strings must contain no NUL.
    case json([UInt8])

    /// An integer, or NULL if the value is nil.
    public static func integer(orNull value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
    public static func text(orNull value: String?) -> Self { value.map { .text($0) } ?? .null }
    public static func bytes(orNull value: [UInt8]?) -> Self { value.map { .bytes($0) } ?? .null }

    /// The type's OID: <https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/catalog/pg_type.dat>.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .bool: 16
        case .bytes: 17
        case .integer: 20
        case .int16: 21
        case .int32: 23
        case .text: 25
        case .real: 701
        case .byteArrays: 1001
        case .texts: 1009
        case .integers: 1016
        case .json: 3802
        }
    }

    /// Appends the binary form.
    ///
    /// - Returns: false for null, which has no binary form.
    @discardableResult
    func append(to out: inout [UInt8]) -> Bool {
        switch self {
        case .null: return false
        case .bool(let value): out.append(value ? 1 : 0)
        case .int16(let value): Self.append(value, to: &out)
        case .int32(let value): Self.append(value, to: &out)
        case .integer(let value): Self.append(value, to: &out)
        case .real(let value): Self.append(value.bitPattern, to: &out)
        case .text(let value): Self.append(text: value, to: &out)
        case .bytes(let value): out += value
        case .integers(let values):
            Self.append(array: values, of: 20, to: &out) { Self.append($0, to: &$1) }
        case .texts(let values):
            Self.append(array: values, of: 25, to: &out) { Self.append(text: $0, to: &$1) }
        case .byteArrays(let values):
            Self.append(array: values, of: 17, to: &out) { $1 += $0 }
        case .json(let text):
            // The first byte is the version of jsonb's binary form:
            // <https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/utils/adt/jsonb.c>, `jsonb_recv`.
            out.append(1)
            out += text
        }
        return true
    }

    static func append(_ value: some FixedWidthInteger, to out: inout [UInt8]) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            out.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    static func append(text: String, to out: inout [UInt8]) {
        let start = out.count
        out += text.utf8
        guard out[start...].contains(0) else { return }
        let replaced = Array(
            out[start...].split(separator: 0, omittingEmptySubsequences: false).joined(separator: [0xEF, 0xBF, 0xBD]))
        out.removeSubrange(start...)
        out += replaced
    }

    /// Appends an array of one dimension with lower bound 1:
    /// <https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/utils/adt/arrayfuncs.c>, `array_recv`.
    private static func append<Element>(
        array: [Element], of type: Int32, to out: inout [UInt8], _ element: (Element, inout [UInt8]) -> Void
    ) {
        append(Int32(array.isEmpty ? 0 : 1), to: &out)
        append(Int32(0), to: &out)
        append(type, to: &out)
        if array.isEmpty { return }
        append(Int32(clamping: array.count), to: &out)
        append(Int32(1), to: &out)
        for value in array { appendSized(to: &out) { element(value, &$0) } }
    }

    /// Appends the bytes of `body`, preceded by their size as an int4.
    static func appendSized(to out: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
        let start = out.count
        append(Int32(0), to: &out)
        body(&out)
        let size = Int32(clamping: out.count - start - 4)
        for place in 0..<4 { out[start + place] = UInt8(truncatingIfNeeded: size >> (24 - 8 * place)) }
    }
}
