/// Distinguishes the single-byte charsets of non-Latin scripts by their most frequent letters.
enum CharsetLetters {
    /// The charset in which at least 66 % of the non-ASCII bytes are frequent letters. Nil if there is no such charset,
    /// or if less than 80 % of these bytes are adjacent to another non-ASCII byte, as in Latin text with accents.
    static func best(_ sample: [UInt8]) -> (label: String, score: Double)? {
        var high = 0
        var together = 0
        var counts = [Int](repeating: 0, count: 256)
        for index in sample.indices where sample[index] >= 0x80 {
            high += 1
            counts[Int(sample[index])] += 1
            let before = index > 0 && sample[index - 1] >= 0x80
            let after = index + 1 < sample.count && sample[index + 1] >= 0x80
            if before || after { together += 1 }
        }
        guard high >= 4, together * 10 >= high * 8 else { return nil }
        var best: (label: String, score: Double)?
        for (label, letters) in common {
            let hits = letters.reduce(0) { $0 + counts[Int($1)] }
            let score = Double(hits) / Double(high)
            if score >= 0.66, score > best?.score ?? 0 { best = (label, score) }
        }
        return best
    }

    /// The 16 most frequent letters of a script's main language, in each of its charsets.
    private static let common: [(label: String, letters: [UInt8])] = [
        // The Russian letters о е а и н т с р в л к м д п у я.
        (
            "windows-1251",
            [0xEE, 0xE5, 0xE0, 0xE8, 0xED, 0xF2, 0xF1, 0xF0, 0xE2, 0xEB, 0xEA, 0xEC, 0xE4, 0xEF, 0xF3, 0xFF]
        ),
        ("koi8-r", [0xCF, 0xC5, 0xC1, 0xC9, 0xCE, 0xD4, 0xD3, 0xD2, 0xD7, 0xCC, 0xCB, 0xCD, 0xC4, 0xD0, 0xD5, 0xD1]),
        (
            "iso-8859-5",
            [0xDE, 0xD5, 0xD0, 0xD8, 0xDD, 0xE2, 0xE1, 0xE0, 0xD2, 0xDB, 0xDA, 0xDC, 0xD4, 0xDF, 0xE3, 0xEF]
        ),
        ("ibm866", [0xAE, 0xA5, 0xA0, 0xA8, 0xAD, 0xE2, 0xE1, 0xE0, 0xA2, 0xAB, 0xAA, 0xAC, 0xA4, 0xAF, 0xE3, 0xEF]),
        // The Greek letters α ε ο τ ι ν σ ς ρ π κ η υ λ μ ί.
        (
            "windows-1253",
            [0xE1, 0xE5, 0xEF, 0xF4, 0xE9, 0xED, 0xF3, 0xF2, 0xF1, 0xF0, 0xEA, 0xE7, 0xF5, 0xEB, 0xEC, 0xDF]
        ),
        // The Hebrew letters י ו ה ל א ר מ ת ב ש נ ם ד ח ק ע.
        (
            "windows-1255",
            [0xE9, 0xE5, 0xE4, 0xEC, 0xE0, 0xF8, 0xEE, 0xFA, 0xE1, 0xF9, 0xF0, 0xED, 0xE3, 0xE7, 0xF7, 0xF2]
        ),
        // The Arabic letters ا ل ي م و ن ر ت ب ه د ة ع س ف ك.
        (
            "windows-1256",
            [0xC7, 0xE1, 0xED, 0xE3, 0xE6, 0xE4, 0xD1, 0xCA, 0xC8, 0xE5, 0xCF, 0xC9, 0xDA, 0xD3, 0xDD, 0xDF]
        ),
    ]
}

/// The language that a document declares. It is a hint for the charset.
enum CharsetLanguage {
    /// The multi-byte charsets of the language that the document declares at its beginning; nil if it declares none.
    static func charset(in bytes: [UInt8]) -> Set<String>? {
        let head = Array(bytes.prefix(4_096))
        for mark: StaticString in ["<language>", "lang="] {
            guard let start = XMLBytes.first(mark, in: head, from: 0) else { continue }
            var index = start + mark.utf8CodeUnitCount
            while index < head.count, head[index] == 0x22 || head[index] == 0x27 || XMLBytes.isSpace(head[index]) {
                index += 1
            }
            let name = String(decoding: head[index..<min(index + 5, head.count)], as: UTF8.self).lowercased()
            switch name.prefix(2) {
            case "zh" where name.hasSuffix("tw") || name.hasSuffix("hk"): return ["big5-hkscs"]
            case "zh": return ["gb18030"]
            case "ja": return ["euc-jp", "windows-31j"]
            case "ko": return ["windows-949"]
            default: continue
            }
        }
        return nil
    }
}
