/// The width of text in terminal columns: two for East Asian wide characters and emoji, none for combining marks.
///
/// Source: EastAsianWidth.txt of Unicode 15 (classes W and F), in coarse ranges that include unassigned code points.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int { of(text[...]) }

    package static func of(_ text: Substring) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of a character, which is that of its widest scalar. For example, a family of four joined by ZWJ is one
    /// picture.
    package static func of(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { max($0, of($1)) }
    }

    package static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300: 1
        case 0x4E00...0x9FFF: 2
        case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2614...0x2615, 0x2648...0x2653: 2
        case 0x26A1, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD: 2
        case 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0: 2
        case 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E, 0x3041...0x4DBF, 0xA000...0xA4CF, 0xA960...0xA97F: 2
        case 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: 2
        case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A: 2
        case 0x1F1E6...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F265, 0x1F300...0x1F64F, 0x1F680...0x1F6FF: 2
        case 0x1F7E0...0x1F7F0, 0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD: 2
        case 0x200B...0x200F, 0x2060...0x2064, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: 0
        default: isCombining(scalar) ? 0 : 1
        }
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
