/// A token of a date.
struct DateToken {
    enum Kind {
        case number(value: Int, digitCount: Int)
        case word(DateWord)
        /// An unknown word, in lower case and without accents.
        case unknown(String)
        /// One of the characters `:` `-` `/` `.` `,` `+` `'`, in ASCII.
        case mark(Character)
    }

    var kind: Kind
    /// Whether the token follows the previous one without a space.
    var isAttached: Bool
}

/// Divides a date into numbers, words and marks, and looks up the words.
///
/// Digits of any script and Chinese numerals are numbers. Text in parentheses, such as "(CET)" or "（月）", is ignored,
/// like the comments of RFC 822 §3.4.3.
struct DateTokenizer {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private(set) var tokens: [DateToken] = []
    /// The time zone that a word implies, in minutes east of UTC. It is used if the date gives no zone.
    private(set) var clockOffset: Int?
    private var clock: DateIdeographs.Clock?

    /// The maximum number of tokens. No date has more.
    private static let maxTokens = 40

    /// Nil if the text contains characters that do not occur in dates.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        scalars = Array(text.lowercased().unicodeScalars)
        while index < scalars.count {
            guard tokens.count < Self.maxTokens, readToken() else { return nil }
        }
        if let clock { clockOffset = clock.offset }
    }

    private mutating func readToken() -> Bool {
        let start = index
        let scalar = scalars[index]
        if let value = Self.digit(scalar) {
            readNumber(first: value)
            return true
        }
        if Self.isIdeograph(scalar) { return readIdeographs() }
        if scalar.properties.isAlphabetic {
            readWord()
            return true
        }
        index += 1
        switch scalar {
        case ":", "：": append(.mark(":"), from: start)
        case "-", "‐", "‑", "–", "—", "−", "－": append(.mark("-"), from: start)
        case "/", "／": append(.mark("/"), from: start)
        case ".", "。": append(.mark("."), from: start)
        case ",", "，", "、", ";", "،": append(.mark(","), from: start)
        case "+", "＋": append(.mark("+"), from: start)
        case "'", "’", "‘": append(.mark("'"), from: start)
        case "(", "（": skipComment(closing: scalar == "(" ? ")" : "）")
        case "|", "·", "•", "@", "\u{200E}", "\u{200F}", "\u{FEFF}": break
        default: return scalar.properties.isWhitespace
        }
        return true
    }

    private mutating func append(_ kind: DateToken.Kind, from start: Int) {
        let isAttached = start > 0 && !scalars[start - 1].properties.isWhitespace
        tokens.append(DateToken(kind: kind, isAttached: isAttached))
    }

    private mutating func skipComment(closing: Unicode.Scalar) {
        while index < scalars.count {
            index += 1
            if scalars[index - 1] == closing { return }
        }
    }

    private mutating func readNumber(first: Int) {
        let start = index
        var value = 0
        while index < scalars.count, let digit = Self.digit(scalars[index]) {
            value = min(value * 10 + digit, 999_999_999)
            index += 1
        }
        append(.number(value: value, digitCount: index - start), from: start)
    }

    private mutating func readWord() {
        let start = index
        var word = ""
        while index < scalars.count {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            let isJoint = (scalar == "'" || scalar == "’") && next.properties.isAlphabetic && !word.isEmpty
            let category = scalar.properties.generalCategory
            guard
                isJoint || category == .nonspacingMark || category == .spacingMark
                    || (scalar.properties.isAlphabetic && !Self.isIdeograph(scalar))
            else { break }
            word.unicodeScalars.append(scalar == "’" ? "'" : scalar)
            index += 1
        }
        word = Self.fold(word)
        if word.unicodeScalars.count == 1 { joinMeridiem(&word) }
        if word.unicodeScalars.first.map(Self.isHangul) == true { clockOffset = 540 }
        append(DateWords.meaning(of: word).map { .word($0) } ?? .unknown(word), from: start)
    }

    /// Reads "p.m.", "a. m." and "μ.μ." as one word each.
    private mutating func joinMeridiem(_ word: inout String) {
        guard ["a", "p", "π", "μ"].contains(word), index < scalars.count, scalars[index] == "." else { return }
        var next = index + 1
        if next < scalars.count, scalars[next].properties.isWhitespace { next += 1 }
        guard next < scalars.count, scalars[next] == "m" || scalars[next] == "μ",
            next + 1 == scalars.count || !scalars[next + 1].properties.isAlphabetic
        else { return }
        word.unicodeScalars.append(scalars[next])
        index = next + 1
    }

    private mutating func readIdeographs() -> Bool {
        let start = index
        let rest = scalars[index..<min(scalars.count, index + DateIdeographs.maxWordCount)]
        if let count = DateIdeographs.japaneseWeekdayCount(rest) {
            index += count
            note(.japanese)
            append(.word(.weekday), from: start)
            return true
        }
        for count in stride(from: rest.count, through: 1, by: -1) {
            var word = ""
            word.unicodeScalars.append(contentsOf: rest.prefix(count))
            guard let entry = DateIdeographs.words[word] else { continue }
            index += count
            // 時 means the hour in both Japan and Taiwan, so other words determine the zone.
            note(word == "時" && clock == nil ? .japanese : entry.clock, isCertain: word != "時")
            append(.word(entry.meaning), from: start)
            // In 星期一 and 周日, the last character names the weekday.
            if entry.meaning == .weekday, index < scalars.count, Self.isIdeograph(scalars[index]) { index += 1 }
            return true
        }
        var numerals: [Int] = []
        while index < scalars.count, let value = DateIdeographs.value(of: scalars[index]), numerals.count < 8 {
            numerals.append(value)
            index += 1
        }
        guard !numerals.isEmpty else { return false }
        append(.number(value: DateIdeographs.number(numerals), digitCount: numerals.count), from: start)
        return true
    }

    /// Records the zone that a word implies. The first word used in only one country decides; 時 alone is only a hint.
    private mutating func note(_ hint: DateIdeographs.Clock, isCertain: Bool = true) {
        if clock == nil || (clock == .either && hint != .either) || (isCertain && hint == .chinese) { clock = hint }
    }

    // MARK: - Folding and marks

    /// Converts a word to lower case, and removes the accents of Latin, Greek and Cyrillic letters.
    static func fold(_ word: some StringProtocol) -> String {
        var folded = ""
        for scalar in word.lowercased().unicodeScalars {
            if 0x300...0x36F ~= scalar.value { continue }
            folded.unicodeScalars.append(scalar.value < 0x80 ? scalar : (bases[scalar] ?? scalar))
        }
        return folded
    }

    private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
        let groups = [
            "aàáâãäåāăąạảấầẩẫậắằẳẵặ", "cçćč", "dďđ", "eèéêëēęěẹẻẽếềểễệ", "gğģ", "iìíîïīıịỉĩ", "lłľĺ", "nñńň",
            "oòóôõöøōőọỏốồổỗộơớờởỡợ", "rřŕ", "sśšşș", "tťţț", "uùúûüūůűụủưứừửữự", "yýÿỳ", "zźżž",
            "αά", "εέ", "ηή", "ιίϊΐ", "οό", "υύϋΰ", "ωώ", "σς", "её",
        ]
        for group in groups {
            guard let base = group.unicodeScalars.first else { continue }
            for scalar in group.unicodeScalars { bases[scalar] = base }
        }
        return bases
    }()

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x30...0x39: Int(scalar.value - 0x30)
        case 0x660...0x669: Int(scalar.value - 0x660)
        case 0x6F0...0x6F9: Int(scalar.value - 0x6F0)
        case 0x966...0x96F: Int(scalar.value - 0x966)
        case 0xE50...0xE59: Int(scalar.value - 0xE50)
        case 0xFF10...0xFF19: Int(scalar.value - 0xFF10)
        default: nil
        }
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        0x4E00...0x9FFF ~= scalar.value || scalar == "〇" || scalar == "○"
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool { 0xAC00...0xD7A3 ~= scalar.value }
}
