/// Makes text from feeds safe for a terminal, a header or a log.
///
/// A feed's title may contain escape sequences that change the colours, title or settings of a terminal, and
/// bidirectional overrides that show text in a different order than it is stored (CVE-2021-42574).
package enum TerminalSafe {
    /// The text on one line: line breaks and tabs become spaces; controls, escapes and overrides are removed.
    package static func line(_ text: String) -> String { clean(text, keepingLines: false) }

    /// The text with its line feeds; tabs become spaces, and controls, escapes and overrides are removed.
    package static func lines(_ text: String) -> String { clean(text, keepingLines: true) }

    /// Whether a scalar must not reach a terminal: C0, DEL, C1, bidi embeddings, overrides and isolates, line and
    /// paragraph separators, interlinear annotation, and invisible characters that could hide a text: invisible
    /// operators, tags and variation selectors.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x2028...0x202E, 0x2060...0x2069, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Copies the text run by run. Each run ends at the next harmful character.
    private static func clean(_ text: String, keepingLines: Bool) -> String {
        let utf8 = text.utf8
        let scalars = text.unicodeScalars
        var result = ""
        var run = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            let byte = utf8[index]
            guard mayBeHarmful(firstByte: byte), !(keepingLines && byte == 0x0A), isHarmful(scalars[index]) else {
                utf8.formIndex(after: &index)
                continue
            }
            result += text[run..<index]
            switch scalars[index].value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result += " "
            default: break
            }
            scalars.formIndex(after: &index)
            run = index
        }
        if run == text.startIndex { return text }
        return result + text[run...]
    }

    /// Whether a harmful character can begin with this UTF-8 byte. Most bytes of a text cannot begin one.
    private static func mayBeHarmful(firstByte byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte == 0xEF || byte == 0xF3
    }
}
