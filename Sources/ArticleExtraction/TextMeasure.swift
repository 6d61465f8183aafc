/// The amount of text, measured so that texts in different scripts can be compared.
struct TextMeasure {
    /// Number of characters. Runs of white space count once; Chinese, Japanese and Korean characters count twice.
    var length = 0
    /// Commas and other marks inside sentences: `,` `;` `，` `、` `；` `。` `،` `؛`.
    var commas = 0

    static func += (sum: inout Self, other: Self) {
        sum.length += other.length
        sum.commas += other.commas
    }

    init() {}

    /// Measures UTF-8 text; each character reference counts as one character.
    init(_ bytes: ArraySlice<UInt8>) {
        var wasSpace = true
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case 0...0x20:
                if !wasSpace { length += 1 }
                wasSpace = true
                index += 1
                continue
            case 0x26:
                // A character reference such as `&nbsp;` or `&#8217;`.
                let end = bytes[index...].prefix(12).firstIndex(of: 0x3B)
                length += 1
                index = end.map { $0 + 1 } ?? index + 1
            case 0x2C, 0x3B:
                commas += 1
                length += 1
                index += 1
            case 0..<0x80:
                length += 1
                index += 1
            default:
                let count = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                let end = min(index + count, bytes.endIndex)
                // U+3000...U+DFFF and characters from U+F000 up count as CJK. Other characters in these ranges, such as
                // Arabic forms, are rare.
                let isWide = byte >= 0xE3 && byte <= 0xED || byte == 0xEF || byte >= 0xF0
                length += isWide ? 2 : 1
                if Self.isComma(bytes[index..<end]) { commas += 1 }
                index = end
            }
            wasSpace = false
        }
    }

    private static func isComma(_ bytes: ArraySlice<UInt8>) -> Bool {
        switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first) {
        // 、 。
        case (0xE3, 0x80, 0x81), (0xE3, 0x80, 0x82): true
        // ， ；
        case (0xEF, 0xBC, 0x8C), (0xEF, 0xBC, 0x9B): true
        // ، ؛
        case (0xD8, 0x8C, nil), (0xD8, 0x9B, nil): true
        default: false
        }
    }
}
