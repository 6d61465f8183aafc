/// Filters a `style` attribute. Keeps only declarations that cannot load anything, run code, or move or cover other
/// content.
enum HTMLStyleFilter {
    /// The allowed declarations, as `name: value;` separated by spaces; empty if no declaration is allowed.
    ///
    /// - Parameter style: the value with character references decoded. Each declaration is kept or dropped as a whole.
    /// - Complexity: linear.
    static func safeForm(of style: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for declaration in style.split(separator: 0x3B) {
            guard let colon = declaration.firstIndex(of: 0x3A) else { continue }
            let name = trim(declaration[..<colon])
            let value = trim(declaration[declaration.index(after: colon)...], keepsTrailing: true)
            guard !name.isEmpty, !value.isEmpty, isHarmless(value), isAllowed(name, value) else { continue }
            if !output.isEmpty { output.append(0x20) }
            output += name
            output += [0x3A, 0x20]
            output += value
            output.append(0x3B)
        }
        return output
    }

    private static let properties = HTMLNameTable(
        words: """
            azimuth background-color border-bottom-color border-collapse border-color border-left-color
            border-right-color border-top-color clear color cursor direction display elevation float font font-family
            font-size font-style font-variant font-weight height letter-spacing line-height list-style-type max-height
            max-width min-height min-width overflow overflow-wrap pause pause-after pause-before pitch pitch-range
            richness ruby-align ruby-position speak speak-header speak-numeral speak-punctuation speech-rate stress
            text-align text-decoration text-emphasis text-indent text-orientation unicode-bidi vertical-align
            voice-family volume white-space width word-break word-wrap writing-mode
            """)

    /// The properties whose values are checked word by word. Names that begin with one of these and a dash are
    /// included.
    private static let families = HTMLNameTable(words: "background border margin padding")

    private static let keywords = HTMLNameTable(
        words: """
            auto aqua black block blue bold both bottom brown center collapse dashed dotted fuchsia gray green !important
            italic left lime maroon medium none navy normal nowrap olive pointer purple red right solid silver teal top
            transparent underline white yellow
            """)

    private static let units = HTMLNameTable(words: "cm em ex in mm pc pt px % , rem ch vw vh")

    private static func trim(_ bytes: ArraySlice<UInt8>, keepsTrailing: Bool = false) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: HTMLTokenizer.isSpace)
        guard !keepsTrailing || bytes.allSatisfy(HTMLTokenizer.isSpace) else { return bytes }
        while let last = bytes.last, HTMLTokenizer.isSpace(last) { bytes.removeLast() }
        return bytes
    }

    /// Whether a value contains only letters, digits, some punctuation, quoted words and numbers in parentheses. Such a
    /// value contains no addresses, functions, escapes or comments.
    private static func isHarmless(_ value: ArraySlice<UInt8>) -> Bool {
        var quote: UInt8?
        var inParentheses = false
        for byte in value {
            let isWord = HTMLTokenizer.isLetter(byte) || byte &- 0x30 < 10 || HTMLTokenizer.isSpace(byte)
            if let mark = quote {
                if byte == mark { quote = nil } else if !isWord, byte != 0x2D, byte < 0x80 { return false }
                continue
            }
            if inParentheses {
                if byte == 0x29 {
                    inParentheses = false
                } else if !(byte &- 0x30 < 10 || HTMLTokenizer.isSpace(byte) || byte == 0x2C || byte == 0x2E
                    || byte == 0x25)
                {
                    return false
                }
                continue
            }
            switch byte {
            case 0x22, 0x27: quote = byte
            case 0x28: inParentheses = true
            case 0x2C, 0x23, 0x25, 0x2E, 0x21, 0x2D: break
            default: if !isWord { return false }
            }
        }
        guard quote == nil, !inParentheses else { return false }
        let letters = value.filter(HTMLTokenizer.isLetter).map { $0 | 0x20 }
        return !["expression", "javascript", "behavio", "mozbinding", "vbscript"].contains { word in
            contains(letters, Array(word.utf8))
        }
    }

    private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        guard bytes.count >= word.count else { return false }
        return (0...(bytes.count - word.count)).contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }

    private static func isAllowed(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
        guard name.allSatisfy({ HTMLTokenizer.isLetter($0) || $0 == 0x2D }) else { return false }
        if properties.contains(name) { return true }
        guard families.contains(name.prefix(while: { $0 != 0x2D })) else { return false }
        return value.split(whereSeparator: HTMLTokenizer.isSpace).allSatisfy { keywords.contains($0) || isMeasure($0) }
    }

    /// Whether a word is a colour in hexadecimal or `rgb()`, or a number below 100 (1,000 in pixels) with a unit.
    private static func isMeasure(_ word: ArraySlice<UInt8>) -> Bool {
        if word.first == 0x23 {
            return word.dropFirst().allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 } && word.count > 1
        }
        if word.starts(with: "rgb(".utf8) || word.starts(with: "rgba(".utf8) { return true }
        let whole = word.prefix { $0 &- 0x30 < 10 }
        var rest = word.dropFirst(whole.count)
        if rest.first == 0x2E { rest = rest.dropFirst().drop { $0 &- 0x30 < 10 } }
        if rest.last == 0x29 || rest.last == 0x2C { rest.removeLast() }
        guard rest.isEmpty || units.contains(rest) else { return false }
        return whole.count <= 2
    }
}
