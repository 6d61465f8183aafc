/// The parts of a title between the separators that sites put between a headline and their name: `A - Site`, `A |
/// Site`, `Site: A`, `标题_网站`, `【网站】标题`.
package enum TitleParts {
    /// UTF-8 ranges of the parts without the separators, in order; none is empty.
    package static func ranges(of title: Span<UInt8>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < title.count {
            let length = min(UTF8Decoding.wellFormedLength(title, at: index) ?? 1, title.count - index)
            if isSign(title, at: index, length: length) {
                if start < index { parts.append(start..<index) }
                start = index + length
            }
            index += length
        }
        if start < title.count { parts.append(start..<title.count) }
        return parts.filter { part in part.contains { title[$0] > 0x20 } }
    }

    /// The longest part, or the first one if several are equally long; nil if the title has only one part.
    package static func longest(of title: Span<UInt8>) -> Range<Int>? {
        var mayPart = false
        for index in title.indices where !isPlain(title[index]) {
            mayPart = true
            break
        }
        guard mayPart else { return nil }
        let parts = ranges(of: title)
        guard parts.count > 1 else { return nil }
        return parts.reduce(parts[0]) { $1.count > $0.count ? $1 : $0 }
    }

    /// Whether a byte is an ASCII letter, digit or space.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }

    private static func isSign(_ title: Span<UInt8>, at index: Int, length: Int) -> Bool {
        func byte(_ place: Int) -> UInt8? { title.indices.contains(place) ? title[place] : nil }
        let after = byte(index + length)
        switch length {
        case 1:
            switch title[index] {
            case UInt8(ascii: "|"), UInt8(ascii: "_"): return true
            // A hyphen inside a word, the colon of a time and the slash of a fraction are not separators.
            case UInt8(ascii: "-"):
                let before = byte(index - 1)
                return before == 0x20 || after == 0x20 || before ?? 0 >= 0x80 || after ?? 0 >= 0x80
            case UInt8(ascii: "/"): return byte(index - 1) == 0x20 && after == 0x20
            case UInt8(ascii: ":"): return after == 0x20 || after == UInt8(ascii: ":")
            default: return false
            }
        case 2:
            // · « »
            return title[index] == 0xC2 && [0xB7, 0xAB, 0xBB].contains(title[index + 1])
        case 3:
            switch (title[index], title[index + 1], title[index + 2]) {
            // – — ― • ‹ ›
            case (0xE2, 0x80, 0x93), (0xE2, 0x80, 0x94), (0xE2, 0x80, 0x95), (0xE2, 0x80, 0xA2), (0xE2, 0x80, 0xB9),
                (0xE2, 0x80, 0xBA):
                return true
            // 【 】
            case (0xE3, 0x80, 0x90), (0xE3, 0x80, 0x91): return true
            // Full-width ： ＿ ｜ －
            case (0xEF, 0xBC, 0x9A), (0xEF, 0xBC, 0xBF), (0xEF, 0xBD, 0x9C), (0xEF, 0xBC, 0x8D): return true
            default: return false
            }
        default: return false
        }
    }
}
