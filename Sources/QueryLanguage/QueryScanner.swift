/// Reads a query one scalar at a time, and recognises scalars that have a meaning in the language.
///
/// Full-width forms are read as ASCII, and curly quotes as straight ones; the text itself is not changed.
struct QueryScanner {
    /// The query as valid UTF-8.
    let bytes: [UInt8]

    /// One scalar, converted to half width, with its length in bytes in the query.
    struct Mark {
        var scalar: Unicode.Scalar
        var length: Int

        var isSpace: Bool { QueryScanner.isSpace(scalar) }
        var isQuote: Bool { scalar == "\"" }

        /// Whether an unquoted word ends before this scalar.
        var endsWord: Bool {
            switch scalar {
            case "(", ")", "|", "\"": true
            default: isSpace
            }
        }
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The scalar at an offset, with its length; nil at the end of the query. The offset must be a scalar boundary.
    func mark(at position: Int) -> Mark? {
        guard position < bytes.count else { return nil }
        let lead = bytes[position]
        if lead < 0x80 { return Mark(scalar: Unicode.Scalar(lead), length: 1) }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            guard position + offset < bytes.count else { break }
            value = value << 6 | UInt32(bytes[position + offset] & 0x3F)
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        return Mark(scalar: Self.halfWidth(scalar), length: length)
    }

    /// The scalar at an offset, in half width; nil at the end of the query.
    func scalar(at position: Int) -> Unicode.Scalar? { mark(at: position)?.scalar }

    /// Whether a word ends before this offset.
    func endsWord(at position: Int) -> Bool { mark(at: position)?.endsWord ?? true }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The end of the unquoted word at `position`.
    func endOfWord(at position: Int) -> Int {
        var end = position
        while let mark = mark(at: end), !mark.endsWord { end += mark.length }
        return end
    }

    /// The end of an ASCII word (in half width) if that word is at `position`; nil otherwise.
    func match(_ word: String, at position: Int) -> Int? {
        var end = position
        for expected in word.utf8 {
            guard let mark = mark(at: end), mark.scalar == Unicode.Scalar(expected) else { return nil }
            end += mark.length
        }
        return end
    }

    /// Converts full-width ASCII to half width, and curly double quotes to straight ones. Other scalars are unchanged.
    static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x201C...0x201F: "\""
        default: scalar
        }
    }

    /// Whether a scalar is white space of any script, or an invisible separator that occurs in pasted text.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) }
        if scalar.value == 0xFEFF || scalar.value == 0x200B { return true }
        return scalar.properties.isWhitespace
    }

    /// Whether a text contains something to search for: a letter, a digit or a symbol such as an emoji.
    static func hasContent(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            if scalar.value < 0x80 {
                return (48...57).contains(scalar.value) || (65...90).contains(scalar.value & ~0x20)
            }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
                return true
            default: return false
            }
        }
    }
}
