/// Escapes text for XML and HTML.
public enum XMLText {
    /// The changes made in addition to escaping `&`, `<` and `>`.
    public enum Form: Sendable {
        /// Only the common escapes; for text between HTML tags.
        case html
        /// Also escapes `"`: for attribute values in HTML.
        case htmlAttribute
        /// Like `htmlAttribute`; also removes carriage returns and characters that XML 1.0 forbids.
        case xml
        /// Like `xml`; also escapes tabs and line feeds, since a reader would convert them to spaces.
        case xmlAttribute
    }

    /// The escaped text.
    public static func escape(_ text: String, _ form: Form = .html) -> String {
        var isPlain = true
        for byte in text.utf8 where mayChange(byte, form) { isPlain = false }
        return isPlain ? text : String(decoding: escape(Array(text.utf8), form), as: UTF8.self)
    }

    /// The escaped text as UTF-8 bytes.
    public static func escape(_ text: [UInt8], _ form: Form = .html) -> [UInt8] {
        var out: [UInt8] = []
        append(text, form, to: &out)
        return out
    }

    /// Appends UTF-8 bytes, escaped.
    public static func append(_ text: [UInt8], _ form: Form = .html, to out: inout [UInt8]) {
        out.reserveCapacity(out.count + text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case 0x26: out.append(contentsOf: [0x26, 0x61, 0x6D, 0x70, 0x3B])
            case 0x3C: out.append(contentsOf: [0x26, 0x6C, 0x74, 0x3B])
            case 0x3E: out.append(contentsOf: [0x26, 0x67, 0x74, 0x3B])
            case 0x22 where form != .html: out.append(contentsOf: [0x26, 0x71, 0x75, 0x6F, 0x74, 0x3B])
            case 0x09 where form == .xmlAttribute: out.append(contentsOf: [0x26, 0x23, 0x39, 0x3B])
            case 0x0A where form == .xmlAttribute: out.append(contentsOf: [0x26, 0x23, 0x31, 0x30, 0x3B])
            case 0..<0x20 where form == .xml && byte != 0x09 && byte != 0x0A || form == .xmlAttribute: break
            // Remove U+FFFE and U+FFFF, which begin with this byte.
            case 0xEF
            where (form == .xml || form == .xmlAttribute) && index + 1 < text.count && text[index] == 0xBF
                && text[index + 1] >= 0xBE:
                index += 2
            default: out.append(byte)
            }
        }
    }

    private static func mayChange(_ byte: UInt8, _ form: Form) -> Bool {
        byte == 0x26 || byte == 0x3C || byte == 0x3E || form != .html && (byte < 0x20 || byte == 0x22 || byte == 0xEF)
    }
}
