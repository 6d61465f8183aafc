/// Prepares article text for formats in which line breaks and control characters have special meaning.
enum PlainText {
    /// Maximum length of a value in a text whose parts are separated by line breaks, in Unicode scalars.
    static let valueLimit = 2_000

    /// The text on one line, in which control characters, line breaks and bidirectional controls become spaces.
    static func line(_ text: String, limit: Int = 300) -> String {
        var out = String.UnicodeScalarView()
        var wasSpace = true
        var count = 0
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar.value) || scalar == " " {
                if !wasSpace { out.append(" ") }
                wasSpace = true
                continue
            }
            guard count < limit else {
                out.append("…")
                break
            }
            out.append(scalar)
            wasSpace = false
            count += 1
        }
        while out.last == " " { out.removeLast() }
        return String(out)
    }

    /// A part of a text that stands on one line, with the spaces at its ends.
    static func part(_ text: String, limit: Int) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard out.count < limit else {
                out.append("…")
                break
            }
            out.append(isUnsafe(scalar.value) ? " " : scalar)
        }
        return String(out)
    }

    private static func isUnsafe(_ value: UInt32) -> Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value)
            || (0x2066...0x2069).contains(value) || value == 0x200E || value == 0x200F || value == 0xFEFF
    }
}
