/// JSON strings (RFC 8259, section 7).
public enum JSONString {
    /// The characters to escape in addition to quotes, backslashes, C0 controls and DEL.
    public enum Escapes: Sendable {
        /// No additional characters. Of the control characters, only the line feed is written in its short form.
        case required
        /// Characters that affect a terminal: C1 controls, line separators, bidirectional embeddings, overrides and
        /// isolates.
        case terminal
        /// Characters that are invisible when JSON is displayed: those of `terminal` except the line separators, and
        /// also directional marks.
        case invisible
    }

    /// The text as a quoted JSON string.
    public static func quoted(_ text: String, _ escapes: Escapes) -> String {
        var out: [UInt8] = []
        append(text, escapes, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the text as a quoted JSON string.
    public static func append(_ text: String, _ escapes: Escapes, to out: inout [UInt8]) {
        out.append(0x22)
        let bytes = text.utf8.span
        var run = 0
        while let character = nextEscaped(in: bytes, from: run, escapes) {
            append(bytes.extracting(run..<character.range.lowerBound), to: &out)
            append(character.escape.span.extracting(..<character.escapeLength), to: &out)
            run = character.range.upperBound
        }
        append(bytes.extracting(run...), to: &out)
        out.append(0x22)
    }

    /// A character to escape.
    struct EscapedCharacter {
        /// Its bytes in the text.
        var range: Range<Int>
        var escape = InlineArray<6, UInt8>(repeating: 0x5C)
        /// The number of bytes of `escape` that are used.
        var escapeLength = 2

        init(_ value: UInt32, at range: Range<Int>, _ escapes: Escapes) {
            self.range = range
            switch value {
            case 0x22, 0x5C: escape[1] = UInt8(value)
            case 0x0A: escape[1] = 0x6E
            case 0x0D where escapes != .required: escape[1] = 0x72
            case 0x09 where escapes != .required: escape[1] = 0x74
            default:
                escape[1] = 0x75
                for place in 2..<6 {
                    escape[place] = Hexadecimal.digit(UInt8(truncatingIfNeeded: value >> UInt32(20 - 4 * place) & 15))
                }
                escapeLength = 6
            }
        }
    }

    /// The first character to escape at or after an index.
    @inline(__always)
    static func nextEscaped(in text: Span<UInt8>, from start: Int, _ escapes: Escapes) -> EscapedCharacter? {
        var index = start
        while index < text.count {
            if mayBeEscaped(text[index]), let (value, length) = escapedCharacter(in: text, at: index, escapes) {
                return EscapedCharacter(value, at: index..<index + length, escapes)
            }
            index += 1
        }
        return nil
    }

    /// Whether a byte must be escaped, or begins a character that may have to be escaped.
    @inline(__always)
    static func mayBeEscaped(_ byte: UInt8) -> Bool {
        // Most bytes are lower-case letters.
        if 0x5D..<0x7F ~= byte { return false }
        return byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xD8
            || byte == 0xE2
    }

    /// The character at an index, if it must be escaped. Requires valid UTF-8.
    private static func escapedCharacter(
        in text: Span<UInt8>, at index: Int, _ escapes: Escapes
    ) -> (value: UInt32, length: Int)? {
        let byte = text[index]
        let value: UInt32
        switch byte {
        case 0..<0x20, 0x22, 0x5C, 0x7F: return (UInt32(byte), 1)
        case 0xC2: value = UInt32(text[index + 1])
        case 0xD8: value = 0x600 | UInt32(text[index + 1] & 0x3F)
        case 0xE2: value = 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
        default: return nil
        }
        let isEscaped =
            switch value {
            case 0x80...0x9F, 0x202A...0x202E, 0x2060...0x2069: escapes != .required
            case 0x2028...0x2029: escapes == .terminal
            case 0x61C, 0x200E...0x200F: escapes == .invisible
            default: false
            }
        return isEscaped ? (value, byte == 0xE2 ? 3 : 2) : nil
    }

    private static func append(_ run: Span<UInt8>, to out: inout [UInt8]) {
        unsafe run.withUnsafeBufferPointer { unsafe out.append(contentsOf: $0) }
    }
}
