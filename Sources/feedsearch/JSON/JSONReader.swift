/// Where a text stops being JSON (RFC 8259).
struct JSONSyntaxError: Error, Equatable, Sendable {
    /// Bytes from the beginning.
    let offset: Int
}

/// Bytes → `JSONValue`, for requests: one line each, of a modest size.
///
/// Forgiving where nothing is lost by it: lone surrogates and bytes that are not UTF-8 become U+FFFD, raw controls in
/// strings are taken. Depth is limited, so that no line can exhaust the stack.
struct JSONReader {
    private let bytes: [UInt8]
    private var offset = 0
    private static let maxDepth = 64

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var reader = JSONReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        if reader.offset < bytes.count { throw reader.error }
        return value
    }

    private var error: JSONSyntaxError { JSONSyntaxError(offset: offset) }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard let byte, depth < JSONReader.maxDepth else { throw error }
        switch byte {
        case 0x7B: return try object(depth: depth)
        case 0x5B: return try array(depth: depth)
        case 0x22: return .string(try string())
        case 0x74: return try word("true", .bool(true))
        case 0x66: return try word("false", .bool(false))
        case 0x6E: return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let text = Array(String(describing: word).utf8)
        guard bytes[offset...].starts(with: text) else { throw error }
        offset += text.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        offset += 1
        skipSpace()
        if byte == 0x7D {
            offset += 1
            return .object(members)
        }
        while true {
            skipSpace()
            guard byte == 0x22 else { throw error }
            let key = try string()
            skipSpace()
            guard byte == 0x3A else { throw error }
            offset += 1
            members[key] = try value(depth: depth + 1)
            if try !goesOn(until: 0x7D) { return .object(members) }
        }
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        offset += 1
        skipSpace()
        if byte == 0x5D {
            offset += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth + 1))
            if try !goesOn(until: 0x5D) { return .array(elements) }
        }
    }

    /// Behind an element: a comma, or the end of the container.
    private mutating func goesOn(until end: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard let byte, byte == 0x2C || byte == end else { throw error }
        offset += 1
        return byte == 0x2C
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = offset
        while let byte, "+-.0123456789eE".utf8.contains(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        // Swift reads more than JSON's numbers (`1.`, `+1`); what is echoed must be JSON.
        guard Double(text) != nil, !text.hasPrefix("+"), !text.hasPrefix("."), !text.hasSuffix("."),
            !text.contains(".e"), !text.contains(".E"), !hasLeadingZero(text)
        else {
            offset = start
            throw error
        }
        return .number(text)
    }

    private func hasLeadingZero(_ number: String) -> Bool {
        let digits = number.drop { $0 == "-" }
        return digits.first == "0" && digits.dropFirst().first?.isNumber == true
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte {
            offset += 1
            if byte == 0x22 { return String(decoding: text, as: UTF8.self) }
            if byte == 0x5C { try escape(into: &text) } else { text.append(byte) }
        }
        throw error
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte else { throw error }
        offset += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75: text += String(Character(try unicodeEscape())).utf8
        default:
            offset -= 1
            throw error
        }
    }

    /// The scalar of `\uXXXX`, or of two that are a surrogate pair.
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try hex4()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, byte == 0x5C, offset + 1 < bytes.count, bytes[offset + 1] == 0x75 {
            let start = offset
            offset += 2
            let low = try hex4()
            if (0xDC00...0xDFFF).contains(low) {
                return Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)) ?? "\u{FFFD}"
            }
            offset = start
        }
        return "\u{FFFD}"
    }

    private mutating func hex4() throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
