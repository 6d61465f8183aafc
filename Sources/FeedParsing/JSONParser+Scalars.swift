internal import Markup

// Parsing of strings, numbers and words.

extension JSONParser {
    /// Parses a string in double or single quotes. Returns nil if the text ends inside the string, since a part of an
    /// address or id would be wrong.
    mutating func parseString() -> String? {
        let quote = bytes[index]
        let opening = index
        if quote == 0x27 { note(.singleQuotes) }
        index += 1
        let start = index
        index = StringDelimiters.first(quote: quote, in: bytes, from: start)
        if index < bytes.count, bytes[index] == quote {
            index += 1
            return text(bytes[start..<(index - 1)], at: start)
        }
        var decoded = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                return text(decoded[...], at: start)
            }
            if byte == 0x5C {
                parseEscape(into: &decoded)
            } else if byte < 0x20 {
                note(.controlCharacter)
                decoded.append(byte)
                index += 1
            } else {
                let end = StringDelimiters.first(quote: quote, in: bytes, from: index)
                decoded += bytes[index..<end]
                index = end
            }
        }
        note(.cutShort, at: opening)
        return nil
    }

    private mutating func text(_ slice: ArraySlice<UInt8>, at start: Int) -> String {
        // For a short text, this takes 20 % of the time that `String(validating:as:)` takes.
        if let valid = try? UTF8Span(validating: slice.span) { return String(copying: valid) }
        note(.badUTF8, at: start)
        return String(decoding: slice, as: UTF8.self)
    }

    private mutating func parseEscape(into decoded: inout [UInt8]) {
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        let escape = bytes[index + 1]
        switch escape {
        case 0x22, 0x5C, 0x2F: decoded.append(escape)
        case 0x62: decoded.append(0x08)
        case 0x66: decoded.append(0x0C)
        case 0x6E: decoded.append(0x0A)
        case 0x72: decoded.append(0x0D)
        case 0x74: decoded.append(0x09)
        case 0x75:
            if let unit = codeUnit(at: index + 2) {
                parseUnicodeEscape(unit, into: &decoded)
                return
            }
            fallthrough
        default:
            // For an invalid escape such as "\x41" or "\'", the backslash is kept, except before a quote.
            note(.badEscape)
            if escape != 0x27 { decoded.append(0x5C) }
            // The caller reads a control character, or a byte of a non-ASCII character, again.
            if escape < 0x20 || escape >= 0x80 {
                index += 1
                return
            }
            decoded.append(escape)
        }
        index += 2
    }

    /// Parses an escape such as `\u00e9`, or a surrogate pair (RFC 8259 §7). A single surrogate becomes U+FFFD.
    private mutating func parseUnicodeEscape(_ unit: UInt32, into decoded: inout [UInt8]) {
        var value = unit
        var length = 6
        if 0xD800...0xDBFF ~= unit, index + 7 < bytes.count, bytes[index + 6] == 0x5C, bytes[index + 7] == 0x75,
            let low = codeUnit(at: index + 8), 0xDC00...0xDFFF ~= low
        {
            value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            length = 12
        }
        if let scalar = Unicode.Scalar(value) {
            decoded += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        } else {
            note(.loneSurrogate)
            decoded += UTF8.encodedReplacementCharacter
        }
        index += length
    }

    private func codeUnit(at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<(start + 4)] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x57)
            default: return nil
            }
        }
        return value
    }

    /// The maximum length of a number in digits. Longer numbers become strings, since programs that read our output
    /// could not parse them.
    private static let maxDigits = 64

    /// Parses a number as written. An invalid number such as `1.2.3` or `007` becomes a string, as does a number of
    /// more than `maxDigits` digits. An infinite number becomes null.
    mutating func parseNumber() -> JSONValue? {
        let start = index
        while let byte = current, isNumberByte(byte) { index += 1 }
        let digits = bytes[start..<index]
        if digits.count == 1, digits.first != nil, digits.first.map({ $0 &- 0x30 >= 10 }) == true,
            let byte = current, isWordByte(byte)
        {
            return parseWord()
        }
        let text = String(decoding: digits, as: UTF8.self)
        // If the text ends directly after a number, some of its digits may be missing.
        if index == bytes.count, start > 0 {
            note(.cutShort, at: start)
            return nil
        }
        if Self.isNumber(digits) {
            let count = digits.count < Self.maxDigits ? digits.count : digits.count { $0 &- 0x30 < 10 }
            return count <= Self.maxDigits ? .number(text) : .string(text)
        }
        note(.badNumber, at: start)
        return .string(text)
    }

    private func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }

    /// Whether a text is a valid number (RFC 8259 §6).
    static func isNumber(_ digits: ArraySlice<UInt8>) -> Bool {
        var rest = digits
        if rest.first == 0x2D { rest.removeFirst() }
        let whole = rest.prefix { $0 &- 0x30 < 10 }
        guard let first = whole.first, first != 0x30 || whole.count == 1 else { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == 0x2E {
            let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        if let mark = rest.first, mark | 0x20 == 0x65 {
            rest.removeFirst()
            if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
            let exponent = rest.prefix { $0 &- 0x30 < 10 }
            guard !exponent.isEmpty else { return false }
            rest = rest.dropFirst(exponent.count)
        }
        return rest.isEmpty
    }

    /// Parses `true`, `false` or `null`. All other words, such as `NaN`, `undefined` and `None`, become null.
    mutating func parseWord() -> JSONValue? {
        let start = index
        while let byte = current, isWordByte(byte) || byte &- 0x30 < 10 { index += 1 }
        let word = bytes[start..<index]
        if word.elementsEqual("true".utf8) { return .bool(true) }
        if word.elementsEqual("false".utf8) { return .bool(false) }
        if word.elementsEqual("null".utf8) { return .null }
        if index == bytes.count, start > 0 {
            note(.cutShort, at: start)
            return nil
        }
        note(.unknownWord, at: start)
        if word.elementsEqual("True".utf8) { return .bool(true) }
        if word.elementsEqual("False".utf8) { return .bool(false) }
        return .null
    }
}
