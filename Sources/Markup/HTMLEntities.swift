/// Decodes character references: `&amp;`, `&#8212;`, `&#x2014;` and the 2,125 names of the HTML standard.
public enum HTMLEntities {
    /// The text of a named reference, without `&` and `;`; nil if the standard does not define the name.
    ///
    /// Names are case-sensitive: `Aacute` and `aacute` differ.
    public static func text(named name: String) -> String? {
        guard let value = table.find(name.utf8) else { return nil }
        var text = ""
        text.unicodeScalars.append(value.first)
        if let second = value.second { text.unicodeScalars.append(second) }
        return text
    }

    /// Replaces every character reference in a text, as browsers do in text content.
    ///
    /// - Complexity: linear.
    public static func decode(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        append(bytes.span, bytes.indices, inAttribute: false, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The value of a reference: one scalar, or two scalars for some names.
    struct Value: Equatable, Sendable {
        var first: Unicode.Scalar
        var second: Unicode.Scalar?
    }

    /// Appends a range of bytes and replaces the references in it.
    package static func append(_ html: Span<UInt8>, _ range: Range<Int>, inAttribute: Bool, to output: inout [UInt8]) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = html[index]
            if byte == 0x26,
                let (value, next) = reference(html, at: index, end: range.upperBound, inAttribute: inAttribute)
            {
                output.append(contentsOf: value.first.utf8)
                if let second = value.second { output.append(contentsOf: second.utf8) }
                index = next
            } else {
                output.append(byte)
                index += 1
            }
        }
    }

    /// Reads the reference that begins with the `&` at an offset; nil if the `&` is text.
    ///
    /// - Parameter inAttribute: whether the reference is in an attribute. There, a name without a semicolon is not a
    ///   reference if `=`, a letter or a digit follows.
    /// - Returns: the value of the reference, and the offset after it.
    static func reference(
        _ html: Span<UInt8>, at start: Int, end: Int, inAttribute: Bool
    ) -> (value: Value, next: Int)? {
        let first = start + 1
        guard first < end else { return nil }
        if html[first] == 0x23 { return numeric(html, digitsAt: first + 1, end: end) }
        guard isAlphanumeric(html[first]) else { return nil }
        var index = first
        let limit = min(end, first + longestName + 1)
        while index < limit, isAlphanumeric(html[index]) { index += 1 }
        if index < end, html[index] == 0x3B {
            if let value = table.find(html, first..<index) { return (value, index + 1) }
        }
        var length = min(longestLegacyName, index - first)
        while length >= 2 {
            let stop = first + length
            if let value = table.findLegacy(html, first..<stop) {
                if inAttribute, stop < end, html[stop] == 0x3D || isAlphanumeric(html[stop]) { return nil }
                return (value, stop)
            }
            length -= 1
        }
        return nil
    }

    private static let longestName = 31
    private static let longestLegacyName = 6
    static let table = HTMLEntityTable(namedReferences)

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    private static func numeric(
        _ html: Span<UInt8>, digitsAt start: Int, end: Int
    ) -> (value: Value, next: Int)? {
        var index = start
        var base: UInt32 = 10
        if index < end, html[index] | 0x20 == 0x78 {
            base = 16
            index += 1
        }
        let digits = index
        var code: UInt32 = 0
        while index < end {
            let byte = html[index]
            let digit: UInt32
            if byte &- 0x30 < 10 {
                digit = UInt32(byte &- 0x30)
            } else if base == 16, (byte | 0x20) &- 0x61 < 6 {
                digit = UInt32((byte | 0x20) &- 0x61) + 10
            } else {
                break
            }
            if code <= 0x10FFFF { code = code * base + digit }
            index += 1
        }
        guard index > digits else { return nil }
        if index < end, html[index] == 0x3B { index += 1 }
        return (Value(first: scalar(forNumber: code)), index)
    }

    /// The scalar of a numeric reference. 0x80...0x9F are read as windows-1252:
    /// <https://html.spec.whatwg.org/#numeric-character-reference-end-state>
    private static func scalar(forNumber code: UInt32) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        if code == 0 { return replacement }
        if code >= 0x80, code < 0xA0 { return windows1252[Int(code - 0x80)] }
        return Unicode.Scalar(code) ?? replacement
    }

    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}
