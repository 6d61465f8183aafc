/// Writes JSON.
package enum JSONText {
    /// A string in quotes; what JSON or a terminal would trip over is escaped (RFC 8259, section 7).
    package static func string(_ text: String) -> String {
        var out: [UInt8] = []
        append(text, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// An object of fields whose values are JSON already.
    package static func object(_ fields: [(String, String)]) -> String {
        var out: [UInt8] = [0x7B]
        for (key, json) in fields {
            if out.count > 1 { out.append(0x2C) }
            append(key, to: &out)
            out.append(0x3A)
            out.append(contentsOf: json.utf8)
        }
        out.append(0x7D)
        return String(decoding: out, as: UTF8.self)
    }

    static func append(_ text: String, to out: inout [UInt8]) {
        out.append(0x22)
        if isPlain(text) {
            out.append(contentsOf: text.utf8)
        } else {
            append(text.utf8.span, to: &out)
        }
        out.append(0x22)
    }

    /// Whether nothing needs an escape, or might.
    private static func isPlain(_ text: String) -> Bool {
        var isPlain = true
        for byte in text.utf8
        where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
            || byte == 0xD8 || byte == 0xE2
        { isPlain = false }
        return isPlain
    }

    private static func append(_ bytes: Span<UInt8>, to out: inout [UInt8]) {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x22: out.append(contentsOf: [0x5C, 0x22])
            case 0x5C: out.append(contentsOf: [0x5C, 0x5C])
            case 0x0A: out.append(contentsOf: [0x5C, 0x6E])
            case 0x0D: out.append(contentsOf: [0x5C, 0x72])
            case 0x09: out.append(contentsOf: [0x5C, 0x74])
            case 0..<0x20, 0x7F:
                out.append(contentsOf: [0x5C, 0x75, 0x30, 0x30])
                out.append(hex(byte >> 4))
                out.append(hex(byte & 15))
            case 0xC2, 0xD8, 0xE2:
                if let unit = invisible(bytes, index) { appendUnit(unit, to: &out) } else { out.append(byte) }
            // What follows the first byte of a character that was written as an escape.
            case 0x80...0xBF where index > 0 && isEscaped(bytes, index): break
            default: out.append(byte)
            }
        }
    }

    /// Whether a trailing byte belongs to a character that `invisible` names.
    private static func isEscaped(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        let before = bytes[index - 1]
        if before == 0xC2 || before == 0xD8 || before == 0xE2 { return invisible(bytes, index - 1) != nil }
        return index > 1 && bytes[index - 2] == 0xE2 && invisible(bytes, index - 2) != nil
    }

    /// The character at an index if it is one that turns a terminal's text around or controls it: C1 controls, directional
    /// marks, embeddings, overrides and isolates.
    private static func invisible(_ bytes: Span<UInt8>, _ index: Int) -> UInt16? {
        guard index + 1 < bytes.count else { return nil }
        let (first, second) = (bytes[index], bytes[index + 1])
        switch first {
        case 0xC2: return second <= 0x9F ? UInt16(second) : nil
        case 0xD8: return second == 0x9C ? 0x61C : nil
        default:
            guard index + 2 < bytes.count else { return nil }
            switch (second, bytes[index + 2]) {
            case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE): return 0x2000 | UInt16(bytes[index + 2] & 0x3F)
            case (0x81, 0xA6...0xA9): return 0x2040 | UInt16(bytes[index + 2] & 0x3F)
            default: return nil
            }
        }
    }

    private static func appendUnit(_ unit: UInt16, to out: inout [UInt8]) {
        out.append(contentsOf: [0x5C, 0x75])
        for shift in [12, 8, 4, 0] as [UInt16] { out.append(hex(UInt8(truncatingIfNeeded: unit >> shift & 15))) }
    }

    private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x57 + digit }
}
