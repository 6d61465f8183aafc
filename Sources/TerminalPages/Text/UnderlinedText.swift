internal import Formats

/// One line of a text with carets under a part of it. If the text is long, only the surroundings of that part are
/// shown.
package struct UnderlinedText {
    package let line: String
    package let marks: String

    /// - Parameters:
    ///   - range: the part, in UTF-8 bytes of the text.
    ///   - columns: the maximum width of the line.
    package init(_ text: String, _ range: Range<Int>, columns: Int) {
        let utf8 = Array(text.utf8)
        let range = range.clamped(to: 0..<utf8.count)
        func safe(_ part: Range<Int>) -> String { TerminalSafe.line(String(decoding: utf8[part], as: UTF8.self)) }
        let shown = TextWrap.truncate(safe(Self.prefix(of: range, utf8)), width: max(1, columns / 2))
        let room = max(4, columns - DisplayWidth.of(shown) - 8)
        let before = TextWrap.truncateStart(safe(Self.suffix(of: 0..<range.lowerBound, utf8)), width: room)
        let used = DisplayWidth.of(before) + DisplayWidth.of(shown)
        let after = safe(Self.prefix(of: range.upperBound..<utf8.count, utf8))
        line = before + shown + (after.isEmpty ? "" : TextWrap.truncate(after, width: max(1, columns - used)))
        marks =
            String(repeating: " ", count: DisplayWidth.of(before))
            + String(repeating: "^", count: max(1, DisplayWidth.of(shown)))
    }

    /// The maximum number of bytes of a long text that are examined; more than fit on a line.
    private static let shownBytes = 2_000

    private static func prefix(of range: Range<Int>, _ utf8: [UInt8]) -> Range<Int> {
        var end = min(range.upperBound, range.lowerBound + shownBytes)
        while end > range.lowerBound, end < utf8.count, utf8[end] & 0xC0 == 0x80 { end -= 1 }
        return range.lowerBound..<end
    }

    private static func suffix(of range: Range<Int>, _ utf8: [UInt8]) -> Range<Int> {
        var start = max(range.lowerBound, range.upperBound - shownBytes)
        while start < range.upperBound, utf8[start] & 0xC0 == 0x80 { start += 1 }
        return start..<range.upperBound
    }
}
