/// Superscripts that directly follow a character, such as the number of a footnote: `shown<sup>1</sup>` becomes
/// `shown¹`. The analyzer recognises the end of a word before superscript digits and before U+2060 WORD JOINER. Before
/// letters, a word joiner is written instead, because not every letter has a superscript character.
extension HTMLTextExtractor {
    struct Superscript {
        /// The offset in the output at which the superscript begins. Nil outside superscripts, and for a superscript
        /// that does not directly follow a character.
        var start: Int?
    }

    /// The maximum size in bytes of a superscript that is treated as a number.
    private static let maxNumberBytes = 16

    mutating func openSuperscript() {
        superscript.start = gap == .none && count > 0 ? count : nil
    }

    mutating func closeSuperscript() {
        guard let start = superscript.start else { return }
        superscript.start = nil
        guard start < count, let first = output[start..<count].first else { return }
        let content = Array(output[start..<count])
        if content.count <= Self.maxNumberBytes, let number = Self.superscript(content) {
            count = start
            for byte in number { put(byte) }
            return
        }
        guard Self.isWord(first), Self.isWord(output[start - 1]), !isOrdinal(content, at: start) else { return }
        count = start
        for byte in Self.mark + content { put(byte) }
    }

    /// The character U+2060 WORD JOINER in UTF-8.
    private static let mark: [UInt8] = [0xE2, 0x81, 0xA0]

    /// Whether a byte is an ASCII letter or digit, or not ASCII.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }

    /// Whether a superscript is the ending of an English ordinal number, such as `1st`, so that it cannot be the mark
    /// of a note.
    private func isOrdinal(_ content: [UInt8], at start: Int) -> Bool {
        guard output[start - 1] &- 0x30 < 10 else { return false }
        return ["st", "nd", "rd", "th"].contains { content.elementsEqual($0.utf8) }
    }

    /// Converts numbers to superscript digits. The numbers may be separated by ASCII punctuation or spaces, and the
    /// first may have a sign. Returns nil for any other text.
    private static func superscript(_ content: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = content[...]
        switch rest.first {
        case 0x2B: result = [0xE2, 0x81, 0xBA]
        case 0x2D: result = [0xE2, 0x81, 0xBB]
        default: break
        }
        if !result.isEmpty { rest = rest.dropFirst() }
        guard let first = rest.first, first &- 0x30 < 10 else { return nil }
        for byte in rest {
            switch byte {
            case 0x31: result += [0xC2, 0xB9]
            case 0x32, 0x33: result += [0xC2, byte + 0x80]
            case 0x30, 0x34...0x39: result += [0xE2, 0x81, byte + 0x80]
            case 0x20, 0x2C, 0x2D, 0x2E, 0x3B: result.append(byte)
            default: return nil
            }
        }
        return result
    }
}
